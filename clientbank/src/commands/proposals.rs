//! `clientbank proposals`: what one person of the bank proposes and another approves.

use std::cmp::Reverse;

use clap::{Args, Subcommand};
use kernel::{Instant, hexadecimal};
use proposals::{LISTED_MAX, Proposal, ProposalError, ProposalState, Said, Verdict};
use serde_json::json;
use store::{Store, Tx};

use super::Failure;
use super::database::{WithRemedy as _, on_current};
use super::four_eyes::{Content, FourEyes};

use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say, say_all};

#[derive(Subcommand)]
pub(super) enum Action {
    /// List the proposals, the newest first: one line of JSON each.
    List {
        /// Only those that somebody has to do something about.
        #[arg(long)]
        open: bool,
    },
    /// Show a proposal: its command, its files with their digests, what it would change.
    Show(Numbered),
    /// Approve the proposal of somebody else, with your key.
    Approve(Numbered),
    /// Refuse the proposal of somebody else, with your key.
    Refuse(Numbered),
    /// Carry an approved proposal out, once, where its files are.
    CarryOut(Numbered),
    /// Say that you have looked at what somebody else did alone.
    Review(Numbered),
    /// Check the digests and signatures of all proposals.
    Verify,
}

#[derive(Args)]
pub(super) struct Numbered {
    /// The number.
    number: i64,
}

impl Action {
    /// Returns the proposal to carry out, when the command does that.
    pub(super) const fn to_carry_out(&self) -> Option<i64> {
        match *self {
            Self::CarryOut(Numbered { number }) => Some(number),
            _ => None,
        }
    }
}

/// Runs the command; what is carried out goes by the way of its own command.
pub(super) fn run(action: &Action, asked: &FourEyes, settings: &Sources) -> Result<(), Failure> {
    on_current(settings, async |_, opened| {
        match action {
            Action::List { open } => list(&opened.store, *open, opened.clock.now()).await?,
            Action::Show(of) => {
                let found = proposals::find(&opened.store, of.number).await.told()?;
                show(&found.ok_or(ProposalError::Absent(of.number))?)?;
            }
            Action::Approve(of) => decide(&opened, asked, of.number, Some(Verdict::Approve)).await?,
            Action::Refuse(of) => decide(&opened, asked, of.number, Some(Verdict::Refuse)).await?,
            Action::Review(of) => decide(&opened, asked, of.number, None).await?,
            Action::CarryOut(_) => {}
            Action::Verify => {
                let (count, wrong) = proposals::verify(&opened.store).await.told()?;
                say_all(&wrong);
                if !wrong.is_empty() {
                    return Err(
                        format!("{} of {count} proposals are not as they were signed", wrong.len()).into()
                    );
                }
                remark(&format!("{count} proposals are as they were signed"));
            }
        }
        Ok(())
    })
}

async fn list(store: &Store, only_open: bool, now: Instant) -> Result<(), Failure> {
    const WAITING: [Option<ProposalState>; 3] =
        [Some(ProposalState::Open), Some(ProposalState::Approved), Some(ProposalState::BrokenGlass)];
    let (mut found, mut is_cut) = (Vec::new(), false);
    for state in if only_open { &WAITING[..] } else { &[None] } {
        let some = proposals::list(store, *state).await.told()?;
        is_cut |= i64::try_from(some.len()) == Ok(LISTED_MAX);
        found.extend(some);
    }
    found.retain(|one| !only_open || is_waiting(one, now));
    found.sort_by_key(|one| Reverse(one.number));
    for one in &found {
        let decided = one.decided.as_ref().map(|(name, _, _)| name);
        let content = Content::read(one)?;
        let command = content.action.map_or(content.command, |action| vec![action]);
        let line = json!({
            "proposal": one.number, "state": one.state.as_str(), "role": one.role.as_str(),
            "command": command, "reason": one.reason, "made_by": one.made_by,
            "made_at": one.made_at.to_string(), "ends_at": one.ends_at.to_string(), "decided_by": decided,
        });
        say(&line.to_string());
    }
    if is_cut {
        remark(&format!("there may be more than these: the newest {LISTED_MAX} in a state are listed"));
    }
    Ok(())
}

/// Tells whether somebody can still do something about a proposal: what was done alone is looked at whenever it is.
fn is_waiting(proposal: &Proposal, now: Instant) -> bool {
    match proposal.state {
        ProposalState::Open | ProposalState::Approved => now < proposal.ends_at,
        ProposalState::BrokenGlass => true,
        ProposalState::Refused | ProposalState::CarriedOut | ProposalState::Reviewed => false,
    }
}

fn show(proposal: &Proposal) -> Result<(), Failure> {
    let content = Content::read(proposal)?;
    let Proposal { number, state, role, made_by, made_at, ends_at, reason, difference, .. } = proposal;
    say(&format!("proposal {number}, {state}, for the role {role}"));
    say(&format!("by {made_by} at {made_at}, until {ends_at}: {reason}"));
    if let Some((name, at, _)) = &proposal.decided {
        say(&format!("decided by {name} at {at}"));
    }
    if let Some((name, at)) = &proposal.carried_out {
        say(&format!("carried out by {name} at {at}"));
    }
    say(&format!("sha256 {}", hexadecimal(&proposal.sha256)));
    let words: Vec<String> = content.command.iter().map(|word| format!("{word:?}")).collect();
    match &content.action {
        Some(action) => say(&format!("{action} {}", content.arguments)),
        None => say(&format!("clientbank {}", words.join(" "))),
    }
    say_all(content.files.iter().map(|(file, digest)| format!("{digest}  {file}")));
    if !difference.is_empty() {
        say(difference);
    }
    Ok(())
}

/// Decides about a proposal, or reviews what somebody did alone.
async fn decide(
    opened: &Surroundings,
    asked: &FourEyes,
    number: i64,
    verdict: Option<Verdict>,
) -> Result<(), Failure> {
    let (by, now, randomness) = (asked.prove(opened).await?, opened.clock.now(), opened.randomness.clone());
    let work = move |tx: &mut Tx| {
        let said = Said { now, randomness: &*randomness };
        match verdict {
            Some(verdict) => proposals::decide(tx, &by, number, verdict, said).map(drop),
            None => proposals::review(tx, &by, number, said),
        }
    };
    opened.store.write::<_, ProposalError>("proposals.decide", work).await?;
    remark(match verdict {
        Some(Verdict::Approve) => "approved: `clientbank proposals carry-out` carries it out",
        Some(Verdict::Refuse) => "refused",
        None => "reviewed",
    });
    Ok(())
}

#[cfg(test)]
mod tests;
