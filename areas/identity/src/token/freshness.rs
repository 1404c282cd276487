//! Freshness of a process: the time since it read what others have changed.
//!
//! A process that was stopped and goes on (a suspended machine, SIGSTOP, a container that got no processor) finds
//! requests in its sockets whose senders gave up long ago and asked another process. A refresh among them would look
//! like the reuse of a token and end a healthy login. So tokens are issued, revoked and looked at only while the feed
//! is read, and for [`WAKING_S`] after a pause everything that has waited is turned away.

use std::sync::Mutex;
use std::sync::PoisonError;

use kernel::Instant;

/// Seconds after the end of a pause in which what has waited for this process is turned away.
pub const WAKING_S: i64 = 1;

/// Moment of the last reading of the feed, and the pause before it, if any.
#[derive(Debug)]
pub struct Freshness {
    /// Seconds after which a feed that was not read again is too old; none when no feed runs, which only tests may
    /// want.
    age_s_max: Option<i64>,
    seen: Mutex<Seen>,
}

#[derive(Clone, Copy, Debug)]
enum Seen {
    Nothing,
    /// The feed was read once, before this process listened: nothing can have waited for it.
    Start {
        read_at: Instant,
    },
    /// The feed is read again and again. What came before `awake_from` may have waited through a pause.
    Running {
        read_at: Instant,
        awake_from: Instant,
    },
}

impl Freshness {
    pub const fn new(age_s_max: Option<i64>) -> Self {
        Self { age_s_max, seen: Mutex::new(Seen::Nothing) }
    }

    /// Notes that everything that was changed until `read_at` has been read.
    pub fn read(&self, read_at: Instant) {
        let Some(age_s_max) = self.age_s_max else { return };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        *seen = match *seen {
            Seen::Nothing => Seen::Start { read_at },
            Seen::Start { .. } => Seen::Running { read_at, awake_from: Instant::from_microseconds(i64::MIN) },
            Seen::Running { read_at: before, awake_from } => {
                let is_paused = before.plus_seconds(age_s_max) < read_at;
                let latest = read_at.plus_seconds(WAKING_S);
                // A clock that was ahead for a moment names no later one: this process would sleep until then.
                Seen::Running { read_at, awake_from: if is_paused { latest } else { awake_from.min(latest) } }
            }
        };
    }

    /// Tells that what others have changed is known at `now`.
    pub fn is_fresh(&self, now: Instant) -> bool {
        let Some(age_s_max) = self.age_s_max else { return true };
        let is_young = |read_at: Instant| read_at.plus_seconds(age_s_max) >= now;
        match *self.seen.lock().unwrap_or_else(PoisonError::into_inner) {
            Seen::Nothing => false,
            Seen::Start { read_at } => is_young(read_at),
            Seen::Running { read_at, awake_from } => is_young(read_at) && awake_from <= now,
        }
    }
}

#[cfg(test)]
mod tests;
