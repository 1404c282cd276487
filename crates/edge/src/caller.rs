//! Who is calling.

use std::sync::Arc;

use kernel::{ClientId, Cnum, Instant, SessionId, UserId};

/// The verified pair of access and identity token of one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The user on whose behalf the software calls: `sub` of both tokens.
    pub user: UserId,
    /// The company that the user chose at login: `company` of the access token.
    pub company: Cnum,
    /// The calling software: `client_id` of the access token, `aud` of the identity token.
    pub client: ClientId,
    /// The login from which both tokens come: `sid` of both.
    pub session: SessionId,
    /// `roles` of the access token, for example `ONLINE-USER`.
    pub roles: Arc<[String]>,
    /// The earlier `iat` of the two tokens.
    pub issued_at: Instant,
    /// The earlier `exp` of the two tokens.
    pub expires_at: Instant,
}

impl Caller {
    /// Whether the access token carries this role, for example `ONLINE-USER` (spec section 5, rule 5).
    #[must_use]
    pub fn has_role(&self, role: &str) -> bool {
        self.roles.iter().any(|own| own == role)
    }
}

/// The verified identity token of a request to an operation that does not require the access token
/// (agreements, spec section 5, rule 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityCaller {
    /// `sub` of the identity token.
    pub user: UserId,
    /// `aud` of the identity token.
    pub client: ClientId,
    /// `sid` of the identity token.
    pub session: SessionId,
    /// The caller by both tokens, when an access token was sent too (it is verified then).
    pub access: Option<Arc<Caller>>,
}
