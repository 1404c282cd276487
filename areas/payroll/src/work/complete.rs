//! Sends a partly signed statement on whose signatures became enough when the company lowered its signature scheme.
//!
//! A change of the scheme moves no money by itself: who changed it may not even have seen the statement. So it waits
//! until somebody who may sign says so.

use clients::signatures::{SchemeState, scheme_state};
use kernel::Cnum;
use store::Tx;

use super::access::scheme_of;
use super::error::{Result, StatementError};
use super::lapse;
use super::step::{Edit, edit};
use super::trail::Origin;
use crate::identifier::StatementId;
use crate::lifecycle::StatementEvent;
use crate::rights::signs;
use crate::signing::signers;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::signatures;
use crate::work::job_kind::EXECUTE;

/// Sends the company's statement to execution with the signatures that it has. The caller has seen to the user's
/// confirmation.
///
/// # Errors
/// [`StatementError::NotFound`], [`StatementError::NoRight`] (it takes a right to sign), [`StatementError::Changed`],
/// [`StatementError::NotInThisState`] also when signatures are missing; the database's.
pub(crate) async fn complete(
    state: &PayrollState,
    origin: &Origin,
    cnum: &Cnum,
    id: StatementId,
    version: i64,
) -> Result<()> {
    let beside = move |tx: &mut Tx, header: &StatementHeader, now| {
        let scheme = scheme_of(tx, &header.cnum)?;
        let given = signatures::given(tx, id)?;
        if scheme_state(scheme, signers(&given)) != SchemeState::Complete {
            return Err(StatementError::NotInThisState(header.state.status()));
        }
        lapse::end(tx, id)?;
        Ok(jobs::enqueue(tx, EXECUTE, &id.to_string(), now)?)
    };
    let step = Edit {
        unit: "payroll.complete",
        action: "payroll_statement.completed",
        may: signs,
        event: StatementEvent::SchemeComplete,
    };
    edit(state, origin, cnum, (id, version), step, beside).await?;
    state.wake.notify(EXECUTE);
    Ok(())
}
