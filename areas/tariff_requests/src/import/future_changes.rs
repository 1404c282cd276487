//! The file `future_tariff_changes`.

use import::{ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns};
use store::{Tx, params};

use super::{client, day, plan};
use crate::store::plans::{CHANGE_STORED, CHANGE_TOLD, CHANGE_UPDATE, insert_change, planned_change};
use crate::work::job_kind::TAKE_EFFECT;

pub(super) struct FutureTariffChanges;

impl TableImporter for FutureTariffChanges {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&CHANGE_TOLD),
            columns: columns! { future_change_id, cnum, plan_code, effective_from },
            ..ImportFile::new("future_tariff_changes", "tariff_change", &["future_change_id"])
        }
    }

    fn prepare(&self, row: &mut ImportRow, _: &ImportContext<'_>) -> Result<(), RowError> {
        // The key of what is stored is a number.
        row.number("future_change_id").map(drop)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let id = row.number("future_change_id")?;
        if id < 1 {
            return Err(RowError::new("future_change_id", "must be above zero"));
        }
        let (cnum, plan, day) = (client(tx, row)?, plan(tx, row)?, day(row, "effective_from")?);
        if let Some(stored) = tx.query_optional(&CHANGE_STORED, params![id])? {
            if stored.text("cnum")? != cnum.as_str() {
                return Err(RowError::new("cnum", "the change belongs to another client"));
            }
            let same = stored.text("plan_code")? == plan.as_str()
                && stored.text("effective_from")? == day.to_string();
            if same {
                return Ok(RowOutcome::Unchanged);
            }
            if stored.text("state")? != "PLANNED" {
                return Err(RowError::Row { message: "the change does not lie ahead any more".to_owned() });
            }
            tx.execute_one(&CHANGE_UPDATE, params![id, plan.as_str(), day])?;
            schedule(tx, id, context)?;
            return Ok(RowOutcome::Changed);
        }
        if let Some(other) = planned_change(tx, &cnum)? {
            return Err(RowError::new(
                "cnum",
                format!("change {} of the client lies ahead already", other.id),
            ));
        }
        insert_change(tx, id, (&cnum, &plan, day), None)?;
        schedule(tx, id, context)?;
        Ok(RowOutcome::Created)
    }
}

/// Enqueues the job, which finds out by itself when its day begins: the import does not know the bank's zone.
fn schedule(tx: &mut Tx, id: i64, context: &ImportContext<'_>) -> Result<(), RowError> {
    Ok(jobs::enqueue(tx, TAKE_EFFECT, &id.to_string(), context.applied_at)?)
}
