//! `day_rates`: what currencies cost in roubles, day by day.

use import::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns, upsert};
use kernel::Currency;
use store::{Tx, params};

use super::Day;
use crate::ledger::{Rate, RateMicro};
use crate::store::imported::{RATE_INSERT, RATE_STORED, RATE_UPDATE};

pub(super) struct DayRatesFile;

impl TableImporter for DayRatesFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&RATE_STORED),
            columns: columns! { currency, rate_date, units, rate },
            ..ImportFile::new("day_rates", "day_rate", &["currency", "rate_date"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        let currency: Currency = row.parse("currency")?;
        if currency.is_national() {
            return Err(RowError::new("currency", "the national currency has no rate"));
        }
        let Day(day) = row.parse("rate_date")?;
        let RateMicro(rate_micro) = row.parse("rate")?;
        let rate = Rate::new(row.parse("units")?, rate_micro);
        let rate = rate.map_err(|error| RowError::new("units", error.to_string()))?;
        let values = params![currency, day, rate.units(), rate.rate_micro()];
        Ok(upsert(tx, &RATE_INSERT, &RATE_UPDATE, &values)?)
    }
}
