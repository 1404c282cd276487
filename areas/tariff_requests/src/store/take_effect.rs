//! What happens by itself on its day: a planned change becomes the client's plan, and a request that nobody signed is
//! cancelled.

use jobs::{JobError, Lease};
use kernel::{BankZone, Cnum, Instant, Language, Randomness};
use serde_json::json;
use store::{StoreError, Tx, params};

use super::failure::Failure;
use super::letters;
use super::plans::{self, ChangeEnd};
use super::requests::{By, advance, to_change};
use super::trail::Trail;
use crate::letter::{Sender, not_effective_letter};
use crate::request::RequestId;
use crate::request_state::RequestState;

store::queries! {
    /// A change that waits for its day.
    CHANGE_BY_ID = "select cnum, plan_code, effective_from from tariff_future_changes
        where future_change_id = $1 and state = 'PLANNED'";
}

/// Makes the change with this identifier effective, or tells when its day begins.
///
/// A change that was cancelled or superseded, or is effective already, is left alone.
pub(crate) fn take_effect(
    tx: &mut Tx,
    lease: &Lease,
    change: i64,
    now: Instant,
    zone: &BankZone,
    trail: &Trail,
) -> Result<Option<Instant>, JobError> {
    lease.check(tx, now)?;
    let Some(row) = tx.query_optional(&CHANGE_BY_ID, params![change])? else {
        lease.complete(tx)?;
        return Ok(None);
    };
    let effective_from = row.parse("effective_from")?;
    let day_begins = zone.start_of_day(effective_from);
    if now < day_begins {
        return Ok(Some(day_begins));
    }
    let (cnum, plan): (Cnum, _) = (row.parse("cnum")?, row.parse("plan_code")?);
    if !plans::end_change(tx, change, ChangeEnd::Effective, now)? {
        return Err(StoreError::RowsChanged { query: "CHANGE_END", changed: 0 }.into());
    }
    plans::set_client_plan(tx, &cnum, &plan, effective_from)?;
    let object = ("tariff_future_change", change.to_string());
    trail.record(tx, now, "tariff_plan.changed", object, &cnum, json!({"plan": plan.as_str()}))?;
    lease.complete(tx)?;
    Ok(None)
}

/// The bank could not make the change effective however often it tried: the client keeps the plan, is told so, and may ask
/// again.
pub(crate) fn give_up_change(
    tx: &mut Tx,
    change: i64,
    now: Instant,
    trail: &Trail,
    randomness: &dyn Randomness,
) -> Result<(), Failure> {
    let Some(row) = tx.query_optional(&CHANGE_BY_ID, params![change])? else { return Ok(()) };
    let cnum: Cnum = row.parse("cnum")?;
    let planned = plans::planned_change(tx, &cnum)?.filter(|planned| planned.id == change);
    plans::end_change(tx, change, ChangeEnd::Cancelled, now)?;
    if let Some(planned) = planned {
        let text = not_effective_letter(&planned, Language::Russian);
        letters::open(tx, &cnum, Sender::Bank, &By::BANK, &text, now, randomness)?;
    }
    let object = ("tariff_future_change", change.to_string());
    trail.record(tx, now, "tariff_future_change.given_up", object, &cnum, json!({}))?;
    Ok(())
}

/// `UNSIGNED` → `CANCELLED`, by the bank.
pub(crate) fn expire(
    tx: &mut Tx,
    lease: &Lease,
    id: RequestId,
    now: Instant,
    trail: &Trail,
) -> Result<(), JobError> {
    lease.check(tx, now)?;
    cancel_unsigned(tx, id, now, trail)?;
    lease.complete(tx)
}

/// The same when the job is given up.
pub(crate) fn cancel_unsigned(
    tx: &mut Tx,
    id: RequestId,
    now: Instant,
    trail: &Trail,
) -> Result<(), StoreError> {
    if let Some(request) = to_change(tx, id)? {
        let arrow = (RequestState::Unsigned, RequestState::Cancelled);
        if advance(tx, id, arrow, now, &By::BANK, None)? {
            let object = ("tariff_request", id.to_string());
            trail.record(tx, now, "tariff_request.expired", object, &request.cnum, json!({}))?;
        }
    }
    Ok(())
}
