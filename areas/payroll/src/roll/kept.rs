//! Rolls that the bank keeps for a company.

use std::fmt;
use std::str::FromStr;

use kernel::{Cnum, Instant, Money, UserId};
use uuid::Uuid;

use super::{Roll, RollTerms};
use crate::identifier::{ExternalId, ExternalIdError, StatementIdError};

/// Begins the name of a statement that was made in the online bank.
const EXTERNAL_ID_PREFIX: &str = "web-";

/// Returns the name that people or their software chose for a statement; none for one that the online bank made up.
pub fn chosen_name(external_id: &ExternalId) -> Option<&str> {
    Some(external_id.as_str()).filter(|name| !name.starts_with(EXTERNAL_ID_PREFIX))
}

/// The bank's name of a roll: a time-ordered UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RollId(Uuid);

impl RollId {
    /// Returns the identifier with this UUID.
    pub const fn new(uuid: Uuid) -> Self {
        Self(uuid)
    }

    /// Returns the bytes that tables hold.
    pub const fn bytes(self) -> [u8; 16] {
        self.0.into_bytes()
    }

    /// Returns the identifier with these bytes; `None` when they are not 16.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Uuid::from_slice(bytes).ok().map(Self)
    }

    /// Returns the name of the statement that this roll becomes. The company has one statement of a name, so a roll
    /// becomes one, however often it is asked for.
    pub fn external_id(self) -> Result<ExternalId, ExternalIdError> {
        format!("{EXTERNAL_ID_PREFIX}{}", self.0.simple()).parse()
    }
}

impl FromStr for RollId {
    type Err = StatementIdError;
    fn from_str(text: &str) -> Result<Self, StatementIdError> {
        Uuid::try_parse(text).map(Self).map_err(|_| StatementIdError)
    }
}

impl fmt::Display for RollId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
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
    /// Its purpose.
    pub keeping: Keeping,
    /// The name of its file, or the one that somebody gave; 1 to
    /// [`ROLL_NAME_CHARACTERS_MAX`](super::ROLL_NAME_CHARACTERS_MAX) characters.
    pub name: String,
    /// The user who brought it.
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
    /// Everything but its rows.
    pub head: RollHead,
    pub roll: Roll,
}
