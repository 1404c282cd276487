//! Payments that do not get on by themselves: the rail owes an answer, or money came back and nobody takes it; and
//! statements that have not ended, as operators count them.

use std::fmt;
use std::str::FromStr;

use kernel::{AccountNumber, Cnum, Instant, Money};

use crate::identifier::{ExternalId, StatementId};

pub const STUCK_LISTED_MAX: i64 = 1_000;
pub(crate) const DECISION_CHARACTERS_MAX: usize = crate::rail::RETURN_REASON_CHARACTERS_MAX;

/// A payment as operators name it: by the statement and the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StuckId {
    pub statement: StatementId,
    /// The transfer's line, from 1.
    pub line: i64,
}

impl fmt::Display for StuckId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.statement, self.line)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is no statement and line")]
pub struct StuckIdError;

impl FromStr for StuckId {
    type Err = StuckIdError;

    fn from_str(text: &str) -> Result<Self, StuckIdError> {
        let (statement, line) = text.split_once(':').ok_or(StuckIdError)?;
        let statement = statement.parse().map_err(|_| StuckIdError)?;
        Ok(Self { statement, line: line.parse().map_err(|_| StuckIdError)? })
    }
}

/// A payment of a statement that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StuckPayment {
    pub id: StuckId,
    pub cnum: Cnum,
    pub external_id: ExternalId,
    pub account: AccountNumber,
    pub amount: Money,
    /// The moment at which it was handed to the rail, or came back.
    pub since: Instant,
}

/// All of them, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StuckSums {
    /// Payments without an answer of the rail.
    pub unanswered: i64,
    /// The moment at which the first of them was handed over.
    pub oldest: Option<Instant>,
    /// Returned payments whose money nobody has.
    pub unclaimed: i64,
    /// Their money in whole roubles, each rounded down.
    pub unclaimed_roubles: i64,
}

/// The states that are counted: what the program does next or people still have to sign. Drafts and statements with
/// errors wait for their company for as long as it likes.
pub const UNDER_WAY_STATES: [&str; 8] = [
    "CHECKING",
    "AWAITING_SIGN",
    "AWAITING_SIGN_WITH_WARNINGS",
    "SIGNING",
    "PARTLY_SIGNED",
    "AWAITING_SEND",
    "SCHEDULED",
    "PROCESSING",
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnderWay {
    pub state: String,
    pub statements: i64,
    /// The moment since when the oldest has been in it.
    pub since: Instant,
}
