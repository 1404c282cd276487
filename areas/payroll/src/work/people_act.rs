//! Lets the people of a company act in a sandbox, because a trigger came with the statement or software
//! asks for a signature (SBX-02, SBX-03).
//!
//! The order is beside the statement from the unit that took it in. Each unit that brings the statement where
//! people can act calls them: it enqueues a job, which acts through the use cases of the online bank.

use clients::{SignatureType, UserStatus};
use jobs::{JobError, Lease};
use kernel::{Cnum, Instant, UserId};
use sandbox::orders;
use sandbox::triggers::{Act, PeopleAct, Trigger, asked_at};
use store::{Result, StoreError, Tx};

use super::access::scheme_of;
use super::awaited::{Candidate, Signatories};
use super::error::StatementError;
use super::sign::{HowSigned, sign};
use super::step::take;
use super::trail::Origin;
use super::{delete, lapse};
use crate::catalogue::{Code, Reason};
use crate::identifier::{ExternalId, StatementId};
use crate::lifecycle::{StatementEvent, StatementStatus};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{signatures, statements};
use crate::triggers::{STATEMENTS, TRIGGERS};
use crate::work::job_kind::PEOPLE;

/// The name of statements in orders.
const OBJECT: &str = "payroll_statement";
/// The most signatures that people give in one go: those of the largest scheme, nine of each type.
const SIGNATURES_MAX: usize = 18;

/// Returns what the request of this task asks people to do; nothing outside of a sandbox.
pub(super) fn asked(state: &PayrollState) -> Option<&'static Trigger> {
    state.sandbox.as_ref()?;
    asked_at(TRIGGERS, &edge::asked_triggers(), STATEMENTS)
}

/// Leaves the order beside a new statement.
pub(super) fn order(tx: &mut Tx, id: StatementId, asked: Option<&Trigger>, now: Instant) -> Result<()> {
    match asked {
        Some(trigger) => orders::place(tx, (OBJECT, &id.to_string()), trigger, now),
        None => Ok(()),
    }
}

/// Calls the people who have an order about the statement, which has come to where they can act.
pub(super) fn call(tx: &mut Tx, state: &PayrollState, id: StatementId, now: Instant) -> Result<()> {
    if state.sandbox.is_some() && orders::find(tx, TRIGGERS, (OBJECT, &id.to_string()))?.is_some() {
        jobs::enqueue(tx, PEOPLE, &id.to_string(), now)?;
    }
    Ok(())
}

/// Does what the order about the statement says, as far as the statement lets people do it, and ends the job.
pub(crate) async fn act(state: &PayrollState, id: StatementId, lease: Lease) -> Result<(), JobError> {
    let read = move |tx: &mut Tx| {
        let order = orders::find(tx, TRIGGERS, (OBJECT, &id.to_string()))?;
        Ok::<_, StoreError>(order.zip(statements::header(tx, id)?))
    };
    let found = state.store.read("payroll.people_order", read).await?;
    let done = match found.as_ref().map(|(order, header)| (order.act, header)) {
        Some((Act::People(PeopleAct::Sign), header)) => sign_all(state, header).await,
        Some((Act::People(PeopleAct::SignWrongly), header)) => sign_wrongly(state, header).await,
        Some((Act::People(PeopleAct::Delete), header)) => delete_it(state, header).await,
        _ => Ok(()),
    };
    done.map_err(|error| match error {
        StatementError::Store(error) => JobError::Store(error),
        error => JobError::Failed(error.to_string()),
    })?;
    let now = state.clock.now();
    let end = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        lease.complete(tx)
    };
    state.store.write::<_, JobError>("payroll.people_done", end).await
}

/// Returns the person who may give a signature that is missing, of the type or of any.
async fn next_signer(
    state: &PayrollState,
    header: &StatementHeader,
    wanted: Option<SignatureType>,
) -> Result<Option<(UserId, SignatureType)>, StatementError> {
    let (id, cnum) = (header.id, header.cnum.clone());
    let read = move |tx: &mut Tx| {
        let scheme = scheme_of(tx, &cnum)?;
        let signatories = Signatories::read(tx, &cnum, scheme, SignatureType::ALL)?;
        let candidates = signatories.candidates(&signatures::given(tx, id)?);
        let fits = |one: &&Candidate| wanted.is_none_or(|wanted| wanted == one.signature_type);
        // Those who could give another one as well come last: nobody else may be there for that.
        let choices = |one: &&Candidate| candidates.iter().filter(|other| other.user == one.user).count();
        let next = candidates.iter().filter(fits).min_by_key(choices);
        Ok::<_, StatementError>(next.map(|one| (one.user.clone(), one.signature_type)))
    };
    state.store.read("payroll.next_signer", read).await
}

async fn sign_all(state: &PayrollState, header: &StatementHeader) -> Result<(), StatementError> {
    let mut header = header.clone();
    for _ in 0..SIGNATURES_MAX {
        if !header.state.status().awaits_signatures() {
            return Ok(());
        }
        let Some((user, kind)) = next_signer(state, &header, None).await? else { return Ok(()) };
        let origin = Origin::of_request(user, header.cnum.clone());
        let how = HowSigned::Confirmed(kind);
        sign(state, &origin, header.id, header.version, how).await?;
        let id = header.id;
        let again = state.store.read("payroll.people_again", move |tx| statements::header(tx, id)).await?;
        header = again.ok_or(StatementError::NotFound)?;
    }
    Ok(())
}

/// Takes the arrow of spec section 3.1 for a signature that is found to be wrong after it was taken in. Nobody's
/// signature is on record then.
pub async fn sign_wrongly(state: &PayrollState, header: &StatementHeader) -> Result<(), StatementError> {
    if header.state.after(StatementEvent::SigningBegun).is_err() {
        return Ok(());
    }
    let Some((user, _)) = next_signer(state, header, None).await? else { return Ok(()) };
    let reason = Reason::with(
        Code::S01,
        ["Подпись 1: подпись не соответствует документу", "Signature 1: it does not fit the document"],
    );
    let origin = Origin::of_request(user, header.cnum.clone());
    let (unit_state, old) = (state.clone(), header.clone());
    let now = state.clock.now();
    let unit = move |tx: &mut Tx| {
        let mut header = old.clone();
        take(tx, &mut header, StatementEvent::SigningBegun, &origin, now)?;
        take(tx, &mut header, StatementEvent::SignaturesFailed(reason.clone()), &origin, now)?;
        lapse::end(tx, header.id)?;
        let action = "payroll_statement.signature_refused";
        Ok::<_, StatementError>(origin.record(tx, &unit_state, now, action, &header)?)
    };
    state.store.write("payroll.people_sign_wrongly", unit).await
}

/// Deletes the statement on behalf of the person who made it.
async fn delete_it(state: &PayrollState, header: &StatementHeader) -> Result<(), StatementError> {
    if header.state.after(StatementEvent::Deleted).is_err() {
        return Ok(());
    }
    let origin = Origin::of_request(header.created_by.clone(), header.cnum.clone());
    delete::delete(state, &origin, header.id, header.version).await
}

#[derive(Clone, Debug)]
pub(crate) struct AskedSignature {
    pub(crate) signature_type: SignatureType,
    /// The login of the person; the first who may give it when absent.
    pub(crate) login: Option<String>,
    /// Base64 of a detached CMS by a key of the demo; a confirmation when absent.
    pub(crate) cms: Option<String>,
}

/// Signs the company's statement as a person would in the online bank; the status that it has then.
pub(crate) async fn sign_for(
    state: &PayrollState,
    cnum: &Cnum,
    external_id: &ExternalId,
    asked: AskedSignature,
) -> Result<StatementStatus, StatementError> {
    let (company, name, login) = (cnum.clone(), external_id.clone(), asked.login.clone());
    let read = move |tx: &mut Tx| {
        let header =
            statements::header_by_external_id(tx, &company, &name)?.ok_or(StatementError::NotFound)?;
        let user = match &login {
            // A person who is locked or gone cannot open the page that signs.
            Some(login) => {
                let user = clients::find_user_by_login(tx, login)?;
                let user = user.filter(|user| user.status == UserStatus::Active);
                Some(user.ok_or(StatementError::NoRight)?.id)
            }
            None => None,
        };
        Ok::<_, StatementError>((header, user))
    };
    let (header, user) = state.store.read("payroll.sign_for", read).await?;
    if !header.state.status().awaits_signatures() {
        return Err(StatementError::NotInThisState(header.state.status()));
    }
    let user = if let Some(user) = user {
        user
    } else {
        let next = next_signer(state, &header, Some(asked.signature_type)).await?;
        next.ok_or(StatementError::SignatureNotNeeded)?.0
    };
    let how = match asked.cms {
        Some(cms) => HowSigned::Certificate(cms),
        None => HowSigned::Confirmed(asked.signature_type),
    };
    sign(state, &Origin::of_request(user, cnum.clone()), header.id, header.version, how).await
}
