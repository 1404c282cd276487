//! Numbers the events of committed changes and writes to which webhooks they are to be delivered.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use events::{Event, EventType, NUMBERED_AT_ONCE_MAX};
use kernel::Instant;
use store::{Result, StoreError, Tx};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::job_kind::DELIVER;
use crate::state::WebhooksState;
use crate::store::deliveries;
use crate::store::webhooks::{self, Subscribed};

/// Webhooks that are read at once where an event is every company's.
const SUBSCRIBED_AT_ONCE: i64 = 1_000;
/// The most reads of them for one event: a hundred thousand webhooks are told of it. The others find it in the list.
const SUBSCRIBED_LOOKS_MAX: usize = 100;

/// Time between two looks for events that have no number yet: a short read each, whatever the number of processes.
const DISPATCH_PAUSE: Duration = Duration::from_millis(50);
/// Time after a failure, such as an outage of the database.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Numbers events, has them delivered, and removes what is too old: the part of the area that runs beside its jobs in
/// every process. Any number of processes may do so at once.
#[derive(Clone, Debug)]
pub struct Dispatcher(WebhooksState);

impl Dispatcher {
    pub const fn new(state: WebhooksState) -> Self {
        Self(state)
    }

    /// Dispatches whatever comes, for as long as the process runs.
    pub async fn run(&self) {
        let mut ticks = interval(DISPATCH_PAUSE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            match self.dispatch().await {
                // There may be more after a full batch.
                Ok(NUMBERED_AT_ONCE_MAX..) => {}
                Ok(_) => {
                    ticks.tick().await;
                }
                Err(error) => {
                    tracing::error!("events cannot be dispatched: {error}");
                    sleep(PAUSE_AFTER_FAILURE).await;
                }
            }
        }
    }

    /// Dispatches one batch of the events that are due; returns their number. To find nothing, which is the rule, costs
    /// a short read. Processes that dispatch at once take turns, and whoever comes second finds what is left.
    pub async fn dispatch(&self) -> Result<usize> {
        let state = &self.0;
        let now = state.clock.now();
        if !events::is_waiting(&state.store, now).await?
            || jobs::stands_still_since(&state.store).await?.is_some()
        {
            return Ok(0);
        }
        let randomness = Arc::clone(&state.randomness);
        let work = move |tx: &mut Tx| {
            let numbered = events::number(tx, now, &*randomness)?;
            tell(tx, &numbered, now)?;
            Ok::<_, StoreError>(numbered)
        };
        let numbered = state.store.write_guarded("webhooks.dispatch", work).await?;
        log(&numbered);
        let count = numbered.len();
        if count > 0 {
            metrics::counter!("clientbank_webhooks_events_total")
                .increment(u64::try_from(count).unwrap_or(0));
            state.wake.notify(DELIVER);
        }
        Ok(count)
    }

    pub async fn tidy_up(&self) -> Result<()> {
        super::tidy_up::tidy_up(&self.0).await
    }
}

/// Leaves a line outside of the database for each event that companies can know of from now on, without which nobody
/// could say after a restore what they were told (`clientbank restored --told`).
pub(super) fn log(numbered: &[Event]) {
    for event in numbered {
        tracing::info!(
            event.seq,
            event.id = %event.id,
            event.kind = event.event_type.as_str(),
            event.company = event.audience(),
            event.data,
            "told {} of {} {}",
            event.audience(),
            event.event_type.as_str(),
            event.object_id
        );
    }
}

/// Writes a delivery for each webhook that wants an event, and calls the jobs.
pub(super) fn tell(tx: &mut Tx, numbered: &[Event], now: Instant) -> Result<()> {
    let mut of_companies: BTreeMap<&str, Vec<Subscribed>> = BTreeMap::new();
    let mut told: BTreeMap<String, Instant> = BTreeMap::new();
    let mut new = Vec::new();
    for event in numbered {
        let Some(company) = &event.company else {
            tell_everybody(tx, event, now)?;
            continue;
        };
        if !of_companies.contains_key(company.as_str()) {
            let subscribed = webhooks::subscribed(tx, company)?;
            of_companies.insert(company.as_str(), subscribed);
        }
        for subscribed in of_companies.get(company.as_str()).into_iter().flatten() {
            if is_for(event, subscribed) {
                new.push((subscribed.id.clone(), event));
                told.insert(subscribed.id.clone(), subscribed.retry_at.unwrap_or(now).max(now));
            }
        }
    }
    deliveries::insert(tx, &new, now)?;
    call(tx, &told)
}

/// A test is for its own webhook alone, whatever types that wants.
fn is_for(event: &Event, subscribed: &Subscribed) -> bool {
    match event.event_type {
        EventType::WebhookTest => event.object_id == subscribed.id,
        other => subscribed.wanted.contains(other),
    }
}

fn tell_everybody(tx: &mut Tx, event: &Event, now: Instant) -> Result<()> {
    let mut after = String::new();
    for _ in 0..SUBSCRIBED_LOOKS_MAX {
        let subscribed = webhooks::subscribed_anywhere(tx, &after, SUBSCRIBED_AT_ONCE)?;
        let Some(last) = subscribed.last() else { return Ok(()) };
        after.clone_from(&last.id);
        let wanting: Vec<&Subscribed> = subscribed.iter().filter(|one| is_for(event, one)).collect();
        let new: Vec<(String, &Event)> = wanting.iter().map(|one| (one.id.clone(), event)).collect();
        deliveries::insert(tx, &new, now)?;
        let moment = |one: &&Subscribed| (one.id.clone(), one.retry_at.unwrap_or(now).max(now));
        call(tx, &wanting.iter().map(moment).collect())?;
    }
    if !webhooks::subscribed_anywhere(tx, &after, 1)?.is_empty() {
        tracing::error!(event.id = %event.id, "event {} is not delivered to webhooks after {after}", event.id);
    }
    Ok(())
}

fn call(tx: &mut Tx, told: &BTreeMap<String, Instant>) -> Result<()> {
    told.iter().try_for_each(|(id, run_at)| jobs::call(tx, DELIVER, id, *run_at))
}
