//! How the bank carries out a signed request, in two units of work: it begins (`PROCESSING`), and it ends with all that
//! follows (`DONE` or `DECLINED`). Each is guarded by the lease of the job and by compare-and-set, so that running them
//! again, or at the same time, changes nothing more.

use clients::CompanyStatus;
use jobs::{JobError, Lease};
use kernel::{BankZone, Instant, Randomness};
use serde_json::json;
use store::{StoreError, Tx, params};
use uuid::Uuid;

use super::failure::Failure;
use super::letters;
use super::plans::{self, CHANGE_INSERT, ChangeEnd};
use super::requests::{By, REQUEST_LETTER, REQUEST_SET_LETTER, advance, to_change};
use super::trail::Trail;
use crate::decision::{Decision, Situation, decide};
use crate::letter::{LetterText, Sender, declined_message, done_message, request_subject};
use crate::refusal::Refusal;
use crate::request::{DeclineReason, RequestId, TariffRequest};
use crate::request_state::RequestState;
use crate::worker::TAKE_EFFECT;

store::queries! {
    /// When the last signature of a request was given.
    LAST_SIGNATURE = "select max(signed_at_us) as signed_at_us from tariff_request_signatures where request_id = $1";
}

/// What the units work with.
#[derive(Clone, Debug)]
pub(crate) struct Desk {
    pub(crate) id: RequestId,
    pub(crate) now: Instant,
    pub(crate) zone: BankZone,
    pub(crate) trail: Trail,
}

/// `SIGNED` → `PROCESSING`. Answers whether there is anything left to do; when not, the job is done.
pub(crate) fn begin(tx: &mut Tx, lease: &Lease, desk: &Desk) -> Result<bool, JobError> {
    lease.check(tx, desk.now)?;
    let state = to_change(tx, desk.id)?.map(|request| request.state);
    let goes_on = match state {
        Some(RequestState::Signed) => {
            let arrow = (RequestState::Signed, RequestState::Processing);
            advance(tx, desk.id, arrow, desk.now, &By::BANK, None)?
        }
        Some(RequestState::Processing) => true,
        _ => false,
    };
    if !goes_on {
        lease.complete(tx)?;
    }
    Ok(goes_on)
}

/// `PROCESSING` → `DONE` or `DECLINED`, with the plan, the letter and the audit entry.
pub(crate) fn finish(
    tx: &mut Tx,
    lease: &Lease,
    desk: &Desk,
    randomness: &dyn Randomness,
) -> Result<(), JobError> {
    lease.check(tx, desk.now)?;
    if let Some(request) = to_change(tx, desk.id)?.filter(|found| found.state == RequestState::Processing) {
        let decision = decision(tx, desk, &request)?;
        conclude(tx, desk, &request, decision, randomness)?;
    }
    lease.complete(tx)
}

/// The bank could not carry it out however often it tried: the client is told, and may ask again.
pub(crate) fn give_up(tx: &mut Tx, desk: &Desk, randomness: &dyn Randomness) -> Result<(), Failure> {
    let Some(mut request) = to_change(tx, desk.id)? else { return Ok(()) };
    if request.state == RequestState::Signed {
        advance(tx, desk.id, (request.state, RequestState::Processing), desk.now, &By::BANK, None)?;
        request.state = RequestState::Processing;
    }
    if request.state == RequestState::Processing {
        conclude(tx, desk, &request, Decision::Decline(DeclineReason::BankFault), randomness)?;
    }
    Ok(())
}

fn decision(tx: &mut Tx, desk: &Desk, request: &TariffRequest) -> Result<Decision, StoreError> {
    let signed_at = tx.query_one(&LAST_SIGNATURE, params![request.id.number()])?.instant("signed_at_us")?;
    let company = clients::find_company(tx, &request.cnum)?;
    let target = plans::find_plan(tx, &request.target_plan)?;
    let current = plans::current_plan(tx, &request.cnum)?;
    let planned = plans::planned_change(tx, &request.cnum)?;
    Ok(decide(Situation {
        document_type: request.document_type,
        target: &request.target_plan,
        change_to_cancel: request.future_change,
        signed_on: desk.zone.date_of(signed_at),
        is_client_open: company.is_some_and(|company| company.status == CompanyStatus::Open),
        target_status: target.map(|plan| plan.status),
        current: current.as_ref().map(|plan| &plan.code),
        planned: planned.as_ref(),
    }))
}

/// Does what was decided and says so.
fn conclude(
    tx: &mut Tx,
    desk: &Desk,
    request: &TariffRequest,
    decision: Decision,
    randomness: &dyn Randomness,
) -> Result<(), Failure> {
    let (state, reason, message) = match decision {
        Decision::Plan { effective_from } => {
            if let Some(planned) = plans::planned_change(tx, &request.cnum)? {
                end(tx, planned.id, ChangeEnd::Superseded, desk.now)?;
            }
            // The change has the number of its request: it is taken once, however often this runs.
            let id = request.id.number();
            let values =
                params![id, &request.cnum, request.target_plan.as_str(), effective_from, id, desk.now];
            tx.execute_one(&CHANGE_INSERT, values)?;
            jobs::enqueue(tx, TAKE_EFFECT, &id.to_string(), desk.zone.start_of_day(effective_from))?;
            (RequestState::Done, None, done_message(request, Some(effective_from)))
        }
        Decision::CancelPlanned => {
            if let Some(change) = request.future_change {
                end(tx, change, ChangeEnd::Cancelled, desk.now)?;
            }
            (RequestState::Done, None, done_message(request, None))
        }
        Decision::Decline(reason) => {
            (RequestState::Declined, Some(reason), declined_message(request, reason))
        }
    };
    let reason = reason.map(DeclineReason::as_str);
    if !advance(tx, request.id, (RequestState::Processing, state), desk.now, &By::BANK, reason)? {
        return Err(StoreError::RowsChanged { query: "REQUEST_SET_STATE", changed: 0 }.into());
    }
    write_to_client(tx, desk, request, message, randomness)?;
    let action = if reason.is_none() { "tariff_request.done" } else { "tariff_request.declined" };
    let object = ("tariff_request", request.id.to_string());
    desk.trail.record(tx, desk.now, action, object, &request.cnum, json!({"reason": reason}))?;
    Ok(())
}

/// Ends a change that lay ahead, and the job that waits for its day.
fn end(tx: &mut Tx, change: i64, end: ChangeEnd, now: Instant) -> Result<(), StoreError> {
    plans::end_change(tx, change, end, now)?;
    jobs::cancel(tx, TAKE_EFFECT, &change.to_string())?;
    Ok(())
}

/// The bank's message: in the letter that belongs to the request, or in a new one.
fn write_to_client(
    tx: &mut Tx,
    desk: &Desk,
    request: &TariffRequest,
    body: String,
    randomness: &dyn Randomness,
) -> Result<(), Failure> {
    let row = tx.query_one(&REQUEST_LETTER, params![request.id.number()])?;
    if let Some(letter) = row.optional_parse::<Uuid>("letter_id")? {
        match letters::add(tx, letter, Sender::Bank, &By::BANK, &body, desk.now) {
            Err(Failure::Refused(Refusal::LetterFull)) => {}
            other => return other.map(|_| ()),
        }
    }
    let text = LetterText { subject: request_subject(request), body };
    let letter = letters::open(tx, &request.cnum, Sender::Bank, &By::BANK, &text, desk.now, randomness)?;
    tx.execute_one(&REQUEST_SET_LETTER, params![request.id.number(), letter])?;
    Ok(())
}
