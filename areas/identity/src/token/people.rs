//! Clients, and users with their sessions, as tokens are made from them and judged by them.

use clients::{ClientSecrets, ClientStatus, IdTokenAlgorithm, User, UserStatus};
use kernel::{ClientId, Instant};

use crate::token::refresh::CountedDay;
use crate::token::session::Session;

#[derive(Clone, Debug)]
pub struct TokenClient {
    pub id: ClientId,
    pub secrets: ClientSecrets,
    pub id_token_algorithm: IdTokenAlgorithm,
    /// Its status: only an active one gets tokens.
    pub status: ClientStatus,
}

/// A session with its user: to be refreshed, or asked about by introspection and `/userinfo`. Its `Debug` shows nothing
/// of it: personal data does not belong in logs.
#[derive(Clone)]
pub struct Refreshing {
    pub session: Session,
    /// Its refreshes of a day that the trail has not been told of.
    pub counted: Option<CountedDay>,
    pub person: User,
    /// True while the user may act for the company of the login, which can be taken away after it.
    pub may_act: bool,
}

kernel::debug_shows!(Refreshing(..));

impl Refreshing {
    /// Tells that `client` may get tokens at `now`: the session is its own and alive, and its user is in service and
    /// may still act for the company.
    pub fn is_open_to(&self, client: &ClientId, now: Instant) -> bool {
        self.session.client == *client
            && self.session.is_alive(now)
            && self.person.status == UserStatus::Active
            && self.may_act
    }
}

#[cfg(test)]
mod tests;
