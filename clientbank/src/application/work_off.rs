//! Everything that is due now, done without timers: for tests, and for a sandbox between two calls.

use jobs::Runner;
use store::Result;
use webhooks::Dispatcher;

/// The most rounds of [`work_off`]: each may find what the one before has left.
const ROUNDS_MAX: usize = 100;

/// Works off every job that is due, and numbers and delivers the events of what they did, until nothing is left.
/// One job at a time when it `is_in_turn`. Returns how many attempts at jobs were made.
pub(super) async fn work_off(jobs: &Runner, dispatcher: &Dispatcher, is_in_turn: bool) -> Result<usize> {
    let mut attempts = 0;
    for _ in 0..ROUNDS_MAX {
        let made = if is_in_turn { jobs.drain_in_turn().await? } else { jobs.drain().await? };
        attempts += made;
        if dispatcher.dispatch().await? == 0 && made == 0 {
            break;
        }
    }
    Ok(attempts)
}
