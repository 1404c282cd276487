//! Sends a partly signed statement on whose signatures became enough when the company lowered its signature scheme.
//!
//! A change of the scheme moves no money by itself: who changed it may not even have seen the statement. So it waits
//! until somebody who may sign says so.

use clients::SignatureType;
use clients::signatures::{SchemeState, scheme_state};
use kernel::Cnum;
use store::Tx;

use super::access::{check_version, own_header, rights_to_see, scheme_of};
use super::error::{Result, StatementError};
use super::lapse;
use super::step::take;
use super::trail::Origin;
use crate::identifier::StatementId;
use crate::lifecycle::{StatementStatus, UnsignedEvent};
use crate::rights::may_sign;
use crate::signing::signers;
use crate::state::PayrollState;
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
    let (unit_state, origin, cnum) = (state.clone(), origin.clone(), cnum.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        let mut header = own_header(tx, &cnum, id)?;
        let rights = rights_to_see(tx, &origin.user, &cnum)?;
        if !SignatureType::ALL.iter().any(|kind| may_sign(rights, *kind)) {
            return Err(StatementError::NoRight);
        }
        check_version(&header, version)?;
        let scheme = scheme_of(tx, &cnum)?;
        let given = signatures::given(tx, id)?;
        let status = header.state.status();
        if status != StatementStatus::PartlySigned
            || scheme_state(scheme, signers(&given)) != SchemeState::Complete
        {
            return Err(StatementError::NotInThisState(status));
        }
        let change = header.state.unsigned(UnsignedEvent::SchemeComplete)?;
        take(tx, &mut header, &change, &origin, now)?;
        lapse::end(tx, id)?;
        jobs::enqueue(tx, EXECUTE, &id.to_string(), now)?;
        Ok(origin.record(tx, &unit_state, now, "payroll_statement.completed", &header)?)
    };
    state.store.write("payroll.complete", work).await?;
    state.wake.notify(EXECUTE);
    Ok(())
}
