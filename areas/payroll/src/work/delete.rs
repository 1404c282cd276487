//! The deletion of a statement in the online bank.

use kernel::Cnum;
use store::Tx;

use super::access::{check_may_edit, check_version, own_header};
use super::error::StatementError;
use super::lapse;
use super::step::take;
use super::trail::{self, Origin};
use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::work::job_kind::{CHECK, EXECUTE};

/// Deletes a statement that is not executed yet. Its rows stay, and its name stays taken.
///
/// # Errors
/// [`StatementError::NotFound`], [`StatementError::NoRight`] (it takes the right to edit), [`StatementError::Changed`],
/// [`StatementError::NotInThisState`]; the database's.
pub async fn delete(
    state: &PayrollState,
    origin: &Origin,
    cnum: &Cnum,
    id: StatementId,
    version: i64,
) -> Result<(), StatementError> {
    let (unit_state, origin, cnum) = (state.clone(), origin.clone(), cnum.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        let mut header = own_header(tx, &cnum, id)?;
        check_may_edit(tx, &origin.user, &cnum)?;
        check_version(&header, version)?;
        let change = header.state.delete()?;
        take(tx, &mut header, &change, &origin, now)?;
        jobs::cancel(tx, CHECK, &id.to_string())?;
        jobs::cancel(tx, EXECUTE, &id.to_string())?;
        lapse::end(tx, id)?;
        let entry = origin.entry(&unit_state, now, "payroll_statement.deleted", &header);
        Ok(trail::record(tx, entry, &header)?)
    };
    state.store.write("payroll.delete", work).await
}
