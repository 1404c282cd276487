//! The end of a request that the bank has decided about.

use std::sync::Arc;

use clients::signatures::MissingList;
use kernel::{BankZone, Instant, Randomness, Translated};
use orders::Player;
use serde_json::json;
use store::{Result, StoreError, Tx};

use super::advance::advance;
use super::failure::Failure;
use super::job_kind::TAKE_EFFECT;
use super::trail::Trail;
use super::write_letter;
use crate::decision::Decision;
use crate::letter::{LetterText, declined_message, done_message, request_subject};
use crate::request::{Author, DeclineReason, RequestId, TariffRequest};
use crate::request_state::{RequestEvent, RequestState};
use crate::state::TariffRequestsState;
use crate::store::plans::{self, ChangeEnd};
use crate::store::requests;

/// One run of the job: both of its units take place at the same moment.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) id: RequestId,
    pub(super) now: Instant,
    pub(super) zone: BankZone,
    pub(super) trail: Trail,
    pub(super) randomness: Arc<dyn Randomness>,
    pub(super) is_sandbox: bool,
    pub(super) player: Player,
    pub(super) missing_list: MissingList,
}

impl Run {
    pub(super) fn new(area: &TariffRequestsState, id: RequestId, player: Player) -> Self {
        Self {
            id,
            now: area.clock.now(),
            zone: area.zone.clone(),
            trail: Trail::of_system(&area.randomness),
            randomness: Arc::clone(&area.randomness),
            is_sandbox: area.sandbox.is_some(),
            player,
            missing_list: area.missing_list,
        }
    }
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
                end(tx, planned.id, ChangeEnd::Superseded)?;
            }
            // The change has the number of its request: it is taken once, however often this runs.
            let id = request.id.number();
            let change = (&request.cnum, &request.target_plan, effective_from);
            plans::insert_change(tx, id, change, Some(request.id))?;
            jobs::enqueue(tx, TAKE_EFFECT, &id.to_string(), run.zone.start_of_day(effective_from))?;
            (RequestEvent::CarriedOut, None, done_message(request, Some(effective_from)))
        }
        Decision::CancelPlanned => {
            if let Some(change) = request.future_change {
                end(tx, change, ChangeEnd::Cancelled)?;
            }
            (RequestEvent::CarriedOut, None, done_message(request, None))
        }
        Decision::Decline(reason) => {
            if let Some(change) = request.future_change {
                go_on(tx, &run.zone, change)?;
            }
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

/// Has a change that lies ahead looked at again when its day begins: it may have waited for the end of a request that
/// cancels it.
pub(super) fn go_on(tx: &mut Tx, zone: &BankZone, change: i64) -> Result<()> {
    let Some(waiting) = plans::waiting_change(tx, change)? else { return Ok(()) };
    jobs::enqueue(tx, TAKE_EFFECT, &change.to_string(), zone.start_of_day(waiting.effective_from))
}

/// Ends a change that lay ahead, and the job that waits for its day.
fn end(tx: &mut Tx, change: i64, end: ChangeEnd) -> Result<()> {
    plans::end_change(tx, change, end)?;
    jobs::cancel(tx, TAKE_EFFECT, &change.to_string())?;
    Ok(())
}

/// Writes the bank's message: in the letter that belongs to the request, or in a new one.
fn write_to_client(tx: &mut Tx, run: &Run, request: &TariffRequest, body: String) -> Result<(), Failure> {
    let text = LetterText { subject: request_subject(request), body };
    let (cnum, randomness) = (&request.cnum, &*run.randomness);
    let known = requests::letter_of(tx, request.id)?;
    let letter = match known {
        Some(known) => write_letter::add_or_open(tx, (cnum, known), &text, run.now, randomness)?.0,
        None => write_letter::open(tx, cnum, &Author::Bank, &text, run.now, randomness)?,
    };
    if known != Some(letter) {
        requests::set_letter(tx, request.id, letter)?;
    }
    Ok(())
}
