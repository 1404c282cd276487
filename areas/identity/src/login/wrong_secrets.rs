//! Wrong secrets of clients, counted in the memory of this process by client and address.
//!
//! A secret is 256 random bits, so that nobody guesses it. What is kept small is what a wrong one costs: entries in the
//! audit trail, and an ERP system that repeats a secret which was changed, all day. The answer is late, not the lock:
//! another address, and the same one a moment later, get in with the right secret.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use kernel::{ClientId, Instant};

use crate::login::lockout::{Failures, SECRET_MEMORY_S, count_secret, counted_address};

/// The most pairs of client and address that are remembered; above it the one that was quiet for longest is forgotten.
pub const WRONG_SECRETS_MAX: usize = 10_000;

/// Client and address that have shown a wrong secret. Whoever names a client that does not exist is counted by address
/// alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SecretSubject {
    client: Option<ClientId>,
    address: String,
}

impl SecretSubject {
    /// Names this client, if there is one, at this address.
    pub fn new(client: Option<&ClientId>, address: Option<IpAddr>) -> Self {
        Self { client: client.cloned(), address: counted_address(address) }
    }
}

#[derive(Debug, Default)]
pub struct WrongSecrets(Mutex<HashMap<SecretSubject, Failures>>);

impl WrongSecrets {
    /// Returns the seconds until the next secret is looked at; `None`: now.
    pub fn wait_s(&self, subject: &SecretSubject, now: Instant) -> Option<i64> {
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let failures = failures.get_mut(subject)?;
        let (verdict, after) = count_secret(*failures, now);
        let wait_s = verdict.wait_s()?;
        // One that comes too early changes nothing but a wait that a clock ahead has written.
        *failures = after;
        Some(wait_s)
    }

    pub fn count(&self, subject: SecretSubject, now: Instant) {
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = failures.get(&subject).copied().unwrap_or(Failures::none(now));
        if failures.len() >= WRONG_SECRETS_MAX && !failures.contains_key(&subject) {
            let oldest = now.plus_seconds(-SECRET_MEMORY_S);
            failures.retain(|_, failures| failures.last_at >= oldest);
            let quiet = failures.iter().min_by_key(|(_, failures)| failures.last_at);
            let quiet = quiet.filter(|_| failures.len() >= WRONG_SECRETS_MAX);
            if let Some(quiet) = quiet.map(|(subject, _)| subject.clone()) {
                failures.remove(&quiet);
            }
        }
        failures.insert(subject, count_secret(before, now).1);
    }

    /// Forgets what went wrong before a secret that was right.
    pub fn forget(&self, subject: &SecretSubject) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(subject);
    }
}

#[cfg(test)]
mod tests;
