//! People on whose behalf tests call.

use kernel::{ClientId, Cnum, SessionId, UserId};
use serde_json::Value;

/// On whose behalf a test calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCaller {
    /// `sub` of both tokens.
    pub user: UserId,
    /// `company` of the access token.
    pub company: Cnum,
    /// `client_id` of the access token, `aud` of the identity token.
    pub client: ClientId,
    /// `sid` of both tokens.
    pub session: SessionId,
    /// `roles` of the access token.
    pub roles: Vec<String>,
    /// True when the tokens are those of a sandbox.
    pub is_of_sandbox: bool,
}

impl TestCaller {
    /// This user for this company through the client `demo-erp`, in a session of the user's own, with the
    /// role ONLINE-USER.
    pub fn new(user: &str, company: &str) -> Self {
        Self {
            user: user.parse().expect("a user id"),
            company: company.parse().expect("a cnum"),
            client: "demo-erp".parse().expect("a client id"),
            session: format!("session-{user}").parse().expect("a session id"),
            roles: vec!["ONLINE-USER".to_owned()],
            is_of_sandbox: false,
        }
    }

    /// The same with tokens of a sandbox.
    pub fn of_sandbox(mut self) -> Self {
        self.is_of_sandbox = true;
        self
    }

    pub fn with_client(mut self, client: &str) -> Self {
        self.client = client.parse().expect("a client id");
        self
    }

    pub fn with_session(mut self, session: &str) -> Self {
        self.session = session.parse().expect("a session id");
        self
    }

    /// Adds the claim of a sandbox, which live tokens do not have.
    pub(crate) fn marked(&self, mut claims: Value) -> Value {
        if self.is_of_sandbox {
            claims["sandbox"] = true.into();
        }
        claims
    }

    /// The same with these roles and no others.
    pub fn with_roles(mut self, roles: &[&str]) -> Self {
        self.roles = roles.iter().map(|role| (*role).to_owned()).collect();
        self
    }
}
