//! Tokens that have been verified, by their text, until they expire.

use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant as MachineInstant};

use foldhash::fast::RandomState;
use kernel::Instant;
use moka::Expiry;
use moka::sync::Cache;

use super::revocation::Verified;

/// The size of an entry besides its texts, as measured: the value with its texts, and what the cache keeps of it.
const ENTRY_BYTES: usize = 768;

/// The length of a token's end that is hashed. The end is the signature; only entries with a right signature are ever
/// added, so nobody can choose ends that clash. The whole text is compared after that.
const TAIL_BYTES: usize = 32;

/// One verified token, or a pair of them.
pub(super) struct Entry<V> {
    first: Box<str>,
    second: Box<str>,
    pub(super) value: Arc<V>,
    /// The generation of the keys with which the value was verified.
    keys: u64,
    /// The time that it has left, measured when it was added.
    left: Duration,
    /// The last generation of the revocations in which the value was looked up and not found.
    unrevoked: AtomicU64,
}

impl<V> Entry<V> {
    pub(super) fn is_unrevoked_in(&self, generation: u64) -> bool {
        self.unrevoked.load(Ordering::Acquire) == generation
    }

    pub(super) fn note_unrevoked_in(&self, generation: u64) {
        self.unrevoked.store(generation, Ordering::Release);
    }
}

/// A bounded cache whose key is one or two texts.
pub(super) struct TokenCache<V> {
    entries: Cache<u64, Arc<Entry<V>>, RandomState>,
    hasher: RandomState,
}

kernel::debug_shows!(TokenCache<V> { entries: entries.entry_count(), .. });

fn tail(text: &str) -> &[u8] {
    let bytes = text.as_bytes();
    &bytes[bytes.len().saturating_sub(TAIL_BYTES)..]
}

/// Takes entries away when their tokens have expired by the clock of the machine. One that a sandbox's clock made
/// expire before that is not found either.
struct UntilExpired;

impl<V> Expiry<u64, Arc<Entry<V>>> for UntilExpired {
    fn expire_after_create(&self, _: &u64, entry: &Arc<Entry<V>>, _: MachineInstant) -> Option<Duration> {
        Some(entry.left)
    }

    fn expire_after_update(
        &self,
        _: &u64,
        entry: &Arc<Entry<V>>,
        _: MachineInstant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        Some(entry.left)
    }
}

impl<V: Verified + Send + Sync + 'static> TokenCache<V> {
    /// A cache whose entries have at most `bytes_max` bytes together.
    pub(super) fn new(bytes_max: u64) -> Self {
        let entries = Cache::builder()
            .max_capacity(bytes_max)
            .expire_after(UntilExpired)
            .weigher(|_, entry: &Arc<Entry<V>>| {
                let bytes = entry.first.len() + entry.second.len() + ENTRY_BYTES;
                u32::try_from(bytes).unwrap_or(u32::MAX)
            })
            .build_with_hasher(RandomState::default());
        Self { entries, hasher: RandomState::default() }
    }

    fn key(&self, first: &str, second: &str) -> u64 {
        self.hasher.hash_one((tail(first), tail(second)))
    }

    /// The entry for these texts, when it was verified with the keys of `generation` and has not expired.
    pub(super) fn find(&self, first: &str, second: &str, keys: u64, now: Instant) -> Option<Arc<Entry<V>>> {
        let key = self.key(first, second);
        let entry = self.entries.get(&key)?;
        if *entry.first != *first || *entry.second != *second {
            return None;
        }
        if entry.keys != keys || entry.value.facts().expires_at <= now {
            self.entries.invalidate(&key);
            return None;
        }
        Some(entry)
    }

    /// Remembers a value verified at `now` with the keys of generation `keys`, and not revoked in `unrevoked`.
    pub(super) fn insert(
        &self,
        (first, second): (&str, &str),
        value: &Arc<V>,
        (keys, unrevoked): (u64, u64),
        now: Instant,
    ) {
        let left_us = value.facts().expires_at.microseconds().saturating_sub(now.microseconds());
        let entry = Entry {
            first: first.into(),
            second: second.into(),
            value: Arc::clone(value),
            keys,
            left: Duration::from_micros(u64::try_from(left_us).unwrap_or(0)),
            unrevoked: AtomicU64::new(unrevoked),
        };
        self.entries.insert(self.key(first, second), Arc::new(entry));
    }
}

#[cfg(test)]
mod tests;
