//! Makes a planned change the client's plan on its day.

use jobs::{JobError, Lease};
use kernel::{BankZone, Instant, Language};
use serde_json::json;
use store::{Result, StoreError, Tx};

use super::failure::Failure;
use super::trail::Trail;
use super::write_letter;
use crate::letter::not_effective_letter;
use crate::request::Author;
use crate::request_state::RequestState;
use crate::state::TariffRequestsState;
use crate::store::plans::{self, ChangeEnd, WaitingChange};
use crate::store::{new_request, requests};
use crate::wish::Wish;

/// Seconds until a change looks again for the bank's answer to the request that cancels it.
const ANSWER_PAUSE_S: i64 = 600;

/// Makes the change with this identifier effective and ends the job, or tells when to look again: when the day of the
/// change begins, or later where the bank has yet to answer a request that cancels it.
///
/// A change that was cancelled or superseded, or is effective already, is left alone.
pub(crate) async fn take_effect(
    area: &TariffRequestsState,
    lease: Lease,
    change: i64,
) -> Result<Option<Instant>, JobError> {
    let (now, zone, trail) = (area.clock.now(), area.zone.clone(), Trail::of_system(&area.randomness));
    let work = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        if let Some(waiting) = plans::waiting_change(tx, change)? {
            let day_begins = zone.start_of_day(waiting.effective_from);
            if now < day_begins {
                return Ok(Some(day_begins));
            }
            if is_to_be_cancelled(tx, &zone, change, &waiting)? {
                return Ok(Some(now.plus_seconds(ANSWER_PAUSE_S)));
            }
            if !plans::end_change(tx, change, ChangeEnd::Effective)? {
                return Err(StoreError::RowsChanged { query: "CHANGE_END", changed: 0 }.into());
            }
            plans::set_client_plan(tx, &waiting.cnum, &waiting.plan, waiting.effective_from)?;
            let object = ("tariff_future_change", change.to_string());
            let detail = json!({"plan": waiting.plan.as_str()});
            trail.record(tx, now, "tariff_plan.changed", object, &waiting.cnum, detail)?;
        }
        lease.complete(tx)?;
        Ok::<_, JobError>(None)
    };
    area.store.write("tariff plan, take effect", work).await
}

/// Tells whether the bank has yet to answer a request that cancels the change and had all its signatures before the day
/// of the change: such a request is not too late, however long the answer takes.
fn is_to_be_cancelled(tx: &mut Tx, zone: &BankZone, change: i64, waiting: &WaitingChange) -> Result<bool> {
    let asked = new_request::in_the_way(tx, &waiting.cnum, &Wish::Cancel(change))?;
    let Some(id) = asked else { return Ok(false) };
    let is_signed = |state| matches!(state, RequestState::Signed | RequestState::Processing);
    if !requests::to_change(tx, id)?.is_some_and(|request| is_signed(request.state)) {
        return Ok(false);
    }
    Ok(zone.date_of(requests::signed_at(tx, id)?) < waiting.effective_from)
}

/// Ends a change that the bank could not make effective however often it tried: the client keeps the plan, is told so,
/// and may ask again.
pub(crate) fn give_up(
    tx: &mut Tx,
    area: &TariffRequestsState,
    change: i64,
    now: Instant,
) -> Result<(), Failure> {
    let Some(waiting) = plans::waiting_change(tx, change)? else { return Ok(()) };
    let planned = plans::planned_change(tx, &waiting.cnum)?.filter(|planned| planned.id == change);
    plans::end_change(tx, change, ChangeEnd::Cancelled)?;
    if let Some(planned) = planned {
        let text = not_effective_letter(&planned, Language::Russian);
        write_letter::open(tx, &waiting.cnum, &Author::Bank, &text, now, &*area.randomness)?;
    }
    let object = ("tariff_future_change", change.to_string());
    let trail = Trail::of_system(&area.randomness);
    trail.record(tx, now, "tariff_future_change.given_up", object, &waiting.cnum, json!({}))?;
    Ok(())
}
