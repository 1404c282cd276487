//! The days whose operations are asked for.

use jiff::Span;
use jiff::civil::Date;
use kernel::{BankZone, Instant};

/// Reads a day in its one written form, `2026-11-20`.
pub fn day(text: &str) -> Option<Date> {
    let is_plain = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_plain { text.parse().ok() } else { None }
}

/// Days of the bank, both ends included; an end that is absent is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Period {
    from: Option<Date>,
    to: Option<Date>,
}

impl Period {
    /// A period; `None` when its last day is before the first.
    pub(crate) fn new(from: Option<Date>, to: Option<Date>) -> Option<Self> {
        let is_backwards = from.zip(to).is_some_and(|(from, to)| to < from);
        (!is_backwards).then_some(Self { from, to })
    }

    pub(crate) const fn from(&self) -> Option<Date> {
        self.from
    }

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
