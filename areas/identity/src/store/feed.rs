//! What a process that verifies tokens has to read every half second: public keys and revocations (IDN-11).
//!
//! The feed needs the database and nothing secret, so that a process without the master key can verify.

use std::sync::Arc;

use edge::{PublicKey, REVOCATION_KEPT_S, Revocations};
use kernel::{Clock, Instant};
use store::{Row, Store, StoreError, params};

use super::revocations::REVOCATIONS_AFTER;
use super::signing_keys::{self, SIGNING_KEYS_PUBLIC};
use crate::revocation::SubjectKind;
use crate::signing_key::RETIRED_KEPT_S;

/// The most revocations that one statement reads.
const PAGE_ROWS_MAX: usize = 10_000;
/// The most pages that one poll reads: with more to come, the next poll goes on from there, and until it has come
/// to the end the verifier is told an old moment, so that it does not vouch for what it has not read.
const PAGES_MAX: usize = 200;

/// Reads keys and revocations, each revocation once.
#[derive(Clone)]
pub struct Feed {
    store: Store,
    directory: clients::Directory,
    clock: Arc<dyn Clock>,
    last_sequence: i64,
    complete_at: Instant,
}

/// What a poll has read, for [`edge::Verifier::set_keys`] and [`edge::Verifier::apply_revocations`].
#[derive(Clone, Debug)]
pub struct FeedUpdate {
    /// Every key whose tokens may be valid.
    pub keys: Vec<PublicKey>,
    /// What was revoked since the last poll; at the first poll, everything that matters.
    pub revocations: Revocations,
}

impl Feed {
    /// A feed that has read nothing yet.
    #[must_use]
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        let directory = clients::Directory::new(store.clone());
        Self { store, directory, clock, last_sequence: 0, complete_at: Instant::from_microseconds(i64::MIN) }
    }

    /// Reads what is new. After an error nothing is lost: the next poll reads it.
    pub async fn poll(&mut self) -> Result<FeedUpdate, StoreError> {
        // Taken before anything is read: what is revoked while this reads is for the next poll.
        let read_at = self.clock.now();
        let keys = self.public_keys(read_at).await?;
        let mut revocations = Revocations::none(read_at);
        let stopped = self.directory.stopped_since(read_at.plus_seconds(-REVOCATION_KEPT_S)).await?;
        revocations.users.extend(stopped.users.into_iter().map(|user| (user, read_at)));
        revocations.clients.extend(stopped.clients.into_iter().map(|client| (client, read_at)));
        let mut last_sequence = self.last_sequence;
        let mut complete = false;
        for _ in 0..PAGES_MAX {
            let limit = i64::try_from(PAGE_ROWS_MAX).unwrap_or(i64::MAX);
            let rows = self.store.query(&REVOCATIONS_AFTER, params![last_sequence, limit]).await?;
            for row in &rows {
                last_sequence = row.integer("sequence")?;
                add(&mut revocations, row)?;
            }
            if rows.len() < PAGE_ROWS_MAX {
                complete = true;
                break;
            }
        }
        self.last_sequence = last_sequence;
        if complete {
            self.complete_at = read_at;
        }
        revocations.read_at = self.complete_at;
        Ok(FeedUpdate { keys, revocations })
    }

    async fn public_keys(&self, now: Instant) -> Result<Vec<PublicKey>, StoreError> {
        let oldest = now.plus_seconds(-RETIRED_KEPT_S);
        let rows = self.store.query(&SIGNING_KEYS_PUBLIC, params![oldest]).await?;
        rows.iter().map(signing_keys::public_key).collect()
    }
}

fn add(revocations: &mut Revocations, row: &Row) -> Result<(), StoreError> {
    let at = row.instant("revoked_at_us")?;
    match row.parse("subject_kind")? {
        SubjectKind::Session => revocations.sessions.push((row.parse("subject_id")?, at)),
        SubjectKind::User => revocations.users.push((row.parse("subject_id")?, at)),
        SubjectKind::Client => revocations.clients.push((row.parse("subject_id")?, at)),
    }
    Ok(())
}
