//! What has to be done from time to time so that tables stay small and stopped users stay out.

use std::sync::Arc;

use clients::Stopped;
use edge::REVOCATION_KEPT_S;
use kernel::Instant;
use store::{Query, StoreError, Tx, params};

use super::authorization_codes::AUTHORIZATION_CODES_PRUNE;
use super::interactions::INTERACTIONS_PRUNE;
use super::known_addresses::{KNOWN_ADDRESS_KEPT_S, KNOWN_ADDRESSES_PRUNE};
use super::login_attempts::ATTEMPTS_PRUNE;
use super::revocations::{self, REVOCATIONS_PRUNE};
use super::sessions::SESSIONS_PRUNE;
use super::signing_keys::SIGNING_KEYS_PRUNE;
use crate::interaction::INTERACTION_MEMORY_S;
use crate::lockout::LOGIN_MEMORY_S;
use crate::signing_key::RETIRED_KEPT_S;
use crate::state::IdentityState;

/// The most rows that one statement deletes.
const ROWS_MAX: i64 = 1_000;
/// The most times that a statement is repeated in one run.
const REPETITIONS_MAX: usize = 100;
/// The most stopped users or clients that one unit of work looks at.
const STOPPED_AT_ONCE_MAX: usize = 100;
/// Seconds that a session is kept after the end of its 30 days, for questions about it.
const SESSION_KEPT_S: i64 = 86_400;

/// Ends the sessions of stopped users and clients, and deletes what no question can be about any more: codes whose
/// session is over, sessions, revocations, retired keys, logins that nobody finished, counted failures. To be called every minute or so, by any number of processes.
pub async fn run(state: &IdentityState) -> Result<(), StoreError> {
    let now = state.clock.now();
    let directory = clients::Directory::new(state.store.clone());
    let stopped = directory.stopped_since(now.plus_seconds(-REVOCATION_KEPT_S)).await?;
    let users = stopped.users.chunks(STOPPED_AT_ONCE_MAX).map(|users| (users, &[][..]));
    let clients = stopped.clients.chunks(STOPPED_AT_ONCE_MAX).map(|clients| (&[][..], clients));
    for (users, clients) in users.chain(clients) {
        let stopped = Stopped { users: users.to_vec(), clients: clients.to_vec() };
        let randomness = Arc::clone(&state.randomness);
        let work = move |tx: &mut Tx| revocations::end_what_is_stopped(tx, &stopped, &*randomness, now);
        state.store.write("end what is stopped", work).await?;
    }
    // A code is kept as long as its session can live, because its replay must end that session.
    let login_s = i64::from(state.settings.login_lifetime_s);
    prune(state, &AUTHORIZATION_CODES_PRUNE, now.plus_seconds(-login_s)).await?;
    prune(state, &SESSIONS_PRUNE, now.plus_seconds(-SESSION_KEPT_S)).await?;
    prune(state, &REVOCATIONS_PRUNE, now.plus_seconds(-REVOCATION_KEPT_S)).await?;
    prune(state, &INTERACTIONS_PRUNE, now.plus_seconds(-INTERACTION_MEMORY_S)).await?;
    prune(state, &ATTEMPTS_PRUNE, now.plus_seconds(-LOGIN_MEMORY_S)).await?;
    prune(state, &KNOWN_ADDRESSES_PRUNE, now.plus_seconds(-KNOWN_ADDRESS_KEPT_S)).await?;
    let oldest = now.plus_seconds(-RETIRED_KEPT_S);
    state
        .store
        .write("delete retired signing keys", move |tx: &mut Tx| -> Result<(), StoreError> {
            tx.execute(&SIGNING_KEYS_PRUNE, params![oldest]).map(|_| ())
        })
        .await
}

async fn prune(state: &IdentityState, query: &'static Query, before: Instant) -> Result<(), StoreError> {
    for _ in 0..REPETITIONS_MAX {
        let work =
            move |tx: &mut Tx| -> Result<u64, StoreError> { tx.execute(query, params![before, ROWS_MAX]) };
        if state.store.write("delete what is over", work).await? == 0 {
            break;
        }
    }
    Ok(())
}
