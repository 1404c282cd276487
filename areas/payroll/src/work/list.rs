//! The list of a company's statements.

use clients::{Rights, SignatureType};
use kernel::{Cnum, UserId};
use store::Tx;

use super::access::{rights_to_see, scheme_of};
use super::awaited::{Candidate, Signatories, own_types};
use super::error::Result;
use crate::filter::{Filter, LIST_LIMIT_MAX};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{listing, people, signatures};
use crate::work::waiting;

/// A page of statements, the newest first.
#[derive(Clone, Debug)]
pub struct StatementPage {
    pub statements: Vec<StatementHeader>,
    /// The number of all that fit the filter.
    pub total_count: i64,
    /// The signatures of each of them.
    pub signing: Vec<Signing>,
    pub rights: Rights,
}

/// Signatures of a listed statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signing {
    /// The names of those who have signed.
    pub signed: Vec<String>,
    /// The people who could give the missing signatures, while the statement awaits them.
    pub awaited: Vec<Candidate>,
    /// The user could give one.
    pub may_sign: bool,
}

fn signing(
    tx: &mut Tx,
    (user, cnum, rights): (&UserId, &Cnum, Rights),
    statements: &[StatementHeader],
) -> Result<Vec<Signing>> {
    let scheme = scheme_of(tx, cnum)?;
    let signatories = Signatories::read(tx, cnum, scheme, SignatureType::ALL)?;
    let one = |header: &StatementHeader| {
        let given = signatures::given(tx, header.id)?;
        let signed = given.iter().map(|given| people::name_of(tx, &given.user)).collect::<Result<_, _>>()?;
        if !header.state.status().awaits_signatures() {
            return Ok(Signing { signed, ..Signing::default() });
        }
        let may_sign = !own_types(scheme, &given, user, rights).is_empty();
        Ok(Signing { signed, awaited: signatories.candidates(&given), may_sign })
    };
    statements.iter().map(one).collect()
}

/// Returns the statements of the company that fit the filter, the newest first: `offset` are passed over, at most
/// `limit` (and never more than [`LIST_LIMIT_MAX`]) are returned.
///
/// # Errors
/// `StatementError::NoRight` when the user has no payroll right; the database's.
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
        let signing = signing(tx, (&user, &cnum, rights), &statements)?;
        Ok(StatementPage { statements, total_count, signing, rights })
    };
    state.store.read("payroll.list", work).await
}
