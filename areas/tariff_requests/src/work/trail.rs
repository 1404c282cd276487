//! Audit entries of this area.

use std::sync::Arc;

use area::Author;
use audit::Actor;
use kernel::{Cnum, Instant, Randomness, UserId};
use serde_json::Value;
use store::{Result, Tx};

/// Source of a change, taken along into the unit of work, which runs on a thread of its own.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    author: Author,
    randomness: Arc<dyn Randomness>,
}

impl Trail {
    /// Takes the source from the HTTP request that is being answered; `user` sent it.
    pub(super) fn of_user(user: &UserId, randomness: &Arc<dyn Randomness>) -> Self {
        let author = Author::of_request(Actor::User(user.clone()));
        Self { author, randomness: Arc::clone(randomness) }
    }

    pub(super) fn of_system(randomness: &Arc<dyn Randomness>) -> Self {
        let author = Author::outside_of_requests(Actor::System);
        Self { author, randomness: Arc::clone(randomness) }
    }

    pub(super) fn record(
        &self,
        tx: &mut Tx,
        at: Instant,
        action: &'static str,
        object: (&'static str, String),
        company: &Cnum,
        detail: Value,
    ) -> Result<()> {
        let entry = self.author.entry(at, self.randomness.as_ref(), action, object);
        audit::record(tx, entry.company(company.clone()).detail(detail))
    }
}
