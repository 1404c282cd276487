//! A proposal: what one person wants and another one approves.

use kernel::{Instant, TextError, checked_text, hexadecimal};
use sha2::{Digest as _, Sha256};

use crate::operator::OperatorRole;

/// The time in which a proposal is decided and carried out: seven days.
pub const LIFETIME_S: i64 = 7 * 24 * 60 * 60;
/// The most bytes of what is to be done.
pub const CONTENT_BYTES_MAX: usize = 64 * 1024;
/// The most bytes of what it would change.
pub const DIFFERENCE_BYTES_MAX: usize = 256 * 1024;
/// The most characters of a reason.
const REASON_CHARACTERS_MAX: usize = 250;

kernel::text_enum! {
    pub enum ProposalState {
        /// Nobody has decided.
        Open = "OPEN",
        /// Another person wants it too.
        Approved = "APPROVED",
        /// Another person does not want it; final.
        Refused = "REFUSED",
        /// It was carried out; final.
        CarriedOut = "CARRIED_OUT",
        /// It was carried out by one person alone.
        BrokenGlass = "BROKEN_GLASS",
        /// Another person has looked at it afterwards; final.
        Reviewed = "REVIEWED",
    }
}

/// A proposal before it has a number.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The role that both people need.
    pub role: OperatorRole,
    /// The thing to be done, in canonical form: at most [`CONTENT_BYTES_MAX`].
    pub content: String,
    /// Its changes, in words: at most [`DIFFERENCE_BYTES_MAX`].
    pub difference: String,
    pub reason: String,
}

/// Refuses a reason that says nothing, is too long, or would not be shown as it is.
pub fn check_reason(reason: &str) -> Result<(), TextError> {
    let said = if reason.trim().is_empty() { "" } else { reason };
    checked_text(said, REASON_CHARACTERS_MAX).map(drop)
}

/// Cuts changes in words that are more than a proposal holds; the digest speaks for the rest.
pub fn shortened(whole: String) -> String {
    if whole.len() <= DIFFERENCE_BYTES_MAX {
        return whole;
    }
    let end = format!("\n… SHA-256 of all: {}", hexadecimal(&Sha256::digest(&whole)));
    let mut cut = DIFFERENCE_BYTES_MAX - end.len();
    while !whole.is_char_boundary(cut) {
        cut -= 1;
    }
    whole[..cut].to_owned() + &end
}

kernel::text_enum! {
    /// Something that a person signs about a proposal.
    pub(crate) enum Act {
        Propose = "PROPOSE",
        Approve = "APPROVE",
        Refuse = "REFUSE",
        BreakGlass = "BREAK_GLASS",
        Review = "REVIEW",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Its number, from 1.
    pub number: i64,
    /// The role that both people need.
    pub role: OperatorRole,
    pub content: String,
    /// SHA-256 over role, content, difference and reason.
    pub sha256: [u8; 32],
    /// Its changes, in words.
    pub difference: String,
    pub reason: String,
    pub made_by: String,
    pub made_at: Instant,
    pub made_signature: Vec<u8>,
    /// The moment from which nobody decides or carries it out any more.
    pub ends_at: Instant,
    pub state: ProposalState,
    /// The other person, with moment and signature.
    pub decided: Option<(String, Instant, Vec<u8>)>,
    /// The person who carried it out, with the moment.
    pub carried_out: Option<(String, Instant)>,
}

impl Proposal {
    /// Compares what people approved with what it would change by now: the first line that is another one, or that is
    /// there no more.
    pub fn other_line<'a>(&'a self, now: &'a str) -> Option<&'a str> {
        let (mut approved, mut now) = (self.difference.lines(), now.lines());
        loop {
            match (approved.next(), now.next()) {
                (None, None) => return None,
                (was, is) if was != is => return is.or(was),
                _ => {}
            }
        }
    }

    /// Computes the digest of what a proposal says.
    pub(crate) fn digest(draft: &Draft) -> [u8; 32] {
        digest([draft.role.as_str(), &draft.content, &draft.difference, &draft.reason])
    }

    pub(crate) const fn made(&self) -> Act {
        match self.state {
            ProposalState::BrokenGlass | ProposalState::Reviewed => Act::BreakGlass,
            ProposalState::Open
            | ProposalState::Approved
            | ProposalState::Refused
            | ProposalState::CarriedOut => Act::Propose,
        }
    }

    /// Tells whether the digest is that of what it says.
    pub(crate) fn is_whole(&self) -> bool {
        digest([self.role.as_str(), &self.content, &self.difference, &self.reason]) == self.sha256
    }

    /// Returns the text that a person signs.
    pub(crate) fn signed_text(number: i64, sha256: &[u8; 32], act: Act, name: &str, at: Instant) -> String {
        let (digest, act) = (hexadecimal(sha256), act.as_str());
        format!("clientbank proposal\n{number}\n{digest}\n{act}\n{name}\n{}\n", at.microseconds())
    }
}

fn digest(parts: [&str; 4]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for part in parts {
        // With its length before it, so that no text goes over into the next one.
        digest.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        digest.update(part.as_bytes());
    }
    digest.finalize().into()
}
