//! Connections that wait for the next delivery to the same receiver.
//!
//! A connection stays with the address that was checked when it was made, so that one that waits leads nowhere else.
//! It ends soon: a receiver may move, and names are looked up and checked anew then.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::line::Line;

/// The longest time for which a connection waits: receivers that end idle ones do so after 5 seconds by habit.
const IDLE_TIME_MAX: Duration = Duration::from_secs(3);
/// The longest time for which a connection is used.
const AGE_MAX: Duration = Duration::from_mins(1);
/// The most connections that wait, to one receiver and to all.
const PER_RECEIVER_MAX: usize = 8;
const ALL_MAX: usize = 256;

/// Connections that wait, by scheme, host and port.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<BTreeMap<String, Vec<Waiting>>>);

#[derive(Debug)]
struct Waiting {
    line: Line,
    since: Instant,
}

impl Waiting {
    fn is_usable(&self, now: Instant) -> bool {
        !self.line.is_closed()
            && now.duration_since(self.since) < IDLE_TIME_MAX
            && now.duration_since(self.line.opened_at()) < AGE_MAX
    }
}

impl Kept {
    /// Takes a connection to the receiver, if one waits.
    pub(super) fn take(&self, origin: &str) -> Option<Line> {
        let now = Instant::now();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = kept.get_mut(origin)?;
        waiting.retain(|one| one.is_usable(now));
        let line = waiting.pop().map(|one| one.line);
        if waiting.is_empty() {
            kept.remove(origin);
        }
        line
    }

    /// Lets a connection wait, unless as many do as may.
    pub(super) fn give(&self, origin: String, line: Line) {
        let now = Instant::now();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.values().map(Vec::len).sum::<usize>() >= ALL_MAX {
            kept.retain(|_, waiting| {
                waiting.retain(|one| one.is_usable(now));
                !waiting.is_empty()
            });
        }
        let is_full = kept.values().map(Vec::len).sum::<usize>() >= ALL_MAX;
        let waiting = kept.entry(origin).or_default();
        if !is_full && waiting.len() < PER_RECEIVER_MAX {
            waiting.push(Waiting { line, since: now });
        }
    }
}
