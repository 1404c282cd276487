//! Request of one step of a login, as its units of work need it.

use std::sync::Arc;

use audit::{Actor, Entry};
use kernel::{Instant, Randomness, UserId};

use super::trail::{Author, Occasion};
use crate::person::origin::{BrowserFamily, Origin};
use crate::state::IdentityState;

/// Moment, source and randomness of one step of a login.
#[derive(Clone, Debug)]
pub struct Step {
    /// The request, on behalf of nobody yet.
    pub author: Author,
    /// The place that the request came from.
    pub origin: Origin,
    pub now: Instant,
    pub randomness: Arc<dyn Randomness>,
    /// Seconds that the code may be exchanged.
    pub code_lifetime_s: u32,
    /// Seconds that a session of the online bank lives.
    pub session_s: u32,
}

impl Step {
    /// Describes the request that this task answers.
    pub fn of_request(state: &IdentityState) -> Self {
        let author = Author::of_request(Actor::System);
        let context = edge::RequestContext::current();
        let browser = context.map(|context| BrowserFamily::recognise(context.user_agent()));
        Self {
            origin: Origin { address: author.address, browser },
            author,
            now: state.clock.now(),
            randomness: Arc::clone(&state.randomness),
            code_lifetime_s: state.settings.code_lifetime_s,
            session_s: state.settings.online_bank.session_s,
        }
    }

    /// Returns the occasion of a change that `author` makes by the request.
    pub fn occasion<'a>(&'a self, author: &'a Author) -> Occasion<'a> {
        Occasion { author, randomness: &*self.randomness, now: self.now }
    }

    /// Begins an entry of the trail about the user, on behalf of that user.
    pub fn own_entry(&self, user: &UserId, action: &'static str) -> Entry {
        let author = self.author.acting(Actor::User(user.clone()));
        author.entry(self.now, &*self.randomness, action, ("user", user.as_str()))
    }

    /// Begins an entry of the trail about a login through the client `asked_by`.
    pub fn entry(&self, actor: Actor, action: &'static str, asked_by: &str) -> Entry {
        let author = self.author.acting(actor);
        author.entry(self.now, &*self.randomness, action, ("client", asked_by))
    }
}
