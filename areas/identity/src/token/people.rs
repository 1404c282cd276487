//! Clients and users as tokens tell of them.

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

/// A user as tokens tell of them. Its `Debug` shows nothing of it: personal data does not belong in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The person's name: the claim `name`.
    pub full_name: String,
    pub email: Option<String>,
    pub phone_number: Option<String>,
    /// The claim `roles`, ordered.
    pub roles: Vec<String>,
    /// The user's status: tokens are issued for an active one.
    pub status: UserStatus,
}

kernel::debug_shows!(Person(..));

impl From<User> for Person {
    fn from(user: User) -> Self {
        Self {
            full_name: user.full_name,
            email: user.email.map(|email| email.to_string()),
            phone_number: user.phone_number.map(|number| number.to_string()),
            roles: user.roles.iter().map(ToString::to_string).collect(),
            status: user.status,
        }
    }
}

/// A session that somebody wants to refresh.
#[derive(Clone, Debug)]
pub struct Refreshing {
    pub session: Session,
    /// Its refreshes of a day that the trail has not been told of.
    pub counted: Option<CountedDay>,
    pub person: Person,
    /// True while the user may act for the company of the login, which can be taken away after it.
    pub may_act: bool,
}

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
