//! The day on which a statement is executed (BNK-07).

use accounts::{Calendar, CutOff};
use jiff::civil::{Date, DateTime};

use crate::catalogue::{Code, Reason};

/// Everything besides the date of a statement that decides when it is executed.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    pub calendar: Calendar,
    /// The cut-off time of such a statement.
    pub cut_off: Option<CutOff>,
    /// The time at which the statement was ready: its last signature was there, or it came with all of them.
    pub ready: DateTime,
}

impl Timing {
    /// Returns the day on which a statement is executed that is wanted on a day, or as soon after it as can be.
    pub fn day(&self, wanted: Date) -> Date {
        self.calendar.day_of(wanted, self.ready, self.cut_off)
    }

    /// Returns the warning of a statement that is executed on another day than that on which it is wanted.
    pub fn moved(&self, wanted: Date) -> Option<Reason> {
        let day = self.day(wanted);
        match self.cut_off.filter(|_| self.calendar.is_business_day(wanted)) {
            _ if day == wanted => None,
            Some(cut_off) => Some(Reason::with(Code::P15, [cut_off.to_string(), day.to_string()])),
            None => Some(Reason::with(Code::P14, [wanted.to_string(), day.to_string()])),
        }
    }
}
