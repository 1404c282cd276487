//! The choice of statements that a list shows.

use jiff::civil::Date;

use crate::lifecycle::StatementStatus;

/// The most statements of one page.
pub const LIST_LIMIT_MAX: u32 = 100;

/// Conditions that a listed statement fulfils; every statement fulfils an empty one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those with this status.
    pub status: Option<StatementStatus>,
    /// Only those dated on this day or later.
    pub from: Option<Date>,
    /// Only those dated on this day or earlier.
    pub through: Option<Date>,
}
