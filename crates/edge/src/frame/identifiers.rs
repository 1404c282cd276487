//! Randomness for traces and spans, fetched for many requests at once: asking the operating system for each would cost a
//! system call per request.

use std::sync::{Arc, Mutex, PoisonError};

use kernel::Randomness;

use super::trace::RANDOM_BYTES;

/// Requests that one fetch lasts for.
const REQUESTS_PER_FETCH: usize = 128;

/// Hands out [`RANDOM_BYTES`] at a time. They name things and keep nothing secret.
pub(super) struct Identifiers {
    randomness: Arc<dyn Randomness>,
    fetched: Mutex<Fetched>,
}

struct Fetched {
    bytes: [u8; RANDOM_BYTES * REQUESTS_PER_FETCH],
    used: usize,
}

impl Identifiers {
    pub(super) fn new(randomness: Arc<dyn Randomness>) -> Self {
        let bytes = [0; RANDOM_BYTES * REQUESTS_PER_FETCH];
        Self { randomness, fetched: Mutex::new(Fetched { used: bytes.len(), bytes }) }
    }

    pub(super) fn next(&self) -> [u8; RANDOM_BYTES] {
        // Whoever panicked with the lock has handed out a part at most; no part is handed out twice.
        let mut fetched = self.fetched.lock().unwrap_or_else(PoisonError::into_inner);
        if fetched.used == fetched.bytes.len() {
            self.randomness.fill(&mut fetched.bytes);
            fetched.used = 0;
        }
        let used = fetched.used;
        fetched.used += RANDOM_BYTES;
        let mut next = [0; RANDOM_BYTES];
        next.copy_from_slice(&fetched.bytes[used..used + RANDOM_BYTES]);
        next
    }
}
