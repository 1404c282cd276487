//! Makes guessing slow: every attempt is counted before its password is looked at, so that sixty-four guesses sent at
//! once are sixty-four counted guesses and not one.
//!
//! Two counters judge an attempt to log in: one of the network address, and one of the login name (whether or not such
//! a user exists, so that the answer tells nothing about that). An attempt to confirm a signature is judged by a
//! counter of its session alone, so that nobody without the session can stop it. The rules are pure functions; the
//! rows, the order in which they are held and the clean-up live in `work`.
//!
//! - The login name: from [`LOGIN_FAILURES_FREE`] failures in a row on, the next attempt has to wait, twice as long
//!   each time. [`LOGIN_FAILURES_MAX`] failures in a row lock the name for [`LOCK_S`]. An attempt that does not wait is
//!   refused unseen and counts too: a person reads the page, a program does not. Nothing that happens during the lock
//!   makes it longer, or a stranger could lock a user out for good. The same holds for a session.
//! - The login name from an address that its user has logged in from before: a counter of its own, which grows like the
//!   other up to [`KNOWN_WAIT_S_MAX`] and never locks. Strangers lock the name for strangers only.
//! - The address: only attempts whose password was looked at count, so that one user's lock does not shut out an office
//!   behind one address. The count is forgotten after [`ADDRESS_MEMORY_S`] without a failure.
//!
//! A wait ends after the longest of its kind at the latest, counted from the next attempt: a clock that ran ahead may
//! have written one that reaches far beyond.

use std::net::IpAddr;

use kernel::Instant;

/// Failures in a row of one login name that cost no waiting.
pub const LOGIN_FAILURES_FREE: i64 = 3;
/// Failures in a row that lock a login name.
pub const LOGIN_FAILURES_MAX: i64 = 10;
/// Seconds that a login name stays locked.
pub const LOCK_S: i64 = 30 * 60;
/// The longest wait before the lock, in seconds.
pub const LOGIN_WAIT_S_MAX: i64 = 32;
/// Failures from one address that cost no waiting: an office may stand behind one address.
pub const ADDRESS_FAILURES_FREE: i64 = 100;
/// The longest wait of an address, in seconds.
pub const ADDRESS_WAIT_S_MAX: i64 = 60;
/// After this many seconds without a failure a count is forgotten.
pub const ADDRESS_MEMORY_S: i64 = 15 * 60;
/// The longest wait at an address that the user has logged in from before, in seconds: some three hundred guesses a
/// day.
pub const KNOWN_WAIT_S_MAX: i64 = 5 * 60;
/// Wrong secrets of a client from one address that cost no waiting: processes of an ERP system that all have the old
/// one.
pub const SECRET_FAILURES_FREE: i64 = 10;
/// The longest wait after wrong secrets, in seconds.
pub const SECRET_WAIT_S_MAX: i64 = 60;
/// After this many seconds without a wrong secret a count is forgotten.
pub const SECRET_MEMORY_S: i64 = 15 * 60;
/// After this many seconds without an attempt a login name's row may be deleted. Longer than the lock.
pub const LOGIN_MEMORY_S: i64 = 24 * 60 * 60;

/// The most addresses that are remembered of one user: office, home, telephone, and some that were used once.
pub const KNOWN_ADDRESSES_MAX: i64 = 16;
/// Seconds after which an address that was not used again is forgotten: half a year.
pub const KNOWN_ADDRESS_KEPT_S: i64 = 180 * 86_400;

/// Tells that an address from which a user last logged in at `used_at` still counts as known.
pub fn is_address_known(used_at: Instant, now: Instant) -> bool {
    used_at.plus_seconds(KNOWN_ADDRESS_KEPT_S) > now
}

/// Failures of one login name, address or session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failures {
    /// Failures in a row, those under way included.
    pub count: i64,
    /// Attempts before this moment are refused unseen.
    pub blocked_until: Instant,
    /// The moment of the last attempt that was counted.
    pub last_at: Instant,
}

impl Failures {
    pub const fn none(now: Instant) -> Self {
        Self { count: 0, blocked_until: Instant::from_microseconds(0), last_at: now }
    }

    /// Bounds the wait to the longest from `now` on.
    fn bounded(self, wait_s_max: i64, now: Instant) -> Self {
        Self { blocked_until: self.blocked_until.min(now.plus_seconds(wait_s_max)), ..self }
    }
}

/// Verdict on an attempt before its password is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The password may be looked at; the attempt is already counted as a failure.
    Admitted,
    /// Too early: refused unseen.
    Delayed {
        /// Seconds until the next attempt is looked at, at least 1.
        retry_after_s: i64,
    },
    /// [`LOGIN_FAILURES_MAX`] failures in a row: refused unseen, whatever the password.
    Locked {
        /// Seconds until the lock ends, at least 1.
        retry_after_s: i64,
    },
}

impl Verdict {
    /// Returns the seconds until the next attempt is looked at; `None` when this one is.
    pub const fn wait_s(self) -> Option<i64> {
        match self {
            Self::Admitted => None,
            Self::Delayed { retry_after_s } | Self::Locked { retry_after_s } => Some(retry_after_s),
        }
    }
}

/// Counts an attempt on a login name, or in a session, and judges it: the verdict and the row to write.
///
/// | Before | Attempt | Verdict | After |
/// |---|---|---|---|
/// | locked | any | locked | unchanged |
/// | lock over | any | admitted | one failure |
/// | waiting, below the lock | any | delayed | one failure more, same wait; at the limit: locked |
/// | not waiting | any | admitted | one failure more and its wait; at the limit: locked from now on |
pub fn count_login(before: Failures, now: Instant) -> (Verdict, Failures) {
    let was_locked = before.count >= LOGIN_FAILURES_MAX;
    let before = before.bounded(if was_locked { LOCK_S } else { LOGIN_WAIT_S_MAX }, now);
    let waiting = before.blocked_until > now;
    if was_locked && waiting {
        return (Verdict::Locked { retry_after_s: seconds_until(before.blocked_until, now) }, before);
    }
    let stale = now.microseconds_since(before.last_at) > LOGIN_MEMORY_S.saturating_mul(1_000_000);
    let count = if was_locked || stale { 1 } else { before.count.saturating_add(1) };
    let limit_reached = count >= LOGIN_FAILURES_MAX;
    let blocked_until = if limit_reached {
        now.plus_seconds(LOCK_S)
    } else if waiting {
        before.blocked_until
    } else {
        now.plus_seconds(wait_s(count, LOGIN_FAILURES_FREE, LOGIN_WAIT_S_MAX))
    };
    let after = Failures { count, blocked_until, last_at: now };
    let verdict = match (waiting, limit_reached) {
        (false, _) => Verdict::Admitted,
        (true, false) => Verdict::Delayed { retry_after_s: seconds_until(blocked_until, now) },
        (true, true) => Verdict::Locked { retry_after_s: LOCK_S },
    };
    (verdict, after)
}

/// Judges an attempt from an address and counts it when it is admitted.
pub fn count_address(before: Failures, now: Instant) -> (Verdict, Failures) {
    delay(before, now, ADDRESS_MEMORY_S, ADDRESS_FAILURES_FREE, ADDRESS_WAIT_S_MAX)
}

/// Judges an attempt on a login name from an address that its user has logged in from before, and counts it when it is
/// admitted. One that comes too early changes nothing: whoever shares the address cannot keep the user waiting for
/// longer than one wait.
pub fn count_known(before: Failures, now: Instant) -> (Verdict, Failures) {
    delay(before, now, LOGIN_MEMORY_S, LOGIN_FAILURES_FREE, KNOWN_WAIT_S_MAX)
}

/// Judges a secret of a client from an address, and counts it as a wrong one.
pub fn count_secret(before: Failures, now: Instant) -> (Verdict, Failures) {
    delay(before, now, SECRET_MEMORY_S, SECRET_FAILURES_FREE, SECRET_WAIT_S_MAX)
}

/// Counts with a growing delay that never becomes a lock.
fn delay(before: Failures, now: Instant, memory_s: i64, free: i64, wait_s_max: i64) -> (Verdict, Failures) {
    let before = before.bounded(wait_s_max, now);
    if before.blocked_until > now {
        return (Verdict::Delayed { retry_after_s: seconds_until(before.blocked_until, now) }, before);
    }
    let forgotten = now.microseconds_since(before.last_at) > memory_s.saturating_mul(1_000_000);
    let count = if forgotten { 1 } else { before.count.saturating_add(1) };
    let blocked_until = now.plus_seconds(wait_s(count, free, wait_s_max));
    (Verdict::Admitted, Failures { count, blocked_until, last_at: now })
}

/// Returns an address as it is counted: IPv6 by its /64, which one customer has.
pub fn counted_address(address: Option<IpAddr>) -> String {
    match address {
        None => "unknown".to_owned(),
        Some(IpAddr::V4(address)) => address.to_string(),
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            let customer = || format!("{a:x}:{b:x}:{c:x}:{d:x}::/64");
            address.to_ipv4_mapped().map_or_else(customer, |mapped| mapped.to_string())
        }
    }
}

/// Returns 0 for the first `free` failures, then 1, 2, 4 … seconds, never above `wait_s_max`.
fn wait_s(count: i64, free: i64, wait_s_max: i64) -> i64 {
    let doublings = count.saturating_sub(free).saturating_sub(1);
    match u32::try_from(doublings) {
        Ok(doublings) => 1_i64.checked_shl(doublings.min(62)).unwrap_or(wait_s_max).min(wait_s_max),
        Err(_) if doublings < 0 => 0,
        Err(_) => wait_s_max,
    }
}

/// Returns whole seconds, rounded up, at least 1: the value of `Retry-After` (RFC 9110, 10.2.3).
fn seconds_until(moment: Instant, now: Instant) -> i64 {
    moment.microseconds_since(now).saturating_add(999_999).div_euclid(1_000_000).max(1)
}

#[cfg(test)]
mod tests;
