//! Carries out a signed request, in two units of work: it begins (`PROCESSING`), and it ends with all that follows
//! (`DONE` or `DECLINED`). Each is guarded by the lease of the job and by compare-and-set, so that running them again,
//! or at the same time, changes nothing more.

use std::sync::Arc;

use clients::CompanyStatus;
use jobs::{JobError, Lease};
use kernel::{BankZone, Instant, Randomness, Translated};
use orders::Player;
use serde_json::json;
use store::{StoreError, Tx};

use super::advance::advance;
use super::failure::Failure;
use super::job_kind::TAKE_EFFECT;
use super::people_act::ordered_decline;
use super::take_decision::{DECIDE, ask};
use super::trail::Trail;
use super::write_letter;
use crate::broken_rule::BrokenRule;
use crate::decision::{Decision, Situation, decide};
use crate::letter::{LetterText, declined_message, done_message, request_subject};
use crate::request::{Author, DeclineReason, RequestId, TariffRequest};
use crate::request_state::{RequestEvent, RequestState};
use crate::state::TariffRequestsState;
use crate::store::plans::{self, ChangeEnd};
use crate::store::{requests, signatures};

/// One run of the job: both of its units take place at the same moment.
#[derive(Clone, Debug)]
pub(super) struct Run {
    id: RequestId,
    pub(super) now: Instant,
    zone: BankZone,
    trail: Trail,
    randomness: Arc<dyn Randomness>,
    is_sandbox: bool,
    player: Player,
}

impl Run {
    pub(super) fn new(area: &TariffRequestsState, id: RequestId) -> Self {
        Self {
            id,
            now: area.clock.now(),
            zone: area.zone.clone(),
            trail: Trail::of_system(&area.randomness),
            randomness: Arc::clone(&area.randomness),
            is_sandbox: area.sandbox.is_some(),
            player: area.desk.player(&DECIDE),
        }
    }
}

/// Carries out the request and ends the job.
pub(crate) async fn carry_out(
    area: &TariffRequestsState,
    lease: Lease,
    id: RequestId,
) -> Result<(), JobError> {
    let run = Run::new(area, id);
    let (begin_lease, begin_run) = (lease.clone(), run.clone());
    let begin = move |tx: &mut Tx| begin(tx, &begin_lease, &begin_run);
    if area.store.write("tariff request, begin", begin).await? {
        let finish = move |tx: &mut Tx| finish(tx, &lease, &run);
        area.store.write("tariff request, finish", finish).await?;
        area.wake.notify(TAKE_EFFECT);
    }
    Ok(())
}

/// `SIGNED` → `PROCESSING`. Answers whether there is anything left to do; when not, the job is done.
fn begin(tx: &mut Tx, lease: &Lease, run: &Run) -> Result<bool, JobError> {
    lease.check(tx, run.now)?;
    let goes_on = match requests::to_change(tx, run.id)? {
        Some(request) if request.state == RequestState::Signed => {
            let began = (RequestState::Signed, RequestEvent::Began);
            let has_begun = advance(tx, (&request.cnum, run.id), began, run.now, &Author::Bank, None)?;
            match run.player {
                Player::Bank if has_begun => {
                    ask(tx, run, &request)?;
                    false
                }
                Player::Bank | Player::Embedded | Player::Nobody => has_begun,
            }
        }
        Some(request) => request.state == RequestState::Processing && run.player != Player::Bank,
        None => false,
    };
    if !goes_on {
        lease.complete(tx)?;
    }
    Ok(goes_on)
}

/// `PROCESSING` → `DONE` or `DECLINED`, with the plan, the letter and the audit entry.
fn finish(tx: &mut Tx, lease: &Lease, run: &Run) -> Result<(), JobError> {
    lease.check(tx, run.now)?;
    let request = requests::to_change(tx, run.id)?;
    if let Some(request) = request.filter(|found| found.state == RequestState::Processing) {
        let decision = decision(tx, run, &request)?;
        conclude(tx, run, &request, (decision, None))?;
    }
    lease.complete(tx)
}

/// Declines a request that the bank could not carry out however often it tried: the client is told, and may ask again.
pub(crate) fn give_up(tx: &mut Tx, area: &TariffRequestsState, id: RequestId) -> Result<(), Failure> {
    let run = Run::new(area, id);
    let Some(mut request) = requests::to_change(tx, id)? else { return Ok(()) };
    if request.state == RequestState::Signed {
        let began = (request.state, RequestEvent::Began);
        advance(tx, (&request.cnum, id), began, run.now, &Author::Bank, None)?;
        request.state = RequestState::Processing;
    }
    if request.state == RequestState::Processing {
        conclude(tx, &run, &request, (Decision::Decline(DeclineReason::BankFault), None))?;
    }
    Ok(())
}

fn decision(tx: &mut Tx, run: &Run, request: &TariffRequest) -> Result<Decision, StoreError> {
    if run.is_sandbox
        && let Some(reason) = ordered_decline(tx, request.id)?
    {
        return Ok(Decision::Decline(reason));
    }
    let signed_at = signatures::last_at(tx, request.id)?;
    let company = clients::find_company(tx, &request.cnum)?;
    let target = plans::find_plan(tx, &request.target_plan)?;
    let current = plans::current_plan(tx, &request.cnum)?;
    let planned = plans::planned_change(tx, &request.cnum)?;
    Ok(decide(Situation {
        document_type: request.document_type,
        target: &request.target_plan,
        change_to_cancel: request.future_change,
        signed_on: run.zone.date_of(signed_at),
        is_client_open: company.is_some_and(|company| company.status == CompanyStatus::Open),
        target_status: target.map(|plan| plan.status),
        current: current.as_ref().map(|plan| &plan.code),
        planned: planned.as_ref(),
    }))
}

/// Does what was decided and says so, with the bank's own words where it gave some.
pub(super) fn conclude(
    tx: &mut Tx,
    run: &Run,
    request: &TariffRequest,
    (decision, told): (Decision, Option<&Translated>),
) -> Result<(), Failure> {
    let (event, reason, message) = match decision {
        Decision::Plan { effective_from } => {
            if let Some(planned) = plans::planned_change(tx, &request.cnum)? {
                end(tx, planned.id, ChangeEnd::Superseded, run.now)?;
            }
            // The change has the number of its request: it is taken once, however often this runs.
            let id = request.id.number();
            let change = (&request.cnum, &request.target_plan, effective_from);
            plans::insert_change(tx, id, change, Some(request.id), run.now)?;
            jobs::enqueue(tx, TAKE_EFFECT, &id.to_string(), run.zone.start_of_day(effective_from))?;
            (RequestEvent::CarriedOut, None, done_message(request, Some(effective_from)))
        }
        Decision::CancelPlanned => {
            if let Some(change) = request.future_change {
                end(tx, change, ChangeEnd::Cancelled, run.now)?;
            }
            (RequestEvent::CarriedOut, None, done_message(request, None))
        }
        Decision::Decline(reason) => {
            let told = told.map(|told| told.in_language(request.language));
            let words = told.unwrap_or_else(|| reason.text(request.language));
            (RequestEvent::Refused, Some(reason), declined_message(request, words))
        }
    };
    let named = (&request.cnum, request.id);
    if !advance(tx, named, (RequestState::Processing, event), run.now, &Author::Bank, reason)? {
        return Err(StoreError::RowsChanged { query: "REQUEST_SET_STATE", changed: 0 }.into());
    }
    write_to_client(tx, run, request, message)?;
    let action = if reason.is_none() { "tariff_request.done" } else { "tariff_request.declined" };
    let object = ("tariff_request", request.id.to_string());
    let detail = json!({"reason": reason.map(DeclineReason::as_str)});
    run.trail.record(tx, run.now, action, object, &request.cnum, detail)?;
    Ok(())
}

/// Ends a change that lay ahead, and the job that waits for its day.
fn end(tx: &mut Tx, change: i64, end: ChangeEnd, now: Instant) -> Result<(), StoreError> {
    plans::end_change(tx, change, end, now)?;
    jobs::cancel(tx, TAKE_EFFECT, &change.to_string())?;
    Ok(())
}

/// Writes the bank's message: in the letter that belongs to the request, or in a new one.
fn write_to_client(tx: &mut Tx, run: &Run, request: &TariffRequest, body: String) -> Result<(), Failure> {
    if let Some(letter) = requests::letter_of(tx, request.id)? {
        match write_letter::add(tx, (&request.cnum, letter), &Author::Bank, &body, run.now) {
            Err(Failure::Rule(BrokenRule::LetterFull)) => {}
            other => return other.map(|_| ()),
        }
    }
    let text = LetterText { subject: request_subject(request), body };
    let letter = write_letter::open(tx, &request.cnum, &Author::Bank, &text, run.now, &*run.randomness)?;
    requests::set_letter(tx, request.id, letter)?;
    Ok(())
}
