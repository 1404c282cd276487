//! The person who asks, as the use cases know them and the trail names them.

use area::Author;
use audit::{Actor, Entry};
use kernel::{Cnum, Instant, UserId};

use crate::state::CertificatesState;

/// The person whose certificates they are, in the session of a company.
#[derive(Clone, Debug)]
pub(crate) struct Signer {
    pub(crate) user: UserId,
    pub(crate) cnum: Cnum,
    author: Author,
}

impl Signer {
    /// Names the person in the request that this task answers.
    pub(crate) fn of_request(user: UserId, cnum: Cnum) -> Self {
        Self { author: Author::of_request(Actor::User(user.clone())), user, cnum }
    }

    /// Begins an entry about something of the company that this person has changed.
    pub(super) fn entry(
        &self,
        state: &CertificatesState,
        at: Instant,
        action: &'static str,
        object: (&'static str, &str),
    ) -> Entry {
        self.author.entry(at, &*state.randomness, action, object).company(self.cnum.clone())
    }
}
