//! The caller of an operation.

use std::sync::Arc;

use kernel::{ClientId, Cnum, Instant, SessionId, UserId};

/// The verified pair of access and identity token of one request. The roles of the access token are not here: they
/// are as old as the token, and who asks for a role asks the database, as for rights.
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
    /// The earlier `iat` of the two tokens.
    pub issued_at: Instant,
    /// The earlier `exp` of the two tokens.
    pub expires_at: Instant,
}

/// The verified identity token of a request to an operation that does not require the access token
/// (agreements, spec section 5, rule 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityCaller {
    pub user: UserId,
    /// `aud` of the identity token.
    pub client: ClientId,
    /// `sid` of the identity token.
    pub session: SessionId,
    /// The caller by both tokens, when an access token was sent too (it is verified then).
    pub access: Option<Arc<Caller>>,
}
