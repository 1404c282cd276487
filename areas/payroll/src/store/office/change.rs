//! What all changes have in common, and the shortest of them.

use audit::Entry;
use clients::{Right, Rights};
use kernel::{Cnum, Instant, UserId};
use serde_json::json;
use store::{StoreError, Tx};
use thiserror::Error;

use crate::catalogue::Reason;
use crate::identifier::StatementId;
use crate::lifecycle::{Change, Forbidden, StatementStatus};
use crate::state::{CHECK, EXECUTE, PayrollState};
use crate::statement::StatementHeader;
use crate::store::intake::Origin;
use crate::store::{lapse, statements};
use crate::submission::FieldFault;

/// Why something is not shown or not done.
#[derive(Debug, Error)]
pub enum OfficeError {
    /// The company has no such statement.
    #[error("the company has no such statement")]
    NotFound,
    /// The user has not the right for it.
    #[error("the user has not the right")]
    NoRight,
    /// The statement is not as the user saw it any more.
    #[error("the statement has changed meanwhile")]
    Changed,
    /// The state of the statement does not allow it.
    #[error("not possible in {0}")]
    NotInThisState(StatementStatus),
    /// The user has signed already, or the scheme asks for no more signatures of the type.
    #[error("the signature is not needed")]
    SignatureNotNeeded,
    /// The certificate's signature is wrong; why.
    #[error("the signature is refused")]
    SignatureRefused(Reason),
    /// Fields of the correction are wrong.
    #[error("the correction has wrong fields")]
    Fields(Vec<FieldFault>),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Forbidden> for OfficeError {
    fn from(forbidden: Forbidden) -> Self {
        Self::NotInThisState(forbidden.from)
    }
}

/// The company's statement.
pub(super) fn own_header(tx: &mut Tx, cnum: &Cnum, id: StatementId) -> Result<StatementHeader, OfficeError> {
    statements::header(tx, id)?.filter(|header| header.cnum == *cnum).ok_or(OfficeError::NotFound)
}

/// The company's statement as the user saw it.
pub(super) fn seen_header(
    tx: &mut Tx,
    cnum: &Cnum,
    id: StatementId,
    version: i64,
) -> Result<StatementHeader, OfficeError> {
    let header = own_header(tx, cnum, id)?;
    if header.version == version { Ok(header) } else { Err(OfficeError::Changed) }
}

/// The rights of a user who may see statements.
pub(super) fn rights_to_see(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Rights, OfficeError> {
    let rights = clients::rights(tx, user, cnum)?;
    let one_of = [Right::EditPayroll, Right::SignFirst, Right::SignSecond];
    let may_see = rights.contains(Right::Act) && one_of.into_iter().any(|right| rights.contains(right));
    if may_see { Ok(rights) } else { Err(OfficeError::NoRight) }
}

/// Refuses users without the right to change statements.
pub(super) fn check_may_edit(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<(), OfficeError> {
    let rights = rights_to_see(tx, user, cnum)?;
    if rights.contains(Right::EditPayroll) { Ok(()) } else { Err(OfficeError::NoRight) }
}

/// Takes the step on behalf of the user.
pub(super) fn take(
    tx: &mut Tx,
    header: &mut StatementHeader,
    change: &Change,
    origin: &Origin,
    now: Instant,
) -> Result<(), OfficeError> {
    if statements::advance(tx, header, change, now, Some(&origin.user))? {
        Ok(())
    } else {
        Err(OfficeError::Changed)
    }
}

/// Writes the audit entry of a change.
pub(super) fn record(tx: &mut Tx, entry: Entry, header: &StatementHeader) -> Result<(), OfficeError> {
    let detail = json!({
        "external_id": header.terms.external_id.as_str(),
        "status": header.state.status().as_str(),
    });
    Ok(audit::record(tx, entry.detail(detail))?)
}

/// Deletes a statement that is not executed yet. Its rows stay, and its name stays taken.
///
/// # Errors
/// [`OfficeError::NotFound`], [`OfficeError::NoRight`] (it takes the right to edit), [`OfficeError::Changed`],
/// [`OfficeError::NotInThisState`]; the database's.
pub async fn delete(
    state: &PayrollState,
    origin: &Origin,
    cnum: &Cnum,
    id: StatementId,
    version: i64,
) -> Result<(), OfficeError> {
    let (unit_state, origin, cnum) = (state.clone(), origin.clone(), cnum.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        let mut header = own_header(tx, &cnum, id)?;
        check_may_edit(tx, &origin.user, &cnum)?;
        if header.version != version {
            return Err(OfficeError::Changed);
        }
        let change = header.state.delete()?;
        take(tx, &mut header, &change, &origin, now)?;
        jobs::cancel(tx, CHECK, &id.to_string())?;
        jobs::cancel(tx, EXECUTE, &id.to_string())?;
        lapse::end(tx, id)?;
        let entry = origin.entry(&unit_state, now, "payroll_statement.deleted", &header);
        record(tx, entry, &header)
    };
    state.store.write("payroll.delete", work).await
}
