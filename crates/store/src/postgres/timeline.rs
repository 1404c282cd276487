//! Which PostgreSQL server led last.
//!
//! A server that was promoted writes on a timeline with a higher number than the leader before. One that led before and
//! wakes again takes connections and writes until somebody tells it that it does not lead any more: its sessions read
//! what has been changed since, and without a synchronous standby it would take writes that are lost. A process that
//! has seen the newer timeline goes there no more.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio_postgres::SimpleQueryRow;

/// Asks a server that takes writes for its timeline.
pub(super) const QUESTION: &str = "select system_identifier, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) \
    from pg_control_system()";

/// The timeline on which a server writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Timeline {
    /// The identifier that a server and its standbys share.
    system: String,
    number: u32,
}

/// The newest timeline that this process has seen.
#[derive(Debug, Default)]
pub(super) struct Newest {
    timeline: Mutex<Option<Timeline>>,
    /// Counts the timelines that were the newest: each read compares it, without a lock.
    reign: AtomicU64,
}

impl Timeline {
    /// Reads the answer to [`QUESTION`]; none when it is not as expected.
    pub(super) fn from_row(row: &SimpleQueryRow) -> Option<Self> {
        Self::read(row.try_get(0).ok()??, row.try_get(1).ok()??)
    }

    fn read(system: &str, number: &str) -> Option<Self> {
        let number = u32::from_str_radix(number, 16).ok()?;
        Some(Self { system: system.to_owned(), number })
    }

    /// Tells whether this one ended where `newer` began. Timelines of other systems are not compared: the address
    /// leads to another database then.
    fn is_before(&self, newer: &Self) -> bool {
        self.system == newer.system && self.number < newer.number
    }
}

impl Newest {
    /// Takes note of a server that gave a session. Returns the number of its reign, for [`Self::has_ended`].
    pub(super) fn admit(&self, found: Timeline) -> Result<u64, String> {
        let mut newest = self.timeline.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(newest) = newest.as_ref().filter(|newest| found.is_before(newest)) {
            let (number, last) = (found.number, newest.number);
            return Err(format!("led before: it is on timeline {number}, and {last} has begun"));
        }
        if newest.as_ref() != Some(&found) {
            *newest = Some(found);
            self.reign.fetch_add(1, Ordering::Release);
        }
        Ok(self.reign.load(Ordering::Acquire))
    }

    /// Tells whether another server has led since the reign of this number.
    pub(super) fn has_ended(&self, reign: u64) -> bool {
        self.reign.load(Ordering::Acquire) != reign
    }
}

#[cfg(test)]
mod tests;
