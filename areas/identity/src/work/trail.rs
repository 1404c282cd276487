//! The author of every entry that identity writes into the audit trail, the occasion of a change, and the request of
//! one step of a login.

use std::sync::Arc;

use audit::{Actor, Entry};
use kernel::{Instant, Randomness, UserId};

use crate::person::origin::{BrowserFamily, Origin};
use crate::state::IdentityState;

pub use area::Author;

/// Occasion of a change, as its unit of work needs it: who makes it and when, and the randomness for what it writes.
#[derive(Clone, Copy, Debug)]
pub struct Occasion<'a> {
    pub author: &'a Author,
    pub randomness: &'a dyn Randomness,
    pub now: Instant,
}

impl Occasion<'_> {
    /// Begins an entry of the trail about it.
    pub fn entry(&self, action: &'static str, object: (&'static str, &str)) -> Entry {
        self.author.entry(self.now, self.randomness, action, object)
    }
}

/// Moment, source and randomness of one step of a login.
#[derive(Clone, Debug)]
pub struct Step {
    /// The request, on behalf of nobody yet.
    pub author: Author,
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
