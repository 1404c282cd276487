//! The claims of every kind of token, parsed once.

use std::str::FromStr;
use std::sync::Arc;

use kernel::{ClientId, Instant, ONLINE_BANK_CLIENT, SessionId, UserId};
use serde::Deserialize;

use super::TokenError;
use super::revocation::{TokenFacts, Verified};
use crate::caller::Caller;

/// A verified access token (RFC 9068, IDN-08).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessToken {
    /// The user, company, client, session and times of this token alone.
    pub caller: Caller,
    /// `scope`, as granted: names divided by spaces.
    pub scope: String,
    /// `jti`.
    pub token_id: String,
}

/// A verified identity token (`OpenID` Connect Core, section 2). Personal data is left out on purpose: no operation
/// needs it, and absent data cannot be logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityToken {
    /// `sub`.
    pub user: UserId,
    /// `aud`: exactly one client.
    pub client: ClientId,
    /// `sid`.
    pub session: SessionId,
    /// `iat`.
    pub issued_at: Instant,
    /// `exp`.
    pub expires_at: Instant,
}

/// A verified session token of the online bank, from the cookie of a browser (`typ` `online-bank+jwt`). It opens
/// pages and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlineBankToken {
    /// The person who looks at the pages; the client is [`ONLINE_BANK_CLIENT`].
    pub caller: Arc<Caller>,
    /// `csrf`: the token that every form of the session carries.
    pub csrf: String,
}

/// One name or a list of names: both are allowed for `aud` (RFC 7519 section 4.1.3).
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Audience {
    One(String),
    Many(Vec<String>),
}

impl Audience {
    fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Many(names) => names,
        }
    }
}

/// The claims that the kinds have. Times are whole seconds; a text or a fraction is no time.
#[derive(Deserialize)]
pub(super) struct CommonClaims {
    pub(super) iss: String,
    pub(super) aud: Audience,
    pub(super) exp: i64,
    pub(super) iat: i64,
    pub(super) nbf: Option<i64>,
    /// True in every token of a sandbox.
    #[serde(default)]
    pub(super) sandbox: bool,
    sub: String,
    sid: String,
    client_id: Option<String>,
    company: Option<String>,
    scope: Option<String>,
    jti: Option<String>,
    csrf: Option<String>,
}

fn claim<T: FromStr>(name: &'static str, text: Option<&str>) -> Result<T, TokenError> {
    text.and_then(|text| text.parse().ok()).ok_or(TokenError::BadClaim(name))
}

impl CommonClaims {
    pub(super) fn into_access(self, audience: &str) -> Result<AccessToken, TokenError> {
        if !self.aud.names().iter().any(|name| name == audience) {
            return Err(TokenError::WrongAudience);
        }
        let caller = self.caller(self.client_id.as_deref())?;
        let token_id = self.jti.ok_or(TokenError::BadClaim("jti"))?;
        Ok(AccessToken { caller, scope: self.scope.unwrap_or_default(), token_id })
    }

    fn caller(&self, client: Option<&str>) -> Result<Caller, TokenError> {
        Ok(Caller {
            user: claim("sub", Some(&self.sub))?,
            company: claim("company", self.company.as_deref())?,
            client: claim("client_id", client)?,
            session: claim("sid", Some(&self.sid))?,
            issued_at: Instant::from_unix_seconds(self.iat),
            expires_at: Instant::from_unix_seconds(self.exp),
        })
    }

    /// `audience` is the issuer itself: the pages are its own.
    pub(super) fn into_online_bank(self, audience: &str) -> Result<OnlineBankToken, TokenError> {
        if self.aud.names() != [audience] {
            return Err(TokenError::WrongAudience);
        }
        let caller = Arc::new(self.caller(Some(ONLINE_BANK_CLIENT))?);
        let csrf = self.csrf.filter(|csrf| !csrf.is_empty()).ok_or(TokenError::BadClaim("csrf"))?;
        Ok(OnlineBankToken { caller, csrf })
    }

    pub(super) fn into_identity(self) -> Result<IdentityToken, TokenError> {
        // One client per identity token: with several, the one for which it was issued is unknown.
        let [client] = self.aud.names() else { return Err(TokenError::WrongAudience) };
        Ok(IdentityToken {
            user: claim("sub", Some(&self.sub))?,
            client: client.parse().map_err(|_| TokenError::WrongAudience)?,
            session: claim("sid", Some(&self.sid))?,
            issued_at: Instant::from_unix_seconds(self.iat),
            expires_at: Instant::from_unix_seconds(self.exp),
        })
    }
}

impl AccessToken {
    /// The caller, when `identity` names the same user, client and session.
    pub(super) fn joined_with(&self, identity: &IdentityToken) -> Option<Caller> {
        let own = &self.caller;
        let same =
            own.user == identity.user && own.client == identity.client && own.session == identity.session;
        same.then(|| Caller {
            issued_at: own.issued_at.min(identity.issued_at),
            expires_at: own.expires_at.min(identity.expires_at),
            ..own.clone()
        })
    }
}

macro_rules! verified {
    ($($name:ident $(. $part:ident)?;)+) => {$(
        impl Verified for $name {
            fn facts(&self) -> TokenFacts<'_> {
                TokenFacts {
                    user: &self$(.$part)?.user,
                    client: &self$(.$part)?.client,
                    session: &self$(.$part)?.session,
                    issued_at: self$(.$part)?.issued_at,
                    expires_at: self$(.$part)?.expires_at,
                }
            }
        }
    )+};
}

verified! {
    AccessToken.caller;
    IdentityToken;
    Caller;
    OnlineBankToken.caller;
}
