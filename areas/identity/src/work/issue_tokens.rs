//! Makes and signs tokens.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clients::{IdTokenAlgorithm, Role, User};
use kernel::Instant;
use serde::Serialize;

use super::WorkError;
use crate::keys::signing_key::{SigningAlgorithm, SigningKey};
use crate::login::interaction::Secret;
use crate::state::IdentityState;
use crate::token::online_bank::{OnlineBankClaims, TOKEN_KIND};
use crate::token::refresh::RefreshToken;
use crate::token::session::Session;
use crate::token::token_claims::{AccessClaims, IdentityClaims, PersonClaims, Validity, left_half};

/// Bytes that claims and a token have room for at first: enough for most, RS256 included.
const CLAIMS_BYTES_GUESSED: usize = 512;
const TOKEN_BYTES_GUESSED: usize = 1_280;

/// Tokens as the client gets them.
#[derive(Debug)]
pub struct Tokens {
    /// A JWT for the business API (RFC 9068).
    pub access_token: String,
    /// A JWT for the client (OpenID Connect Core); none without the scope `openid`.
    pub id_token: Option<String>,
    /// The refresh token as the client holds it.
    pub refresh_token: String,
    /// The scopes of the tokens, divided by spaces.
    pub scope: String,
    /// Seconds until access and identity token expire.
    pub lifetime_s: i64,
}

/// Parts that tokens are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Issue<'a> {
    pub(super) session: &'a Session,
    pub(super) person: &'a User,
    pub(super) id_token_algorithm: IdTokenAlgorithm,
    /// The scopes of the tokens: those of the session, or fewer.
    pub(super) scope: &'a str,
    pub(super) nonce: Option<&'a str>,
    pub(super) refresh_token: &'a RefreshToken,
    pub(super) now: Instant,
}

pub(super) fn issue(state: &IdentityState, issue: Issue<'_>) -> Result<Tokens, WorkError> {
    let Issue { session, person, scope, now, .. } = issue;
    let keys = state.keys.current();
    let lifetime_s = state.settings.token_lifetime_s_for(session.max_age_s);
    let validity = Validity::new(session, lifetime_s, now);
    let access = AccessClaims {
        iss: &state.settings.issuer,
        sub: session.user.as_str(),
        aud: &state.settings.api_audience,
        client_id: session.client.as_str(),
        iat: validity.issued_at_s,
        exp: validity.expires_at_s,
        jti: state.randomness.uuid(now).to_string(),
        sid: session.id.as_str(),
        scope,
        roles: person.roles.iter().map(Role::as_str).collect(),
        company: session.company.as_str(),
        sandbox: state.settings.is_sandbox,
    };
    let access_token = signed(keys.active(SigningAlgorithm::Es256), "at+jwt", &access)?;
    let algorithm = match issue.id_token_algorithm {
        IdTokenAlgorithm::Rs256 => SigningAlgorithm::Rs256,
        IdTokenAlgorithm::Es256 => SigningAlgorithm::Es256,
    };
    let identity = IdentityClaims {
        iss: &state.settings.issuer,
        sub: session.user.as_str(),
        aud: session.client.as_str(),
        exp: validity.expires_at_s,
        iat: validity.issued_at_s,
        auth_time: session.authenticated_at.unix_seconds(),
        nonce: issue.nonce,
        at_hash: URL_SAFE_NO_PAD.encode(left_half(&access_token)),
        sid: session.id.as_str(),
        sandbox: state.settings.is_sandbox,
        person: PersonClaims::within(scope, person),
    };
    let wanted = scope.split(' ').any(|scope| scope == "openid");
    let id_token = wanted.then(|| signed(keys.active(algorithm), "JWT", &identity)).transpose()?;
    Ok(Tokens {
        access_token,
        id_token,
        refresh_token: issue.refresh_token.text(),
        scope: scope.to_owned(),
        lifetime_s: validity.seconds(),
    })
}

/// Issues the token of a session of the online bank, which its cookie holds.
pub fn issue_online_bank_token(state: &IdentityState, session: &Session) -> Result<String, WorkError> {
    let csrf = Secret::mint(state.randomness.as_ref());
    let now = state.clock.now();
    let claims = OnlineBankClaims {
        iss: &state.settings.issuer,
        sub: session.user.as_str(),
        aud: &state.settings.issuer,
        iat: now.unix_seconds(),
        exp: session.expires_at.unix_seconds(),
        jti: state.randomness.uuid(now).to_string(),
        sid: session.id.as_str(),
        company: session.company.as_str(),
        csrf: csrf.as_str(),
        sandbox: state.settings.is_sandbox,
    };
    let keys = state.keys.current();
    signed(keys.active(SigningAlgorithm::Es256), TOKEN_KIND, &claims)
}

/// Signs claims as a JWS in compact form (RFC 7515, 7.1).
fn signed(key: &SigningKey, kind: &str, claims: &impl Serialize) -> Result<String, WorkError> {
    // A kid is base64url and the rest are names of this program: nothing needs escaping.
    let header = format!(r#"{{"alg":"{}","typ":"{kind}","kid":"{}"}}"#, key.algorithm(), key.kid());
    let mut body = Vec::with_capacity(CLAIMS_BYTES_GUESSED);
    serde_json::to_writer(&mut body, claims)?;
    let mut token = String::with_capacity(TOKEN_BYTES_GUESSED);
    URL_SAFE_NO_PAD.encode_string(header, &mut token);
    token.push('.');
    URL_SAFE_NO_PAD.encode_string(body, &mut token);
    let signature = key.sign(token.as_bytes())?;
    token.push('.');
    URL_SAFE_NO_PAD.encode_string(signature, &mut token);
    Ok(token)
}
