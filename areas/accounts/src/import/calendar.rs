//! `business_days`: days of the bank that differ from their weekday; and `cut_offs`: the times of a business day from
//! which something waits for the next one.

use std::collections::BTreeMap;

use import::{ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns};
use store::Tx;

use super::{Day, day_in_greenwich};
use crate::store::calendar::zone;
use crate::store::imported::{BUSINESS_DAY_STORED, BUSINESS_DAYS_LISTED, CUT_OFF_STORED, CUT_OFFS_LISTED};
use crate::work::{CalendarError, name_days, set_cut_offs};

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
        // Without a server nothing was done on any day yet, whatever zone it will have.
        let today = zone(tx)?.map_or_else(|| day_in_greenwich(context.now), |zone| zone.date_of(context.now));
        match name_days(tx, &named, today) {
            Ok(outcomes) => Ok(outcomes.into_iter().next().map_or(RowOutcome::Unchanged, RowOutcome::from)),
            Err(CalendarError::Store(error)) => Err(RowError::Store(error)),
            Err(error @ (CalendarError::HasPassed(_) | CalendarError::TooFarAhead(_))) => {
                Err(RowError::new("date", error.to_string()))
            }
        }
    }
}

pub(super) struct CutOffsFile;

impl TableImporter for CutOffsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&CUT_OFF_STORED),
            listed: Some(&CUT_OFFS_LISTED),
            columns: columns! { kind, until = optional },
            ..ImportFile::new("cut_offs", "cut_off", &["kind"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        let cut_offs = BTreeMap::from([(row.parse("kind")?, row.optional_parse("until")?)]);
        let outcomes = set_cut_offs(tx, &cut_offs)?;
        Ok(outcomes.into_iter().next().map_or(RowOutcome::Unchanged, RowOutcome::from))
    }
}
