//! Corrections of an unsigned statement in which the checks found errors.

use kernel::Cnum;
use store::Tx;

use super::edit::{Edit, edit};
use super::error::{Result, StatementError};
use super::trail::Origin;
use crate::correction::Correction;
use crate::identifier::StatementId;
use crate::lifecycle::UnsignedEvent;
use crate::rights::may_edit;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{dictionaries, row_versions, statements, transfers};
use crate::work::job_kind::CHECK;

/// Corrects an unsigned statement in ERROR and sends it to the checks again: ERROR → CHECKING.
///
/// # Errors
/// [`StatementError::NotFound`], [`StatementError::NoRight`] (it takes the right to edit), [`StatementError::Changed`],
/// [`StatementError::NotInThisState`], [`StatementError::Fields`] for what cannot be stored; the database's.
pub async fn correct(
    state: &PayrollState,
    origin: &Origin,
    cnum: &Cnum,
    id: StatementId,
    version: i64,
    correction: Correction,
) -> Result<()> {
    let change = move |tx: &mut Tx, header: &StatementHeader, now| {
        let change = header.state.unsigned(UnsignedEvent::Corrected)?;
        let code = correction.terms.as_ref().map(|terms| &terms.income.enrollment_code);
        let enrollment = code.map(|code| dictionaries::enrollment_kind(tx, code)).transpose()?.flatten();
        let wrong = correction.check(header, enrollment.as_ref());
        if !wrong.is_empty() {
            return Err(StatementError::Fields(wrong));
        }
        if let Some(terms) = &correction.terms {
            statements::correct_terms(tx, id, terms)?;
        }
        for transfer in &correction.transfers {
            let line = transfer.line;
            let seen = row_versions::between(tx, id, line - 1, line)?.remove(&line);
            row_versions::advance(tx, id, line, seen.ok_or(StatementError::Changed)?)?;
            transfers::replace(tx, id, transfer)?;
        }
        jobs::enqueue(tx, CHECK, &id.to_string(), now)?;
        Ok(change)
    };
    let names = Edit { unit: "payroll.correct", action: "payroll_statement.corrected", may: may_edit };
    edit(state, origin, cnum, (id, version), names, change).await?;
    state.wake.notify(CHECK);
    Ok(())
}
