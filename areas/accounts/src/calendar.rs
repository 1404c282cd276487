//! The bank's calendar: business days and cut-off times (BNK-07).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::Span;
use jiff::civil::{Date, DateTime, Weekday};
use kernel::text_enum;
use thiserror::Error;

pub(crate) const YEARS_AHEAD_MAX: i64 = 5;
/// The most days after another one that are looked at for a business day. A longer pause goes on at its end: whoever
/// waits looks again on each day.
pub(crate) const DAYS_LOOKED_AT_MAX: usize = 62;

text_enum! {
    /// Something that has a cut-off time, named as the kind of its orders.
    pub enum CutOffKind {
        ExecuteStatement = "payroll.execute",
        /// The execution of a statement that pays employees at other banks.
        SendPayment = "payment.send",
    }
}

/// A time of the day in the bank's zone, to the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CutOff(i64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must be a time of the day such as 17:00")]
pub struct CutOffError;

impl CutOff {
    pub const fn minute(self) -> i64 {
        self.0
    }

    fn has_passed(self, time: DateTime) -> bool {
        i64::from(time.hour()) * 60 + i64::from(time.minute()) >= self.0
    }
}

impl TryFrom<i64> for CutOff {
    type Error = CutOffError;

    fn try_from(minute: i64) -> Result<Self, CutOffError> {
        if (0..24 * 60).contains(&minute) { Ok(Self(minute)) } else { Err(CutOffError) }
    }
}

impl FromStr for CutOff {
    type Err = CutOffError;

    fn from_str(text: &str) -> Result<Self, CutOffError> {
        let number = |part: &str, limit: i64| {
            let is_plain = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<i64>().ok().filter(|number| is_plain && *number < limit).ok_or(CutOffError)
        };
        let (hour, minute) = text.split_once(':').ok_or(CutOffError)?;
        Ok(Self(number(hour, 24)? * 60 + number(minute, 60)?))
    }
}

impl fmt::Display for CutOff {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// The days from some day on, and the cut-off times.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    /// Days that are named, each with the answer whether it is a business day.
    pub(crate) named: BTreeMap<Date, bool>,
    /// True when any day is named: without one every day is a business day.
    pub(crate) is_kept: bool,
    pub(crate) cut_offs: BTreeMap<CutOffKind, CutOff>,
}

impl Calendar {
    pub fn is_business_day(&self, day: Date) -> bool {
        let is_weekend = || matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
        self.named.get(&day).copied().unwrap_or_else(|| !(self.is_kept && is_weekend()))
    }

    /// Returns a day, or the first business day after it.
    pub fn business_day_from(&self, day: Date) -> Date {
        let days = day.series(Span::new().days(1)).take(DAYS_LOOKED_AT_MAX);
        days.clone().find(|day| self.is_business_day(*day)).or(days.last()).unwrap_or(day)
    }

    pub fn cut_off(&self, kind: CutOffKind) -> Option<CutOff> {
        self.cut_offs.get(&kind).copied()
    }

    /// Returns the business day on which something is done that is wanted from a day on and was ready at a time: it is
    /// done on the first one, unless it was ready on that day when its cut-off time had passed.
    pub fn day_of(&self, wanted: Date, ready: DateTime, cut_off: Option<CutOff>) -> Date {
        let day = self.business_day_from(wanted);
        let is_late = day == ready.date() && cut_off.is_some_and(|cut_off| cut_off.has_passed(ready));
        if is_late { self.business_day_from(day.saturating_add(Span::new().days(1))) } else { day }
    }

    pub fn named(&self) -> impl Iterator<Item = (Date, bool)> {
        self.named.iter().map(|(day, is_business_day)| (*day, *is_business_day))
    }
}

#[cfg(test)]
mod tests;
