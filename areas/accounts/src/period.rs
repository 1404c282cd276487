//! The days whose operations are asked for.

use jiff::Span;
use jiff::civil::Date;
use kernel::{BankZone, Instant};
use thiserror::Error;

/// Reads a day in its one written form, `2026-11-20`.
pub(crate) fn day(text: &str) -> Option<Date> {
    let is_plain = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_plain { text.parse().ok() } else { None }
}

/// The last day is before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the last day of the period is before the first")]
pub(crate) struct PeriodError;

/// Days of the bank, both ends included; an end that is absent is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Period {
    from: Option<Date>,
    to: Option<Date>,
}

impl Period {
    /// The days from `from` to `to`.
    pub(crate) fn new(from: Option<Date>, to: Option<Date>) -> Result<Self, PeriodError> {
        match (from, to) {
            (Some(from), Some(to)) if to < from => Err(PeriodError),
            _ => Ok(Self { from, to }),
        }
    }

    /// The first day.
    pub(crate) const fn from(&self) -> Option<Date> {
        self.from
    }

    /// The last day.
    pub(crate) const fn to(&self) -> Option<Date> {
        self.to
    }

    /// The moment at which it begins; `None` when that end is open.
    pub(crate) fn start(&self, zone: &BankZone) -> Option<Instant> {
        self.from.map(|from| zone.start_of_day(from))
    }

    /// The first moment after it; `None` when that end is open.
    pub(crate) fn end(&self, zone: &BankZone) -> Option<Instant> {
        // The last day of the calendar has none after it.
        let next = self.to?.checked_add(Span::new().days(1)).ok()?;
        Some(zone.start_of_day(next))
    }
}

#[cfg(test)]
mod tests;
