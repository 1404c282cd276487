//! The list of a company's statements, and those that wait for a person.

use clients::{Rights, SignatureScheme, SignatureType};
use kernel::{Cnum, Money};
use store::Tx;

use super::access::{rights_to_see, scheme_of};
use super::awaited::{Candidate, Signatories, own_types};
use super::error::Result;
use super::look_again::SecondLook;
use super::trail::Origin;
use crate::filter::{Among, Filter, LIST_LIMIT_MAX};
use crate::lifecycle::StatementStatus;
use crate::rights::may_see;
use crate::signing::Standing;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{dictionaries, listing, signatures};
use crate::waiting::{Tally, WaitingStatement, tally, waits};

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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signing {
    pub signed: Vec<String>,
    /// The people who could give the missing signatures, while the statement awaits them.
    pub awaited: Vec<Candidate>,
    pub may_sign: bool,
}

fn signing(
    tx: &mut Tx,
    (origin, rights): (&Origin, Rights),
    statements: &[StatementHeader],
) -> Result<Vec<Signing>> {
    let scheme = scheme_of(tx, &origin.cnum)?;
    let signatories = Signatories::read(tx, &origin.cnum, scheme, SignatureType::ALL)?;
    let one = |header: &StatementHeader| {
        let given = signatures::given(tx, header.id)?;
        let signed =
            given.iter().map(|given| dictionaries::name_of(tx, &given.user)).collect::<Result<_, _>>()?;
        if !header.state.status().awaits_signatures() {
            return Ok(Signing { signed, ..Signing::default() });
        }
        let may_sign = !own_types(scheme, &given, &origin.user, rights).is_empty();
        Ok(Signing { signed, awaited: signatories.candidates(&given), may_sign })
    };
    statements.iter().map(one).collect()
}

/// Returns the statements of the company that fit the filter, the newest first: `offset` are passed over, at most
/// `limit` (and never more than [`LIST_LIMIT_MAX`]) are returned.
pub async fn list(
    state: &PayrollState,
    origin: &Origin,
    filter: &Filter,
    offset: u32,
    limit: u32,
) -> Result<StatementPage> {
    let (unit_state, origin, filter) = (state.clone(), origin.clone(), filter.clone());
    let work = move |tx: &mut Tx| {
        let rights = rights_to_see(tx, &origin)?;
        let among = match filter.status.filter(|_| filter.is_mine) {
            Some(status) => of_status(tx, &unit_state, (&origin, rights), status)?,
            None => Among::All,
        };
        let total_count = listing::count(tx, &origin.cnum, &filter, &among)?;
        let statements =
            listing::page(tx, &origin.cnum, &filter, &among, (offset, limit.min(LIST_LIMIT_MAX)))?;
        let signing = signing(tx, (&origin, rights), &statements)?;
        Ok(StatementPage { statements, total_count, signing, rights })
    };
    state.store.read("payroll.list", work).await
}

/// The most scheduled statements whose signatures are looked at: the next ones by their day.
const SCHEDULED_MAX: i64 = 100;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    pub(crate) tallies: Vec<Tally>,
    /// Scheduled ones that will be declined on their day, because a signature does not count any more.
    pub(crate) lost: Option<Tally>,
}

/// Tallies the company's statements that wait for the user; `None` when the user may not see statements.
pub(crate) async fn waiting(state: &PayrollState, origin: &Origin) -> store::Result<Option<Waits>> {
    let (unit_state, origin) = (state.clone(), origin.clone());
    let work = move |tx: &mut Tx| {
        let rights = clients::rights(tx, &origin.user, &origin.cnum)?;
        if !may_see(rights) {
            return Ok(None);
        }
        let (statements, scheme) = looked_at(tx, &origin)?;
        let tallies = tally(&statements, rights, scheme);
        let totals = lost(tx, &unit_state, &origin.cnum)?.into_iter().map(|header| header.terms.total);
        let count = u32::try_from(totals.len()).unwrap_or(u32::MAX);
        let tally = Tally { status: StatementStatus::Scheduled, count, sum: Money::checked_sum(totals) };
        Ok(Some(Waits { tallies, lost: (count > 0).then_some(tally) }))
    };
    state.store.read("payroll.waiting", work).await
}

/// Returns the statements of one status that [`waiting`] tells the user of, or all unsigned ones: of many not every one
/// is looked at, and but for partly signed ones all of a status wait for a user, or none does.
fn of_status(
    tx: &mut Tx,
    state: &PayrollState,
    (origin, rights): (&Origin, Rights),
    status: StatementStatus,
) -> store::Result<Among> {
    if status == StatementStatus::Scheduled {
        let lost = lost(tx, state, &origin.cnum)?;
        return Ok(Among::These(lost.into_iter().map(|header| header.id).collect()));
    }
    let (statements, scheme) = looked_at(tx, origin)?;
    let own = |one: &&WaitingStatement| one.status == status && waits(one, rights, scheme);
    let own: Vec<_> = statements.iter().filter(own).map(|one| one.id).collect();
    let are_all = !own.is_empty() && status != StatementStatus::PartlySigned;
    Ok(if are_all { Among::Unsigned } else { Among::These(own) })
}

/// Reads the statements in states that wait for people, and the company's scheme when some wait for signatures.
fn looked_at(
    tx: &mut Tx,
    origin: &Origin,
) -> store::Result<(Vec<WaitingStatement>, Option<SignatureScheme>)> {
    let statements = listing::waiting(tx, &origin.user, &origin.cnum)?;
    let awaits_signatures = statements.iter().any(|one| one.status.awaits_signatures());
    let company = if awaits_signatures { clients::find_company(tx, &origin.cnum)? } else { None };
    Ok((statements, company.map(|company| company.signature_scheme)))
}

/// Looks at the signatures of the next scheduled statements as on their day. Whoever sees statements is told: one who
/// signs can sign anew what one who edits copies.
fn lost(tx: &mut Tx, state: &PayrollState, cnum: &Cnum) -> store::Result<Vec<StatementHeader>> {
    let mut second_look = SecondLook::new(&state.settings, cnum, state.clock.now());
    let mut lost = Vec::new();
    for header in listing::scheduled(tx, cnum, SCHEDULED_MAX)? {
        if matches!(second_look.at(tx, &header)?, Standing::Lost(_)) {
            lost.push(header);
        }
    }
    Ok(lost)
}
