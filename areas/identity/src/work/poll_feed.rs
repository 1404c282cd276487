//! Polls the feed: public keys and revocations, which a process that verifies tokens has to read every half second
//! (IDN-11).
//!
//! The feed needs the database and nothing secret, so that a process without the master key can verify.

use edge::{KeyError, PublicKey, REVOCATION_KEPT_S, Revocations, Verifier};
use kernel::Instant;
use store::{Result, Store, StoreError};
use tokio::try_join;

use crate::keys::signing_key::RETIRED_KEPT_S;
use crate::store::revocations::PublishedRevocation;
use crate::store::{revocations, signing_keys};
use crate::token::session::Subject;
use crate::token::token_claims::TOKEN_LIFETIME_S_MAX;

/// The most revocations that one statement reads.
const PAGE_ROWS_MAX: usize = 10_000;
/// The most pages that one poll reads: a worker gives a poll up after a second, and one that is given up has come
/// nowhere. With more to come, the next poll goes on from there, and until it has come to the end the verifier is told
/// an old moment, so that it does not vouch for what it has not read.
const PAGES_MAX: usize = 20;
/// Seconds by which the clock may go back without a new reading: a verifier keeps revocations for as long after the
/// last token that they are about has expired.
const CLOCK_BACK_S_MAX: i64 = REVOCATION_KEPT_S - TOKEN_LIFETIME_S_MAX as i64;
const NEVER: Instant = Instant::from_microseconds(i64::MIN);

/// Reads keys and revocations, each revocation once.
#[derive(Clone)]
pub struct Feed {
    store: Store,
    place: Place,
}

/// The place that a feed has come to.
#[derive(Clone, Copy)]
struct Place {
    last_sequence: i64,
    /// The last moment as of which every revocation was read.
    complete_at: Instant,
    /// The latest moment as of which anything was read.
    latest_at: Instant,
}

impl Place {
    const START: Self = Self { last_sequence: 0, complete_at: NEVER, latest_at: NEVER };
}

/// Every key whose tokens may be valid; and the revocations since the last poll, at the first one all that matter.
type News = (Vec<PublicKey>, Revocations);

impl Feed {
    /// Makes a feed that has read nothing yet.
    pub fn new(store: Store) -> Self {
        Self { store, place: Place::START }
    }

    /// Tells the verifier what is new as of the moment `read_at`, and returns the revocations that it was told: it
    /// knows everything until their moment. `read_at` is the present one, or the one that the clock of a sandbox is
    /// about to show; it is taken before this reads, so that what is revoked meanwhile is for the next poll. Nothing
    /// is lost when this fails or is given up: the next poll reads it again.
    pub async fn tell<E>(&mut self, verifier: &Verifier, read_at: Instant) -> Result<Revocations, E>
    where
        E: From<StoreError> + From<KeyError>,
    {
        let ((keys, revocations), place) = self.read(read_at).await?;
        verifier.set_keys(keys)?;
        verifier.apply_revocations(&revocations);
        self.place = place;
        Ok(revocations)
    }

    async fn read(&self, read_at: Instant) -> Result<(News, Place)> {
        // By a clock that was far ahead the verifier has forgotten what matters again: it is told everything anew.
        let is_far_back = read_at.plus_seconds(CLOCK_BACK_S_MAX) < self.place.latest_at;
        let Place { mut last_sequence, mut complete_at, latest_at } =
            if is_far_back { Place::START } else { self.place };
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
        if complete {
            complete_at = read_at;
        }
        update.read_at = complete_at;
        let place = Place { last_sequence, complete_at, latest_at: latest_at.max(read_at) };
        Ok(((keys, update), place))
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
