//! Statements that pay the same people the same again.

use jiff::civil::Date;
use sha2::{Digest as _, Sha256};

use crate::catalogue::{Code, Reason};
use crate::lifecycle::StatementStatus;
use crate::statement::ReportingPeriod;

/// The age in seconds up to which a statement is compared with a later one: 40 days.
pub const LIKENESS_S: i64 = 40 * 86_400;
/// The most statements with the same rows that are looked at.
pub(crate) const ALIKE_MAX: i64 = 50;
/// The states in which a statement pays nobody.
pub(crate) const UNPAID: [StatementStatus; 4] =
    [StatementStatus::Error, StatementStatus::ErrorSign, StatementStatus::Declined, StatementStatus::Deleted];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alike {
    pub number: i64,
    pub date: Date,
    pub status: StatementStatus,
    /// The month that its money is for, where its sender said so.
    pub period: Option<ReportingPeriod>,
}

/// Returns SHA-256 of accounts and amounts, whatever order they come in.
pub fn rows_digest<T: AsRef<str> + Ord>(mut rows: Vec<(T, i64)>) -> [u8; 32] {
    rows.sort_unstable();
    let mut digest = Sha256::new();
    for (account, minor) in &rows {
        // Texts of any length stay apart by their length.
        digest.update(account.as_ref().len().to_be_bytes());
        digest.update(account.as_ref());
        digest.update(minor.to_be_bytes());
    }
    digest.finalize().into()
}

/// Returns the warning that a statement for `period` may be paid twice, if one of those with its rows is or will be
/// paid for the same month, or for one that is not known.
pub fn likely_duplicate(period: Option<ReportingPeriod>, alike: &[Alike]) -> Option<Reason> {
    let is_other_month =
        |other: Option<ReportingPeriod>| matches!((period, other), (Some(one), Some(other)) if one != other);
    let found = alike.iter().find(|one| !UNPAID.contains(&one.status) && !is_other_month(one.period))?;
    Some(Reason::with(Code::P13, [found.number.to_string(), found.date.to_string()]))
}

#[cfg(test)]
mod tests;
