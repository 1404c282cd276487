//! Removes what is too old, in small units of work.

use store::{Result, StoreError, Tx};

use super::job_kind::DELIVER;
use crate::state::WebhooksState;
use crate::store::{attempts, deliveries, webhooks};

/// Rows that one unit of work removes.
const BATCH: i64 = 1_000;
/// Units of work of one round; the rest is left for the next.
const UNITS_MAX: usize = 1_000;

/// Has jobs done again that were given up because their processes died: a receiver is no reason to give up but after 72
/// hours without an answer, and that ends its webhook and not its job.
async fn revive(state: &WebhooksState) -> Result<()> {
    let now = state.clock.now();
    for webhook in jobs::given_up_of(&state.store, DELIVER).await? {
        let work = move |tx: &mut Tx| jobs::revive(tx, DELIVER.name(), &webhook, now);
        state.store.write::<_, StoreError>("webhooks.revive", work).await?;
    }
    Ok(())
}

/// Removes events that are over their time, their deliveries with the log, and what is left of deleted webhooks; and
/// goes on with what processes left behind that died again and again.
pub(crate) async fn tidy_up(state: &WebhooksState) -> Result<()> {
    revive(state).await?;
    let (now, kept_days) = (state.clock.now(), state.events_kept_days);
    for _ in 0..UNITS_MAX {
        let forget = move |tx: &mut Tx| events::forget(tx, now, kept_days);
        if state.store.write_guarded::<_, StoreError>("events.forget", forget).await? < BATCH {
            break;
        }
    }
    repeat(state, "webhooks.forget", |tx| {
        let Some(last) = deliveries::forget(tx, BATCH)? else { return Ok(false) };
        attempts::forget(tx, last)?;
        Ok(true)
    })
    .await?;
    repeat(state, "webhooks.remove", |tx| {
        let Some(webhook) = webhooks::first_deleted(tx)? else { return Ok(false) };
        match deliveries::remove_oldest(tx, &webhook, BATCH)? {
            Some(last) => attempts::remove(tx, &webhook, last)?,
            None => webhooks::remove_deleted(tx, &webhook)?,
        }
        Ok(true)
    })
    .await
}

/// Runs a unit of work as long as it finds something.
async fn repeat(state: &WebhooksState, unit: &'static str, work: fn(&mut Tx) -> Result<bool>) -> Result<()> {
    for _ in 0..UNITS_MAX {
        if !state.store.write_guarded(unit, work).await? {
            break;
        }
    }
    Ok(())
}
