//! Claims of the tokens (IDN-08).
//!
//! The access token follows RFC 9068 and is for this bank's API only; the identity token follows OpenID Connect Core
//! and is for the client. Personal data is in the identity token, and there only what the scopes ask for.

use clients::{Email, PhoneNumber, User};
use kernel::Instant;
use serde::Serialize;

use crate::sealing::sha256;
use crate::token::session::Session;

/// The longest life of an access or identity token, in seconds (spec section 8, `max_age`).
pub const TOKEN_LIFETIME_S_MAX: u32 = 86_400;

#[derive(Clone, Debug, Serialize)]
pub struct AccessClaims<'a> {
    pub iss: &'a str,
    pub sub: &'a str,
    /// The API.
    pub aud: &'a str,
    pub client_id: &'a str,
    /// The moment of its issue, in seconds since 1970.
    pub iat: i64,
    /// The moment of its expiry, in seconds since 1970.
    pub exp: i64,
    pub jti: String,
    pub sid: &'a str,
    /// The granted scopes, divided by spaces.
    pub scope: &'a str,
    pub roles: Vec<&'a str>,
    /// The company that the user chose at login.
    pub company: &'a str,
    /// True in a sandbox's token, absent in a live one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct IdentityClaims<'a> {
    pub iss: &'a str,
    pub sub: &'a str,
    pub aud: &'a str,
    /// The moment of its expiry, in seconds since 1970.
    pub exp: i64,
    /// The moment of its issue, in seconds since 1970.
    pub iat: i64,
    /// The moment of the login, in seconds since 1970.
    pub auth_time: i64,
    /// The `nonce` of the authorization request; a refresh repeats none (OpenID Connect Core, 12.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<&'a str>,
    /// The left half of the access token's SHA-256.
    pub at_hash: String,
    pub sid: &'a str,
    /// True in a sandbox's token, absent in a live one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
    #[serde(flatten)]
    pub person: PersonClaims<'a>,
}

/// Claims about a person; each is there when its scope was granted and the bank knows it.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct PersonClaims<'a> {
    /// The name, of the scope `profile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<&'a str>,
}

impl<'a> PersonClaims<'a> {
    /// Selects the claims about `user` that `scope` allows.
    pub fn within(scope: &str, user: &'a User) -> Self {
        let granted = |wanted: &str| scope.split(' ').any(|scope| scope == wanted);
        Self {
            name: granted("profile").then_some(&user.full_name),
            email: user.email.as_ref().filter(|_| granted("email")).map(Email::as_str),
            phone_number: user.phone_number.as_ref().filter(|_| granted("phone")).map(PhoneNumber::as_str),
        }
    }
}

/// Issue and expiry of a pair of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validity {
    /// `iat`: the whole second in which it is issued.
    pub issued_at_s: i64,
    /// `exp`.
    pub expires_at_s: i64,
}

impl Validity {
    /// Begins at `now` and lasts `lifetime_s` seconds, but not beyond the end of the login.
    pub fn new(session: &Session, lifetime_s: u32, now: Instant) -> Self {
        let issued_at_s = now.unix_seconds();
        let expires_at_s = issued_at_s.saturating_add(i64::from(lifetime_s));
        Self { issued_at_s, expires_at_s: expires_at_s.min(session.expires_at.unix_seconds()) }
    }

    /// Returns the seconds from issue to expiry: `expires_in`.
    pub const fn seconds(self) -> i64 {
        self.expires_at_s.saturating_sub(self.issued_at_s)
    }
}

/// Computes the left half of the access token's SHA-256, of which `at_hash` is the base64url (OpenID Connect Core,
/// 3.1.3.6). Both algorithms of this provider use SHA-256.
pub fn left_half(access_token: &str) -> [u8; 16] {
    let mut half = [0_u8; 16];
    half.copy_from_slice(&sha256(access_token.as_bytes())[..16]);
    half
}
