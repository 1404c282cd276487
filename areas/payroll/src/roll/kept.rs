//! Rolls that the bank keeps for a company, and the terms of the statements that they become.

use jiff::civil::Date;
use kernel::{AccountNumber, Cnum, Instant, Money, UserId};

use super::Roll;
use crate::identifier::RollId;
use crate::income::Income;
use crate::statement::ReportingPeriod;

/// Terms of the statement that a roll becomes, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollTerms {
    /// The account of the company that is debited.
    pub account: Option<AccountNumber>,
    pub income: Income,
    pub purpose: Option<String>,
    /// The day from which it may be executed.
    pub date: Option<Date>,
    /// The month for which the money is paid.
    pub period: Option<ReportingPeriod>,
}

/// Purpose for which a roll is kept, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// To become a statement.
    Prepared {
        /// The moment from which on it is forgotten.
        until: Instant,
    },
    /// To be used again, until somebody deletes it.
    Template,
}

impl Keeping {
    /// Returns the text in tables.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prepared { .. } => "PREPARED",
            Self::Template => "TEMPLATE",
        }
    }

    /// Returns the moment from which on it is forgotten.
    pub const fn until(self) -> Option<Instant> {
        match self {
            Self::Prepared { until } => Some(until),
            Self::Template => None,
        }
    }
}

/// A roll that is kept, without its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollHead {
    pub id: RollId,
    pub cnum: Cnum,
    pub keeping: Keeping,
    /// The name of its file, or the one that somebody gave; 1 to
    /// [`ROLL_NAME_CHARACTERS_MAX`](super::ROLL_NAME_CHARACTERS_MAX) characters.
    pub name: String,
    pub created_by: UserId,
    pub created_at: Instant,
    pub rows_count: i64,
    /// The sum of its amounts; `None` when it is out of range.
    pub total: Option<Money>,
    /// Everything that is known of the statement that it becomes.
    pub terms: RollTerms,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRoll {
    pub head: RollHead,
    pub roll: Roll,
}
