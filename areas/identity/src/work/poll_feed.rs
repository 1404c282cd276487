//! Polls the feed: public keys and revocations, which a process that verifies tokens has to read every half second
//! (IDN-11).
//!
//! The feed needs the database and nothing secret, so that a process without the master key can verify.

use std::sync::Arc;

use edge::{PublicKey, REVOCATION_KEPT_S, Revocations};
use kernel::{Clock, Instant};
use store::{Result, Store};
use tokio::try_join;

use crate::keys::signing_key::RETIRED_KEPT_S;
use crate::store::revocations::PublishedRevocation;
use crate::store::{revocations, signing_keys};
use crate::token::session::Subject;

/// The most revocations that one statement reads.
const PAGE_ROWS_MAX: usize = 10_000;
/// The most pages that one poll reads: with more to come, the next poll goes on from there, and until it has come
/// to the end the verifier is told an old moment, so that it does not vouch for what it has not read.
const PAGES_MAX: usize = 200;

/// Reads keys and revocations, each revocation once.
#[derive(Clone)]
pub struct Feed {
    store: Store,
    clock: Arc<dyn Clock>,
    last_sequence: i64,
    complete_at: Instant,
}

/// Outcome of a poll, for [`edge::Verifier::set_keys`] and [`edge::Verifier::apply_revocations`].
#[derive(Clone, Debug)]
pub struct FeedUpdate {
    /// Every key whose tokens may be valid.
    pub keys: Vec<PublicKey>,
    /// The revocations since the last poll; at the first poll, all that matter.
    pub revocations: Revocations,
}

impl Feed {
    /// Makes a feed that has read nothing yet.
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, last_sequence: 0, complete_at: Instant::from_microseconds(i64::MIN) }
    }

    /// Reads what is new. After an error nothing is lost: the next poll reads it.
    pub async fn poll(&mut self) -> Result<FeedUpdate> {
        // Taken before anything is read: what is revoked while this reads is for the next poll.
        let read_at = self.clock.now();
        self.poll_at(read_at).await
    }

    /// As [`Feed::poll`], as of the moment `read_at`: for a sandbox, whose clock is about to show it.
    pub async fn poll_at(&mut self, read_at: Instant) -> Result<FeedUpdate> {
        let mut last_sequence = self.last_sequence;
        // Beside each other: one after the other they would take as many times as long as the way to the database.
        let (keys, stopped, mut page) = try_join!(
            signing_keys::list_public(&self.store, read_at.plus_seconds(-RETIRED_KEPT_S)),
            clients::stopped_since(&self.store, read_at.plus_seconds(-REVOCATION_KEPT_S)),
            revocations::after(&self.store, last_sequence, PAGE_ROWS_MAX)
        )?;
        let mut update = Revocations::none(read_at);
        update.users.extend(stopped.users.iter().map(|user| (user.clone(), read_at)));
        update.clients.extend(stopped.clients.iter().map(|client| (client.clone(), read_at)));
        update.stopped.users.extend(stopped.users);
        update.stopped.clients.extend(stopped.clients);
        let mut complete = false;
        for _ in 0..PAGES_MAX {
            complete = page.len() < PAGE_ROWS_MAX;
            for revocation in page {
                last_sequence = revocation.sequence;
                add(&mut update, revocation);
            }
            if complete {
                break;
            }
            page = revocations::after(&self.store, last_sequence, PAGE_ROWS_MAX).await?;
        }
        self.last_sequence = last_sequence;
        if complete {
            self.complete_at = read_at;
        }
        update.read_at = self.complete_at;
        Ok(FeedUpdate { keys, revocations: update })
    }
}

fn add(update: &mut Revocations, revocation: PublishedRevocation) {
    let at = revocation.revoked_at;
    match revocation.subject {
        Subject::Session(session) => update.sessions.push((session, at)),
        Subject::User(user) => update.users.push((user, at)),
        Subject::Client(client) => update.clients.push((client, at)),
    }
}
