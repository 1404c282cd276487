//! The authorization code, with which the client's server fetches the tokens of a login (IDN-06; RFC 6749, 4.1;
//! RFC 7636).
//!
//! A code is 256 random bits, is stored as its SHA-256, lives for `code_lifetime_s` and works once. To use it again is
//! to show that two parties hold it, so the session that came out of it ends, with all its tokens. That includes
//! the tokens of the rightful first user: nobody can tell which of the two that was (RFC 6749, 4.1.2).
//!
//! An attempt with a wrong verifier, redirect URI or client is refused and leaves the code usable: the code of
//! somebody else must not be a way to disturb that login, and a verifier cannot be guessed.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{ClientId, Cnum, Instant, SessionId, UserId};

use crate::person::origin::Origin;
use crate::sealing::sha256;
use crate::token::refresh::RefreshState;
use crate::token::session::Session;

/// Characters of a code: anything longer is not looked up.
pub const CODE_CHARACTERS: usize = 43;
/// Characters of a verifier (RFC 7636, 4.1).
const VERIFIER_CHARACTERS: std::ops::RangeInclusive<usize> = 43..=128;

/// Grant of a finished login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAuthorizationCode {
    pub client: ClientId,
    pub user: UserId,
    pub company: Cnum,
    /// The URI that the code is sent to, byte for byte as it was asked for.
    pub redirect_uri: String,
    /// `BASE64URL(SHA256(ASCII(code_verifier)))`.
    pub code_challenge: String,
    /// To be returned in the identity token.
    pub nonce: Option<String>,
    /// The granted scopes, divided by spaces.
    pub scope: String,
    /// Seconds that tokens live, when the client asked for that.
    pub max_age_s: Option<u32>,
    /// The moment of the last proof of the user.
    pub authenticated_at: Instant,
    pub origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationCode {
    pub grant: NewAuthorizationCode,
    /// The session that its exchange begins.
    pub session: SessionId,
    /// The moment from which it does not work any more.
    pub expires_at: Instant,
    pub redeemed_at: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    pub client: &'a ClientId,
    pub redirect_uri: &'a str,
    pub code_verifier: &'a str,
}

kernel::text_enum! {
    /// Reason for which a code is not exchanged.
    pub enum CodeError {
        Unknown = "UNKNOWN",
        /// Another client than the code was issued to.
        WrongClient = "WRONG_CLIENT",
        Expired = "EXPIRED",
        /// Exchanged before; its session has ended.
        Replayed = "REPLAYED",
        /// The user is not in service any more.
        UserStopped = "USER_STOPPED",
        /// The user may not act for the company any more.
        CompanyWithdrawn = "COMPANY_WITHDRAWN",
        /// Another redirect URI than the code was sent to.
        WrongRedirectUri = "WRONG_REDIRECT_URI",
        /// The verifier does not fit the challenge.
        WrongVerifier = "WRONG_VERIFIER",
    }
}

/// Tells that `text` has the form of a verifier: 43 to 128 unreserved characters.
pub fn is_verifier(text: &str) -> bool {
    VERIFIER_CHARACTERS.contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

impl AuthorizationCode {
    /// Judges an attempt at the moment `now`.
    ///
    /// | the attempt | verdict |
    /// |---|---|
    /// | by another client | `WrongClient` |
    /// | after an exchange | `Replayed`, also when late or with a wrong verifier: the session must end |
    /// | after `expires_at` | `Expired` |
    /// | another redirect URI | `WrongRedirectUri` |
    /// | a verifier that does not fit | `WrongVerifier` |
    /// | otherwise | it may be exchanged |
    pub fn judge(&self, exchange: Exchange<'_>, now: Instant) -> Result<(), CodeError> {
        if self.grant.client != *exchange.client {
            Err(CodeError::WrongClient)
        } else if self.redeemed_at.is_some() {
            Err(CodeError::Replayed)
        } else if self.expires_at <= now {
            Err(CodeError::Expired)
        } else if self.grant.redirect_uri != exchange.redirect_uri {
            Err(CodeError::WrongRedirectUri)
        } else if fits(exchange.code_verifier, &self.grant.code_challenge) {
            Ok(())
        } else {
            Err(CodeError::WrongVerifier)
        }
    }

    /// Returns the session that the exchange begins, whose first refresh token has the hash `refresh_hash`. It lives
    /// for `lifetime_s` seconds from the login.
    pub fn session(&self, refresh_hash: [u8; 32], lifetime_s: u32) -> Session {
        let grant = &self.grant;
        Session {
            id: self.session.clone(),
            client: grant.client.clone(),
            user: grant.user.clone(),
            company: grant.company.clone(),
            scope: grant.scope.clone(),
            max_age_s: grant.max_age_s,
            authenticated_at: grant.authenticated_at,
            expires_at: grant.authenticated_at.plus_seconds(i64::from(lifetime_s)),
            refresh: RefreshState { hash: refresh_hash, previous: None, generation: 0 },
            ended: None,
        }
    }
}

fn fits(verifier: &str, challenge: &str) -> bool {
    let computed = URL_SAFE_NO_PAD.encode(sha256(verifier.as_bytes()));
    is_verifier(verifier) && verify_slices_are_equal(computed.as_bytes(), challenge.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests;
