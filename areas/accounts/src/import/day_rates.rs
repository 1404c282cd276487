//! `day_rates`: what currencies cost in roubles, day by day.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use kernel::Currency;
use store::{Query, Tx, params};

use super::Day;
use crate::ledger::{Rate, RateMicro};
use crate::store::imported::{RATE_INSERT, RATE_STORED, RATE_UPDATE};

/// Takes `day_rates`.
pub(super) struct DayRatesFile;

impl TableImporter for DayRatesFile {
    fn file_stem(&self) -> &'static str {
        "day_rates"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::required("currency"),
                Column::required("rate_date"),
                Column::required("units"),
                Column::required("rate"),
            ]
        }
    }

    fn key(&self) -> &'static [&'static str] {
        &["currency", "rate_date"]
    }

    fn object(&self) -> &'static str {
        "day_rate"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&RATE_STORED)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
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
