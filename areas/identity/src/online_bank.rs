//! A session of the online bank: the content of its cookie, and its length.
//!
//! The cookie is a signed token of a kind of its own (`typ` `online-bank+jwt`), which opens pages and no operation
//! (docs/adr/0008). It is not renewed: after eight hours, a working day, the person logs in again.

pub use edge::ONLINE_BANK_CLIENT;
use serde::Serialize;

use crate::session::Session;

/// Seconds that a session lives: a working day.
pub const SESSION_S: i64 = 8 * 60 * 60;
/// The `typ` of its token.
pub const TOKEN_KIND: &str = "online-bank+jwt";

/// The claims of a session token of the online bank.
#[derive(Clone, Debug, Serialize)]
pub struct OnlineBankClaims<'a> {
    /// The issuer.
    pub iss: &'a str,
    /// The user.
    pub sub: &'a str,
    /// The issuer too: it opens the issuer's own pages.
    pub aud: &'a str,
    /// The moment of its issue, in seconds since 1970.
    pub iat: i64,
    /// The moment of its expiry, in seconds since 1970.
    pub exp: i64,
    /// Its own identifier.
    pub jti: String,
    /// The session.
    pub sid: &'a str,
    /// The company that the user chose.
    pub company: &'a str,
    /// The token that every form of the session has to carry.
    pub csrf: &'a str,
}

impl<'a> OnlineBankClaims<'a> {
    /// Makes the claims of `session`, issued in the second `issued_at_s`.
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

/// Names and roles that every page of the online bank shows. Its `Debug` shows nothing of them.
#[derive(Clone, PartialEq, Eq)]
pub struct VisitorNames {
    /// The person's name.
    pub user_name: String,
    /// The company's name in Russian.
    pub company_name_ru: String,
    /// The company's name in English.
    pub company_name_en: String,
    /// The person's roles.
    pub roles: Vec<String>,
    /// True while the person administers the company.
    pub is_administrator: bool,
}

impl std::fmt::Debug for VisitorNames {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("VisitorNames(..)")
    }
}
