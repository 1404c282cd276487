//! The body of the calendar.

use std::collections::BTreeMap;

use accounts::{Calendar, CutOffKind, day};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::work::calendar::{CalendarTold, DAYS_AT_ONCE_MAX};

/// Days and cut-off times.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::api) struct BankCalendar {
    /// Days that differ from their weekday, up to 1,000.
    #[serde(default)]
    #[schema(max_items = 1000)]
    days: Vec<BankDay>,
    /// Cut-off times, each for one kind.
    #[serde(default)]
    cut_offs: Vec<BankCutOff>,
}

/// A day of the bank.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::api) struct BankDay {
    /// At most five years ahead.
    #[schema(format = Date, example = "2027-01-04")]
    date: String,
    /// False for a holiday, true for a weekend on which the bank works.
    is_business_day: bool,
}

/// The cut-off time of a kind.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct BankCutOff {
    /// `payroll.execute`: statements; `payment.send`: statements that pay employees at other banks.
    #[schema(example = "payroll.execute")]
    kind: String,
    /// Hours and minutes in the bank's zone; a kind without has no cut-off time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "17:00", nullable = false)]
    until: Option<String>,
}

impl BankCalendar {
    /// Reads what a system tells.
    pub(in crate::api) fn read(self) -> Result<CalendarTold, String> {
        if self.days.len() > DAYS_AT_ONCE_MAX {
            return Err(format!("At most {DAYS_AT_ONCE_MAX} days come at once: divide them"));
        }
        let (mut days, mut cut_offs) = (BTreeMap::new(), BTreeMap::new());
        for (place, BankDay { date, is_business_day }) in self.days.into_iter().enumerate() {
            let day =
                day(&date).ok_or_else(|| format!("days[{place}].date must be a day such as 2026-11-20"))?;
            if days.insert(day, is_business_day).is_some() {
                return Err(format!("days[{place}].date occurs twice"));
            }
        }
        for (place, BankCutOff { kind, until }) in self.cut_offs.into_iter().enumerate() {
            let kind: CutOffKind = kind.parse().map_err(|error| format!("cutOffs[{place}].kind {error}"))?;
            let until = until.map(|until| until.parse()).transpose();
            let until = until.map_err(|error| format!("cutOffs[{place}].until {error}"))?;
            if cut_offs.insert(kind, until).is_some() {
                return Err(format!("cutOffs[{place}].kind occurs twice"));
            }
        }
        Ok(CalendarTold { days, cut_offs })
    }
}

impl From<Calendar> for BankCalendar {
    fn from(calendar: Calendar) -> Self {
        let day = |(date, is_business_day): (jiff::civil::Date, bool)| BankDay {
            date: date.to_string(),
            is_business_day,
        };
        let cut_off = |kind: CutOffKind| {
            let until = Some(calendar.cut_off(kind)?.to_string());
            Some(BankCutOff { kind: kind.as_str().to_owned(), until })
        };
        Self {
            days: calendar.named().map(day).collect(),
            cut_offs: CutOffKind::ALL.into_iter().filter_map(cut_off).collect(),
        }
    }
}
