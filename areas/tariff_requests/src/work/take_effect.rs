//! Makes a planned change the client's plan on its day.

use jobs::{JobError, Lease};
use kernel::{Instant, Language};
use serde_json::json;
use store::{StoreError, Tx};

use super::failure::Failure;
use super::trail::Trail;
use super::write_letter;
use crate::letter::not_effective_letter;
use crate::request::Author;
use crate::state::TariffRequestsState;
use crate::store::plans::{self, ChangeEnd};

/// Makes the change with this identifier effective and ends the job, or tells when the day of the change begins.
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
            if !plans::end_change(tx, change, ChangeEnd::Effective, now)? {
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
    plans::end_change(tx, change, ChangeEnd::Cancelled, now)?;
    if let Some(planned) = planned {
        let text = not_effective_letter(&planned, Language::Russian);
        write_letter::open(tx, &waiting.cnum, &Author::Bank, &text, now, &*area.randomness)?;
    }
    let object = ("tariff_future_change", change.to_string());
    let trail = Trail::of_system(&area.randomness);
    trail.record(tx, now, "tariff_future_change.given_up", object, &waiting.cnum, json!({}))?;
    Ok(())
}
