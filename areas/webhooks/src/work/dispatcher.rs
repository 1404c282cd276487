//! The part of the area that runs beside its jobs in every process.

use std::time::Duration;

use events::NUMBERED_AT_ONCE_MAX;
use store::Result;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::state::WebhooksState;

/// Time between two looks for events that have no number yet: a short read each, whatever the number of processes.
const DISPATCH_PAUSE: Duration = Duration::from_millis(50);
/// Time after a failure, such as an outage of the database.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Numbers events, has them delivered, and removes what is too old. Any number of processes may do so at once.
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

    /// Dispatches one batch of the events that are due; returns their number.
    pub async fn dispatch(&self) -> Result<usize> {
        super::dispatch::dispatch(&self.0).await
    }

    /// Removes what is too old.
    pub async fn tidy_up(&self) -> Result<()> {
        super::tidy_up::tidy_up(&self.0).await
    }
}
