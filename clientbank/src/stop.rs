//! The pace of workers, and the signal that ends them and the listeners.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Waits until the sender says stop, or is gone.
pub(crate) async fn stopped(mut stop: watch::Receiver<bool>) {
    drop(stop.wait_for(|stop| *stop).await);
}

/// Ticks, the first at once: after work that takes long the next one waits as well.
pub(crate) fn ticks(pause: Duration) -> Interval {
    let mut ticks = interval(pause);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
