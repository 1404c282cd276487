//! A session of the online bank: what its cookie holds and how long it lives.
//!
//! The cookie is a signed token of a kind of its own (`typ` `online-bank+jwt`), which opens pages and no operation
//! (docs/adr/0008). It is not renewed: after eight hours, a working day, the person logs in again.

use serde::Serialize;

use crate::session::Session;

/// Seconds that a session lives: a working day.
pub const SESSION_S: i64 = 8 * 60 * 60;
/// The `typ` of its token.
pub const TOKEN_KIND: &str = "online-bank+jwt";

/// The claims of a session token of the online bank.
#[derive(Clone, Debug, Serialize)]
pub struct OnlineBankClaims<'a> {
    /// Who issued it.
    pub iss: &'a str,
    /// The user.
    pub sub: &'a str,
    /// Whose pages it opens: the issuer's own.
    pub aud: &'a str,
    /// When it was issued, in seconds since 1970.
    pub iat: i64,
    /// When it expires, in seconds since 1970.
    pub exp: i64,
    /// Its own identifier.
    pub jti: String,
    /// The session.
    pub sid: &'a str,
    /// The company that the user chose.
    pub company: &'a str,
    /// What every form of the session has to carry.
    pub csrf: &'a str,
}

impl<'a> OnlineBankClaims<'a> {
    /// The claims of `session`, issued in the second `issued_at_s`.
    #[must_use]
    pub fn new(
        issuer: &'a str,
        session: &'a Session,
        csrf: &'a str,
        token_id: String,
        issued_at_s: i64,
    ) -> Self {
        Self {
            iss: issuer,
            sub: session.user.as_str(),
            aud: issuer,
            iat: issued_at_s,
            exp: session.expires_at.unix_seconds(),
            jti: token_id,
            sid: session.id.as_str(),
            company: session.company.as_str(),
            csrf,
        }
    }
}
