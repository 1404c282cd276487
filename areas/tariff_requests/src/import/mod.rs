//! The bank's files of this area (OPS-01).

mod answers;
mod future_changes;
mod plans;

use std::sync::Arc;

use import::{ImportRow, RowError, TableImporter};
use kernel::Cnum;
use store::Tx;

use crate::plan::PlanCode;
use crate::store::plans::find_plan;

/// The importers of this area, in the order in which their files refer to each other.
pub fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![
        Arc::new(plans::TariffPlans),
        Arc::new(plans::ClientTariffPlans),
        Arc::new(future_changes::FutureTariffChanges),
        Arc::new(answers::LetterAnswers),
    ]
}

fn client(tx: &mut Tx, row: &ImportRow) -> Result<Cnum, RowError> {
    let cnum: Cnum = row.parse("cnum")?;
    match clients::find_company(tx, &cnum)? {
        Some(_) => Ok(cnum),
        None => Err(RowError::new("cnum", format!("there is no company {cnum}"))),
    }
}

fn plan(tx: &mut Tx, row: &ImportRow) -> Result<PlanCode, RowError> {
    let code: PlanCode = row.parse("plan_code")?;
    match find_plan(tx, &code)? {
        Some(_) => Ok(code),
        None => Err(RowError::new("plan_code", format!("there is no tariff plan {code}"))),
    }
}

/// The day in `column`, as `2026-11-20`.
fn day(row: &ImportRow, column: &'static str) -> Result<jiff::civil::Date, RowError> {
    let text = row.text(column)?;
    // `parse` would take other forms of ISO 8601 as well.
    text.parse::<jiff::civil::Date>()
        .ok()
        .filter(|date| date.to_string() == text)
        .ok_or_else(|| RowError::new(column, "must be a day, such as 2026-11-20"))
}
