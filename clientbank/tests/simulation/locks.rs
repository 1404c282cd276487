//! Locks: operators stop people and software at any moment, and let them in again.

use area::Author;
use audit::Actor;
use clientbank::application::Surroundings;
use identity::token::session::Holder;
use identity::work::suspend;
use identity::work::trail::Occasion;
use kernel::{ClientId, UserId};
use store::{StoreError, Tx, params};

use crate::model::Model;
use crate::scene::Scene;

store::queries! {
    /// The next session of a person, as a login makes it.
    LOG_IN = "insert into sessions (session_id, client_id, user_id, cnum, scope, authenticated_at_us, created_at_us,
            expires_at_us, refresh_generation, refresh_hash)
        select $1, client_id, user_id, cnum, scope, $2, $2, expires_at_us, 0, refresh_hash from sessions
        where session_id = $3";
}

/// The people and the software that are stopped.
pub(crate) const STOPPED: [&str; 5] = ["U00001", "U00002", "U00003", "demo-erp", "kolos-erp"];
/// The ends of requests that were refused, or had nothing to ask for.
const REFUSED: [&str; 6] = ["401", "403", "303", "423", "429", "503"];

/// Stops a person or a client, or lets it in again; a person then logs in anew.
pub(crate) async fn lock(scene: Scene, person: &'static str, is_locked: bool) -> String {
    let Surroundings { store, clock, randomness, .. } = scene.process.surroundings.clone();
    let now = clock.now();
    let session = format!("session-{person}-{}", scene.model.borrow().logins.len());
    let (next, is_person) = (session.clone(), person.starts_with('U'));
    let unit = move |tx: &mut Tx| {
        let author = Author::outside_of_requests(Actor::Operator("support".to_owned()));
        let (user, client) = (person.parse::<UserId>(), person.parse::<ClientId>());
        let holder = if is_person {
            Holder::User(user.as_ref().expect("a user"))
        } else {
            Holder::Client(client.as_ref().expect("a client"))
        };
        if is_locked {
            return suspend::stop(tx, holder, &Occasion { author: &author, randomness: &*randomness, now });
        }
        let is_changed =
            suspend::let_in(tx, holder, &Occasion { author: &author, randomness: &*randomness, now })?;
        if is_changed && is_person {
            tx.execute_one(&LOG_IN, params![next.as_str(), now, format!("session-{person}")])?;
        }
        Ok::<_, StoreError>(is_changed)
    };
    match store.write("users.lock", unit).await {
        Ok(is_changed) => {
            let mut model = scene.model.borrow_mut();
            if is_changed && is_locked {
                model.locked.insert(person, false);
                model.disabled.extend((!is_person).then_some(person));
            } else if is_changed {
                model.locked.remove(person);
                if is_person {
                    model.logins.push((person, session));
                }
            }
            is_changed.to_string()
        }
        Err(error) => format!("failed: {error}"),
    }
}

impl Model {
    pub(crate) fn session(&self, user: &str) -> String {
        let last = self.logins.iter().rfind(|(person, _)| *person == user);
        last.map_or_else(|| format!("session-{user}"), |(_, session)| session.clone())
    }

    /// Takes down that every process has looked at revocations and switches.
    pub(crate) fn looked(&mut self) {
        self.locked.values_mut().chain(self.on.values_mut()).for_each(|is_known| *is_known = true);
    }
}

/// Tells whether a request of somebody who is locked ends as it has to.
pub(crate) fn is_refusal(words: &str) -> bool {
    REFUSED.contains(&words) || words.starts_with("no")
}
