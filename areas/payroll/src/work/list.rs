//! The list of a company's statements.

use clients::{Rights, SignatureType};
use kernel::{Cnum, UserId};
use store::Tx;

use super::access::rights_to_see;
use super::awaited::{Signatories, Signing, signing_of};
use super::error::{Result, StatementError};
use crate::filter::{Filter, LIST_LIMIT_MAX};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::listing;
use crate::work::waiting;

/// A page of statements, the newest first.
#[derive(Clone, Debug)]
pub struct StatementPage {
    pub statements: Vec<StatementHeader>,
    /// The number of all that fit the filter.
    pub total_count: i64,
    /// The people who have signed each of them, and those whose signatures it awaits.
    pub signing: Vec<Signing>,
    /// The user's rights at the company.
    pub rights: Rights,
}

fn signing(tx: &mut Tx, cnum: &Cnum, statements: &[StatementHeader]) -> Result<Vec<Signing>> {
    let scheme = clients::find_company(tx, cnum)?.ok_or(StatementError::NotFound)?.signature_scheme;
    let signatories = Signatories::read(tx, cnum, scheme, [SignatureType::First, SignatureType::Second])?;
    let one = |header: &StatementHeader| {
        let awaits = header.state.status().awaits_signatures();
        Ok(signing_of(tx, header.id, Some(&signatories).filter(|_| awaits))?)
    };
    statements.iter().map(one).collect()
}

/// Returns the statements of the company that fit the filter, the newest first: `offset` are passed over, at most
/// `limit` (and never more than [`LIST_LIMIT_MAX`]) are returned.
///
/// # Errors
/// [`StatementError::NoRight`] when the user has no payroll right; the database's.
pub async fn list(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
    filter: &Filter,
    offset: u32,
    limit: u32,
) -> Result<StatementPage> {
    let (unit_state, user, cnum, filter) = (state.clone(), user.clone(), cnum.clone(), filter.clone());
    let work = move |tx: &mut Tx| {
        let rights = rights_to_see(tx, &user, &cnum)?;
        let among = match filter.status.filter(|_| filter.is_mine) {
            Some(status) => Some(waiting::of_status(tx, &unit_state, (&user, &cnum, rights), status)?),
            None => None,
        };
        let among = among.as_deref();
        let total_count = listing::count(tx, &cnum, &filter, among)?;
        let statements = listing::page(tx, &cnum, &filter, among, (offset, limit.min(LIST_LIMIT_MAX)))?;
        let signing = signing(tx, &cnum, &statements)?;
        Ok(StatementPage { statements, total_count, signing, rights })
    };
    state.store.read("payroll.list", work).await
}
