//! The statement, the rights, and what signatures are verified with, with which use cases begin.

use clients::signatures::{MissingList, trust};
use clients::{Rights, SignatureScheme};
use kernel::Cnum;
use store::Tx;

use super::error::{Result, StatementError};
use super::trail::Origin;
use crate::identifier::StatementId;
use crate::rights;
use crate::signing::{SentSignature, Verification};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::statements;

pub(super) fn own_header(tx: &mut Tx, origin: &Origin, id: StatementId) -> Result<StatementHeader> {
    statements::header(tx, id)?.filter(|header| header.cnum == origin.cnum).ok_or(StatementError::NotFound)
}

/// Refuses a statement that is not as the user saw it any more.
pub(super) const fn check_version(header: &StatementHeader, version: i64) -> Result<()> {
    if header.version == version { Ok(()) } else { Err(StatementError::Changed) }
}

pub(super) fn scheme_of(tx: &mut Tx, cnum: &Cnum) -> Result<SignatureScheme> {
    Ok(clients::find_company(tx, cnum)?.ok_or(StatementError::NotFound)?.signature_scheme)
}

pub(super) fn rights_to_see(tx: &mut Tx, origin: &Origin) -> Result<Rights> {
    let rights = clients::rights(tx, &origin.user, &origin.cnum)?;
    if rights::may_see(rights) { Ok(rights) } else { Err(StatementError::NoRight) }
}

/// Reads one of the company's statements, and what `read` returns of it, for a user who may see statements.
pub(super) async fn read_seen<T: Send + 'static>(
    state: &PayrollState,
    unit: &'static str,
    (origin, id): (&Origin, StatementId),
    mut read: impl FnMut(&mut Tx, StatementHeader, Rights) -> Result<T> + Send + 'static,
) -> Result<T> {
    let origin = origin.clone();
    let work = move |tx: &mut Tx| {
        let header = own_header(tx, &origin, id)?;
        let rights = rights_to_see(tx, &origin)?;
        read(tx, header, rights)
    };
    state.store.read(unit, work).await
}

pub(super) fn check_may_edit(tx: &mut Tx, origin: &Origin) -> Result<()> {
    let rights = clients::rights(tx, &origin.user, &origin.cnum)?;
    if rights::may_edit(rights) { Ok(()) } else { Err(StatementError::NoRight) }
}

/// Returns what the signatures of a company's statement are verified with; `None` when there is no such company.
pub(super) fn verification(
    tx: &mut Tx,
    cnum: &Cnum,
    sent: Vec<SentSignature>,
    missing_list: MissingList,
) -> store::Result<Option<Verification>> {
    let Some(company) = clients::find_company(tx, cnum)? else { return Ok(None) };
    let trust = trust(tx, cnum, missing_list)?;
    Ok(Some(Verification { trust, scheme: company.signature_scheme, sent }))
}
