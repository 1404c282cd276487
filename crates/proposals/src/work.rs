//! The acts of people: they add operators, propose, decide, carry out, review.

use audit::{Actor, Entry};
use kernel::{Instant, Money, Randomness};
use serde_json::{Value, json};
use store::{Result, Store, Tx};

use crate::error::ProposalError;
use crate::operator::{NewOperator, Operator, OperatorName, OperatorRole, Proved};
use crate::proposal::{
    Act, CONTENT_BYTES_MAX, DIFFERENCE_BYTES_MAX, Draft, Proposal, ProposalState, check_reason,
};
use crate::store as rows;

/// Open operators with the role security from which on changes need a second person.
const SECURITY_OPERATORS_MIN: usize = 2;

/// Seconds for which amounts that one person moves alone count together.
const ALONE_S: i64 = 24 * 60 * 60;

/// The moment and the source of identifiers of an act.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    pub now: Instant,
    pub randomness: &'a dyn Randomness,
}

impl Said<'_> {
    fn record(
        &self,
        tx: &mut Tx,
        by: &str,
        action: &'static str,
        (kind, id): (&'static str, String),
        detail: Value,
    ) -> Result<()> {
        let actor = Actor::Operator(by.to_owned());
        audit::record(tx, Entry::new(self.now, self.randomness, actor, action, (kind, id)).detail(detail))
    }
}

/// Tells whether changes need a second person: as soon as two people can approve each other's operators.
pub fn is_enforced(tx: &mut Tx) -> Result<bool> {
    Ok(rows::count_open(tx, OperatorRole::Security)? >= SECURITY_OPERATORS_MIN)
}

/// Counts an amount that a person moves alone by an action, and returns it with those of the 24 hours before: several
/// small ones are as much as a large one.
pub fn move_alone(tx: &mut Tx, (name, action): (&str, &str), amount: Money, now: Instant) -> Result<Money> {
    rows::moved_alone(tx, (name, action), amount, [now.plus_seconds(-ALONE_S), now])
}

/// Lists all operators, open and closed, by name.
pub async fn operators(store: &Store) -> Result<Vec<Operator>> {
    store.read("proposals.operators", rows::operators).await
}

/// Adds an operator. A name or key that was given before, to somebody open or closed, is refused, and so is the
/// subject of an open one.
pub fn add(tx: &mut Tx, new: NewOperator<'_>, by: &str, said: Said<'_>) -> Result<(), ProposalError> {
    if !rows::insert_operator(tx, new, by, said.now)? {
        return Err(ProposalError::IsGiven(new.name.clone()));
    }
    let roles: Vec<&str> = new.roles.iter().map(|role| role.as_str()).collect();
    let object = ("operator", new.name.to_string());
    let detail = json!({ "roles": roles, "directory": new.directory_subject });
    Ok(said.record(tx, by, "operator.added", object, detail)?)
}

/// Closes an operator, who changes nothing any more.
pub fn close(tx: &mut Tx, name: &OperatorName, by: &str, said: Said<'_>) -> Result<(), ProposalError> {
    let was_enforced = is_enforced(tx)?;
    if !rows::close_operator(tx, name, by, said.now)? {
        return Err(ProposalError::NoOperator(name.to_string()));
    }
    if was_enforced && !is_enforced(tx)? {
        return Err(ProposalError::TooFew);
    }
    Ok(said.record(tx, by, "operator.closed", ("operator", name.to_string()), json!({}))?)
}

/// Finds out whether somebody is the open operator of a name, by the private key in PEM.
pub fn prove(tx: &mut Tx, name: &str, private_pem: &str) -> Result<Proved, ProposalError> {
    let operator = rows::operator(tx, name)?.filter(Operator::is_open);
    let operator = operator.ok_or_else(|| ProposalError::NoOperator(name.to_owned()))?;
    let name = operator.name.clone();
    Proved::by(operator, private_pem).ok_or(ProposalError::OtherKey(name))
}

/// Returns the open operator of a name.
pub async fn open_operator(store: &Store, name: &str) -> Result<Option<Operator>> {
    let name = name.to_owned();
    let unit = move |tx: &mut Tx| Ok(rows::operator(tx, &name)?.filter(Operator::is_open));
    store.read("proposals.operator", unit).await
}

/// Checks that an operator is open in the unit of work that they change something in: somebody may have closed them
/// since their call began.
pub fn check_open(tx: &mut Tx, by: &Operator) -> Result<(), ProposalError> {
    let found = rows::operator(tx, by.name.as_str())?.filter(Operator::is_open);
    found.map(drop).ok_or_else(|| ProposalError::NoOperator(by.name.to_string()))
}

/// Returns the text that proposes a draft under the next number.
pub fn text_to_propose(tx: &mut Tx, draft: &Draft, name: &OperatorName, at: Instant) -> Result<String> {
    let number = rows::next_number(tx)?;
    Ok(Proposal::signed_text(number, &Proposal::digest(draft), Act::Propose, name.as_str(), at))
}

/// Makes a proposal and returns its number.
pub fn make(tx: &mut Tx, by: &Proved, draft: &Draft, said: Said<'_>) -> Result<i64, ProposalError> {
    if !by.operator.has(draft.role) {
        return Err(ProposalError::NoRole(draft.role));
    }
    write(tx, by, draft, (Act::Propose, ProposalState::Open, "proposal.made"), said)
}

/// Notes that an operator of any role that changes something does something alone, and returns the number under which
/// another person looks at it. The key shows who it is: whoever could give any name would look at the own deed as
/// somebody else.
pub fn break_glass(tx: &mut Tx, by: &Proved, draft: &Draft, said: Said<'_>) -> Result<i64, ProposalError> {
    if !by.operator.changes() {
        return Err(ProposalError::NoRole(draft.role));
    }
    let act = (Act::BreakGlass, ProposalState::BrokenGlass, "proposal.glass_broken");
    write(tx, by, draft, act, said)
}

fn write(
    tx: &mut Tx,
    by: &Proved,
    draft: &Draft,
    (act, state, action): (Act, ProposalState, &'static str),
    said: Said<'_>,
) -> Result<i64, ProposalError> {
    check(draft)?;
    check_open(tx, &by.operator)?;
    let (number, sha256) = (rows::next_number(tx)?, Proposal::digest(draft));
    let name = by.operator.name.as_str();
    let at = by.signs_at(said.now);
    let text = Proposal::signed_text(number, &sha256, act, name, at);
    let signature = by.sign(&text).ok_or(ProposalError::Key)?;
    rows::insert(tx, number, (draft, &sha256), (name, signature), state, at)?;
    let detail = json!({ "role": draft.role.as_str(), "content": draft.content, "reason": draft.reason });
    said.record(tx, name, action, ("proposal", number.to_string()), detail)?;
    Ok(number)
}

fn check(draft: &Draft) -> Result<(), ProposalError> {
    let wrong = |error: kernel::TextError| ProposalError::Text(format!("the reason {error}"));
    check_reason(&draft.reason).map_err(wrong)?;
    for (what, text, most) in [
        ("what is to be done", &draft.content, CONTENT_BYTES_MAX),
        ("what it changes", &draft.difference, DIFFERENCE_BYTES_MAX),
    ] {
        if text.len() > most || text.contains('\0') {
            return Err(ProposalError::Text(format!("{what} has at most {most} bytes, and no NUL")));
        }
    }
    Ok(())
}

/// The decision of another person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Approve,
    Refuse,
}

/// Decides about the proposal of somebody else.
pub fn decide(
    tx: &mut Tx,
    by: &Proved,
    number: i64,
    verdict: Verdict,
    said: Said<'_>,
) -> Result<Proposal, ProposalError> {
    let (act, to, action) = match verdict {
        Verdict::Approve => (Act::Approve, ProposalState::Approved, "proposal.approved"),
        Verdict::Refuse => (Act::Refuse, ProposalState::Refused, "proposal.refused"),
    };
    let proposal = of_another(tx, by, number, ProposalState::Open)?;
    if said.now >= proposal.ends_at {
        return Err(ProposalError::Ended);
    }
    end(tx, by, &proposal, (act, to, action), said)?;
    Ok(proposal)
}

/// Notes that another person has looked at what somebody did alone.
pub fn review(tx: &mut Tx, by: &Proved, number: i64, said: Said<'_>) -> Result<(), ProposalError> {
    let proposal = of_another(tx, by, number, ProposalState::BrokenGlass)?;
    end(tx, by, &proposal, (Act::Review, ProposalState::Reviewed, "proposal.reviewed"), said)
}

fn of_another(
    tx: &mut Tx,
    by: &Proved,
    number: i64,
    state: ProposalState,
) -> Result<Proposal, ProposalError> {
    let proposal = in_state(tx, &by.operator, number, state)?;
    if proposal.made_by == by.operator.name.as_str() {
        return Err(ProposalError::Own);
    }
    Ok(proposal)
}

/// Finds a proposal in the state, whose role the operator has.
fn in_state(
    tx: &mut Tx,
    by: &Operator,
    number: i64,
    state: ProposalState,
) -> Result<Proposal, ProposalError> {
    let proposal = rows::find(tx, number)?.ok_or(ProposalError::Absent(number))?;
    if proposal.state != state {
        return Err(ProposalError::State(proposal.state));
    }
    if !by.has(proposal.role) {
        return Err(ProposalError::NoRole(proposal.role));
    }
    check_open(tx, by)?;
    Ok(proposal)
}

fn end(
    tx: &mut Tx,
    by: &Proved,
    proposal: &Proposal,
    (act, to, action): (Act, ProposalState, &'static str),
    said: Said<'_>,
) -> Result<(), ProposalError> {
    let (number, name) = (proposal.number, by.operator.name.as_str());
    let at = by.signs_at(said.now);
    let text = Proposal::signed_text(number, &proposal.sha256, act, name, at);
    let signature = by.sign(&text).ok_or(ProposalError::Key)?;
    rows::decide(tx, number, [proposal.state, to], (name, signature), at)?;
    let detail = json!({ "made_by": proposal.made_by });
    Ok(said.record(tx, name, action, ("proposal", number.to_string()), detail)?)
}

/// Takes an approved proposal to carry it out: once, by anybody with its role. What comes of it is not known here, so
/// that money never moves twice: one that failed is proposed again.
///
/// # Errors
/// It is not approved, needs another role, has ended, or is not what two people have signed: whoever holds the database
/// account of the server can write a row, and no signature.
pub fn carry_out(tx: &mut Tx, by: &Operator, number: i64, said: Said<'_>) -> Result<Proposal, ProposalError> {
    let proposal = in_state(tx, by, number, ProposalState::Approved)?;
    if said.now >= proposal.ends_at {
        return Err(ProposalError::Ended);
    }
    if let Some(fault) = faults(tx, &proposal)?.into_iter().next() {
        return Err(ProposalError::Forged(fault));
    }
    let name = by.name.as_str();
    rows::carry_out(tx, number, name, said.now)?;
    let checker = proposal.decided.as_ref().map(|(checker, _, _)| checker.as_str());
    let detail = json!({ "made_by": proposal.made_by, "approved_by": checker });
    said.record(tx, name, "proposal.carried_out", ("proposal", number.to_string()), detail)?;
    Ok(proposal)
}

pub async fn find(store: &Store, number: i64) -> Result<Option<Proposal>> {
    store.read("proposals.find", move |tx| rows::find(tx, number)).await
}

/// Lists proposals, all or those in a state, from the newest on, at most [`LISTED_MAX`](crate::LISTED_MAX).
pub async fn list(store: &Store, state: Option<ProposalState>) -> Result<Vec<Proposal>> {
    let unit = move |tx: &mut Tx| match state {
        Some(state) => rows::in_state(tx, state),
        None => rows::before(tx, i64::MAX),
    };
    store.read("proposals.list", unit).await
}

/// Checks digests and signatures of every proposal against the keys of the operators; returns how many there are, and
/// what is wrong in words.
pub async fn verify(store: &Store) -> Result<(usize, Vec<String>)> {
    let (mut count, mut wrong, mut before) = (0, Vec::new(), i64::MAX);
    loop {
        let unit = move |tx: &mut Tx| {
            let (some, mut wrong) = (rows::before(tx, before)?, Vec::new());
            for proposal in &some {
                wrong.extend(faults(tx, proposal)?);
            }
            Ok((some.last().map(|last| last.number), some.len(), wrong))
        };
        let (last, found, wrong_here): (Option<i64>, usize, Vec<String>) =
            store.read("proposals.verify", unit).await?;
        let Some(last) = last else { return Ok((count, wrong)) };
        before = last;
        count += found;
        wrong.extend(wrong_here);
    }
}

/// Names what a proposal cannot be as somebody has signed it.
fn faults(tx: &mut Tx, proposal: &Proposal) -> Result<Vec<String>> {
    let Proposal { number, sha256, .. } = proposal;
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(format!("proposal {number}: {what}"));
    if !proposal.is_whole() {
        fault("its digest is that of other words".to_owned());
    }
    let mut is_signed = |name: &str, act: Act, at: Instant, signature: &[u8]| -> Result<bool> {
        let text = Proposal::signed_text(*number, sha256, act, name, at);
        Ok(rows::operator(tx, name)?.is_some_and(|one| {
            let was_open = one.added_at <= at && one.closed_at.is_none_or(|closed| at <= closed);
            let has_role = if act == Act::BreakGlass { one.changes() } else { one.has(proposal.role) };
            was_open && has_role && one.key.verifies(&text, signature)
        }))
    };
    if !is_signed(&proposal.made_by, proposal.made(), proposal.made_at, &proposal.made_signature)? {
        fault(format!("{} has not signed it", proposal.made_by));
    }
    if let Some((name, at, signature)) = &proposal.decided {
        let act = match proposal.state {
            ProposalState::Refused => Act::Refuse,
            ProposalState::Reviewed => Act::Review,
            ProposalState::Open
            | ProposalState::Approved
            | ProposalState::CarriedOut
            | ProposalState::BrokenGlass => Act::Approve,
        };
        if !is_signed(name, act, *at, signature)? {
            fault(format!("{name} has not signed it"));
        }
        if *name == proposal.made_by {
            fault("one person alone has made and decided it".to_owned());
        }
    }
    Ok(faults)
}
