//! The deletion of a statement in the online bank.

use store::Tx;

use super::error::Result;
use super::lapse;
use super::step::{Edit, edit};
use super::trail::Origin;
use crate::identifier::StatementId;
use crate::lifecycle::StatementEvent;
use crate::rights::may_edit;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::work::job_kind::{CHECK, EXECUTE};

/// Deletes a statement that is not executed yet. Its rows stay, and its name stays taken. It takes the right to edit.
pub async fn delete(state: &PayrollState, origin: &Origin, id: StatementId, version: i64) -> Result<()> {
    let beside = move |tx: &mut Tx, _: &StatementHeader, _| {
        jobs::cancel(tx, CHECK, &id.to_string())?;
        jobs::cancel(tx, EXECUTE, &id.to_string())?;
        Ok(lapse::end(tx, id)?)
    };
    let step = Edit {
        unit: "payroll.delete",
        action: "payroll_statement.deleted",
        may: may_edit,
        event: StatementEvent::Deleted,
    };
    edit(state, origin, (id, version), step, beside).await
}
