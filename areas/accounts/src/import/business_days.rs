//! `business_days`: days of the bank that are otherwise than their weekday.

use std::collections::BTreeMap;

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use store::{Query, Tx};

use super::{Day, day_in_greenwich};
use crate::store::imported::{BUSINESS_DAY_STORED, BUSINESS_DAYS_LISTED};
use crate::work::{CalendarError, name_days};

/// Takes `business_days`.
pub(super) struct BusinessDaysFile;

impl TableImporter for BusinessDaysFile {
    fn file_stem(&self) -> &'static str {
        "business_days"
    }

    fn columns(&self) -> &'static [Column] {
        const { &[Column::required("date"), Column::required("is_business_day")] }
    }

    fn key(&self) -> &'static [&'static str] {
        &["date"]
    }

    fn object(&self) -> &'static str {
        "business_day"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&BUSINESS_DAY_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&BUSINESS_DAYS_LISTED)
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
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
