//! Keeps tables small and stopped users out; a worker calls it from time to time.

use std::sync::Arc;

use audit::Actor;
use clients::Stopped;
use edge::REVOCATION_KEPT_S;
use kernel::{Instant, Randomness};
use store::{Query, Result, Tx};

use super::end_access::end_remains;
use super::refresh::tell_ended_days;
use super::trail::{Author, Occasion};
use crate::keys::signing_key::RETIRED_KEPT_S;
use crate::login::interaction::INTERACTION_MEMORY_S;
use crate::login::lockout::{KNOWN_ADDRESS_KEPT_S, LOGIN_MEMORY_S};
use crate::login::login_history::LOGINS_KEPT_S;
use crate::state::IdentityState;
use crate::store::{self as tables, signing_keys};

/// The most rows that one statement deletes.
const ROWS_MAX: i64 = 1_000;
/// The most times that a statement is repeated in one run.
const REPETITIONS_MAX: usize = 100;
/// The most stopped users or clients that one unit of work looks at.
const STOPPED_AT_ONCE_MAX: usize = 100;
/// Seconds that a session is kept after its end, for questions about it.
const SESSION_KEPT_S: i64 = 86_400;

impl IdentityState {
    /// Ends the sessions of stopped users and clients, and deletes what no question can be about any more: codes whose
    /// session is over, sessions, revocations, retired keys, logins that nobody finished, counted failures. To be
    /// called every minute or so, by any number of processes.
    pub async fn tidy_up(&self) -> Result<()> {
        let now = self.clock.now();
        let stopped = clients::stopped_since(&self.store, now.plus_seconds(-REVOCATION_KEPT_S)).await?;
        let users = stopped.users.chunks(STOPPED_AT_ONCE_MAX).map(|users| (users, &[][..]));
        let clients = stopped.clients.chunks(STOPPED_AT_ONCE_MAX).map(|clients| (&[][..], clients));
        for (users, clients) in users.chain(clients) {
            let stopped = Stopped { users: users.to_vec(), clients: clients.to_vec() };
            let randomness = Arc::clone(&self.randomness);
            let work = move |tx: &mut Tx| end_what_is_stopped(tx, &stopped, &*randomness, now);
            self.store.write("end what is stopped", work).await?;
        }
        // A code is kept as long as its session can live, because its replay must end that session.
        let login_s = i64::from(self.settings.login_lifetime_s);
        prune(self, &tables::authorization_codes::AUTHORIZATION_CODES_PRUNE, now.plus_seconds(-login_s))
            .await?;
        for _ in 0..REPETITIONS_MAX {
            let randomness = Arc::clone(&self.randomness);
            let work = move |tx: &mut Tx| tell_ended_days(tx, ROWS_MAX, &*randomness, now);
            if self.store.write_guarded("tell of refreshes", work).await? == 0 {
                break;
            }
        }
        for (query, kept_s) in [
            (&tables::sessions::SESSIONS_PRUNE, SESSION_KEPT_S),
            (&tables::revocations::REVOCATIONS_PRUNE, REVOCATION_KEPT_S),
            (&tables::interactions::INTERACTIONS_PRUNE, INTERACTION_MEMORY_S),
            (&tables::second_factor_offers::OFFERS_PRUNE, 0),
            (&tables::passkeys::CHALLENGES_PRUNE, 0),
            (&tables::online_bank::KEPT_FORMS_PRUNE, 0),
            (&tables::login_attempts::LOGINS_PRUNE, LOGINS_KEPT_S),
            (&tables::login_attempts::ATTEMPTS_PRUNE, LOGIN_MEMORY_S),
            (&tables::login_attempts::KNOWN_ADDRESSES_PRUNE, KNOWN_ADDRESS_KEPT_S),
        ] {
            prune(self, query, now.plus_seconds(-kept_s)).await?;
        }
        let oldest = now.plus_seconds(-RETIRED_KEPT_S);
        let forget = move |tx: &mut Tx| signing_keys::prune(tx, oldest);
        self.store.write("delete retired signing keys", forget).await
    }
}

/// Deletes with one of the statements `…_PRUNE` what was over before `before`, in units of [`ROWS_MAX`] rows.
pub async fn prune(state: &IdentityState, query: &'static Query, before: Instant) -> Result<()> {
    for _ in 0..REPETITIONS_MAX {
        let work = move |tx: &mut Tx| tables::prune(tx, query, before, ROWS_MAX);
        if state.store.write("delete what is over", work).await? == 0 {
            break;
        }
    }
    Ok(())
}

/// Ends what users and clients still have who were stopped by hand in the tables. Until this runs, the feed and the
/// token endpoint ask for their status, so that nothing of it works; this keeps it from working again when they are let
/// in again.
fn end_what_is_stopped(
    tx: &mut Tx,
    stopped: &Stopped,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<()> {
    let author = Author::outside_of_requests(Actor::System);
    let occasion = Occasion { author: &author, randomness, now };
    for user in &stopped.users {
        end_remains(tx, user, &occasion)?;
    }
    for client in &stopped.clients {
        end_remains(tx, client, &occasion)?;
    }
    Ok(())
}
