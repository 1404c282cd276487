//! Attempts to prove who somebody is, and the counters that each of them is counted in. The rules of a counter are in
//! [`crate::login::lockout`].

use std::net::IpAddr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Instant, SessionId};
use sha2::{Digest, Sha256};

use crate::login::lockout::{
    Failures, LOGIN_FAILURES_MAX, Verdict, count_address, count_known, count_login, counted_address,
};

kernel::text_enum! {
    pub enum CounterKind {
        Login = "LOGIN",
        Address = "ADDRESS",
        /// Counts by login name and an address from which its user has logged in before.
        KnownAddress = "KNOWN_ADDRESS",
        Session = "SESSION",
    }
}

impl CounterKind {
    /// Tells that a right proof ends all failures of the counter. An address keeps the others: they may be guesses at
    /// other users.
    pub const fn is_forgotten_by_success(self) -> bool {
        match self {
            Self::Address => false,
            Self::Login | Self::KnownAddress | Self::Session => true,
        }
    }

    /// Counts an attempt at `now` by the rule of the counter.
    fn count(self, before: Failures, now: Instant) -> (Verdict, Failures) {
        match self {
            Self::Address => count_address(before, now),
            Self::KnownAddress => count_known(before, now),
            Self::Login | Self::Session => count_login(before, now),
        }
    }

    const fn may_lock(self) -> bool {
        matches!(self, Self::Login | Self::Session)
    }
}

/// Subjects of an attempt to log in: a login name and the address that tries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoginSubjects {
    /// The hash of the login name.
    pub login: String,
    /// The network address; IPv6 by its /64, which is what one customer has.
    pub address: String,
    /// The hash of both together; none when the address is not known.
    pub together: Option<String>,
}

impl LoginSubjects {
    /// Hashes the login name of an attempt: people sometimes type a password there.
    pub fn new(login: &str, address: Option<IpAddr>) -> Self {
        let counted = counted_address(address);
        let together = address.map(|_| hashed(&format!("{login}\0{counted}")));
        Self { login: hashed(login), address: counted, together }
    }

    /// Returns the counter that judges the attempt beside that of the address.
    pub fn judge(&self, is_known_address: bool) -> (CounterKind, &str) {
        match &self.together {
            Some(together) if is_known_address => (CounterKind::KnownAddress, together),
            Some(_) | None => (CounterKind::Login, &self.login),
        }
    }
}

fn hashed(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subjects {
    Login(LoginSubjects),
    /// Somebody confirms in a session that is open.
    Session {
        id: SessionId,
        /// The hash of its user's login name.
        login: String,
    },
    Passkey {
        /// The network address; IPv6 by its /64.
        address: String,
        /// The hash of the login name of the passkey's user, once that is known.
        login: Option<String>,
    },
}

impl Subjects {
    /// Returns the hash of the login name, if one is known.
    pub fn login(&self) -> Option<&str> {
        match self {
            Self::Login(subjects) => Some(&subjects.login),
            Self::Session { login, .. } => Some(login),
            Self::Passkey { login, .. } => login.as_deref(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub kind: CounterKind,
    pub subject: String,
    /// The moment until which this attempt made the subject wait.
    pub blocked_until: Instant,
}

/// The verdict on an attempt, and what it was counted in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// Tells that the proof may be looked at, or how long to wait.
    pub verdict: Verdict,
    /// True for the tenth failure in a row, unless the attempt succeeds.
    pub locks: bool,
    /// The counters, in the order in which they are held.
    pub counted: Vec<Counted>,
}

/// A counter that is held, before and after an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldCounter {
    pub kind: CounterKind,
    pub subject: String,
    /// The failures that were known before the attempt.
    pub before: Failures,
    pub after: Failures,
}

impl HeldCounter {
    /// Counts an attempt at `now` and judges it.
    pub fn judged(kind: CounterKind, subject: &str, before: Failures, now: Instant) -> (Admission, Self) {
        let (verdict, after) = kind.count(before, now);
        let was_locked = before.count >= LOGIN_FAILURES_MAX;
        let admission = Admission {
            verdict,
            locks: kind.may_lock() && after.count >= LOGIN_FAILURES_MAX && !was_locked,
            counted: vec![Counted { kind, subject: subject.to_owned(), blocked_until: after.blocked_until }],
        };
        (admission, Self { kind, subject: subject.to_owned(), before, after })
    }

    pub fn is_changed(&self) -> bool {
        self.before != self.after
    }
}

#[cfg(test)]
mod tests;
