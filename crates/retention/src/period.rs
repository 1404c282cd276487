//! Times for which things are kept.

use jiff::Span;
use kernel::{BankZone, Instant};

use crate::Kind;

pub const DAYS_MAX: u32 = 36_500;

/// The days for which things of a kind are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub setting: &'static str,
    /// Days; 0 keeps for ever.
    pub days: u32,
}

impl Period {
    /// Returns the first moment that is still kept, or nothing when all is. A thing is kept on its own day and on as
    /// many whole days of the bank behind it.
    pub fn kept_from(&self, now: Instant, zone: &BankZone) -> Option<Instant> {
        if self.days == 0 {
            return None;
        }
        let first =
            zone.date_of(now).checked_sub(Span::new().days(i64::from(self.days.min(DAYS_MAX)))).ok()?;
        Some(zone.start_of_day(first))
    }
}

/// Names the first period that is shorter than the law's least, in words.
pub fn too_short(kinds: &[&Kind], periods: &[Period]) -> Option<String> {
    periods.iter().find_map(|period| {
        let kind = kinds.iter().find(|kind| kind.setting == period.setting)?;
        let Period { setting, days } = *period;
        (days > 0 && days < kind.law.least_days).then(|| {
            let Kind { covers, law, .. } = kind;
            format!(
                "{setting}: {covers} are kept for {} days at least ({}), or for ever with 0; it is {days}",
                law.least_days, law.source
            )
        })
    })
}
