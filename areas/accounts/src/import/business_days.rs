//! `business_days`: days of the bank that differ from their weekday.

use std::collections::BTreeMap;

use import::{ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns};
use store::Tx;

use super::{Day, day_in_greenwich};
use crate::store::imported::{BUSINESS_DAY_STORED, BUSINESS_DAYS_LISTED};
use crate::work::{CalendarError, name_days};

pub(super) struct BusinessDaysFile;

impl TableImporter for BusinessDaysFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&BUSINESS_DAY_STORED),
            listed: Some(&BUSINESS_DAYS_LISTED),
            columns: columns! { date, is_business_day },
            ..ImportFile::new("business_days", "business_day", &["date"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let Day(day) = row.parse("date")?;
        let is_business_day = row.optional_boolean("is_business_day")?.unwrap_or_default();
        let named = BTreeMap::from([(day, is_business_day)]);
        match name_days(tx, &named, day_in_greenwich(context.now)) {
            Ok(outcomes) => Ok(outcomes.into_iter().next().map_or(RowOutcome::Unchanged, RowOutcome::from)),
            Err(CalendarError::Store(error)) => Err(RowError::Store(error)),
            Err(error @ (CalendarError::HasPassed(_) | CalendarError::TooFarAhead(_))) => {
                Err(RowError::new("date", error.to_string()))
            }
        }
    }
}
