//! Checks of single values.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::{AccountNumber, BankZone, Bic, Currency, Instant};

use crate::reason::ReasonCode;

/// Seconds by which the clock of a sender may be ahead of the bank's.
pub const CLOCK_AHEAD_S_MAX: i64 = 300;

/// The country whose accounts have a control key (ISO 3166).
const HOME_COUNTRY: &str = "RU";
/// Characters of a date without offset, `YYYY-MM-DD`.
const DATE_CHARACTERS: usize = 10;

/// Tells whether the `xsd:date` lies after `today`. The offset that such a date may carry does not count: the day is
/// compared as it is written. Years outside of four digits are far ahead or, with a minus, long past.
pub fn lies_ahead(date: &str, today: Date) -> bool {
    match date.get(..DATE_CHARACTERS).map(str::parse::<Date>) {
        Some(Ok(date)) => date > today,
        _ => !date.starts_with('-'),
    }
}

/// Tells whether the `xsd:dateTime` lies after `now` by more than [`CLOCK_AHEAD_S_MAX`]. One without offset is compared
/// by its day in the bank's zone.
pub fn moment_lies_ahead(moment: &str, now: Instant, zone: &BankZone) -> bool {
    match moment.parse::<Timestamp>() {
        Ok(moment) => Instant::from(moment) > now.plus_seconds(CLOCK_AHEAD_S_MAX),
        Err(_) => lies_ahead(moment, zone.date_of(now)),
    }
}

/// Tells whether the code is a current one of ISO 4217. `RUR`, which this bank's accounts are kept in, is not.
pub fn is_currency(code: &str) -> bool {
    code.parse::<Currency>().is_ok_and(|currency| currency != Currency::RUR)
}

/// Tells whether the code may stand at an account: the schema allows historic codes there, and this bank itself calls
/// its rouble accounts `RUR`.
pub fn is_account_currency(code: &str) -> bool {
    code.parse::<Currency>().is_ok()
}

/// Tells whether the `xsd:decimal` is above zero. The schema has seen to its form, so any digit but 0 makes it so,
/// unless it has a minus.
pub fn is_positive(amount: &str) -> bool {
    !amount.starts_with('-') && amount.bytes().any(|byte| (b'1'..=b'9').contains(&byte))
}

/// Finds the mistake in the number of an account at this bank. Accounts of another country are not looked at.
pub fn account_fault(number: &str, country: Option<&str>, bank: &Bic) -> Option<ReasonCode> {
    if country.is_some_and(|country| country != HOME_COUNTRY) {
        return None;
    }
    match number.parse::<AccountNumber>() {
        Err(_) => Some(ReasonCode::AccountNumber),
        Ok(number) if !number.control_key_is_valid(bank) => Some(ReasonCode::AccountKey),
        Ok(_) => None,
    }
}

/// Standing of the certificate that a correction names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// No earlier certificate of the owner has this identifier.
    #[default]
    Absent,
    Rejected,
    /// A certificate with this number is not checked yet, and none was accepted.
    Undecided,
    /// A certificate with this number was accepted.
    Accepted,
}

/// Finds the mistake in a correction that names `original`, which stands like `standing`. An undecided original is
/// waited for before this is asked; should it never be decided, the correction names an earlier certificate all the
/// same.
pub fn correction_fault(original: Option<&str>, standing: Standing) -> Option<ReasonCode> {
    match (original, standing) {
        (None, _) => Some(ReasonCode::OriginalMissing),
        (Some(_), Standing::Absent) => Some(ReasonCode::OriginalNotFound),
        (Some(_), Standing::Rejected) => Some(ReasonCode::OriginalRejected),
        (Some(_), Standing::Undecided | Standing::Accepted) => None,
    }
}
