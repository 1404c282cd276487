//! `id_token_hint`: an identity token of this provider, which may have expired.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use edge::{PublicKey, TokenError};
use kernel::{ClientId, SessionId, UserId};
use serde::Deserialize;

/// The client that sends the hint, and the session that it means, with its user.
#[derive(Debug)]
pub(super) struct Hint {
    pub(super) client: ClientId,
    /// None when the key of the token is forgotten, a day after it was retired: anybody may have written it.
    pub(super) session: Option<(SessionId, UserId)>,
}

#[derive(Debug, Deserialize)]
struct Claims {
    iss: String,
    sub: UserId,
    aud: ClientId,
    sid: SessionId,
}

/// Reads the hint; nothing when it is no identity token of this provider. How old it is does not matter: it is no
/// permission, it tells which session the client means.
pub(super) fn read(token: &str, keys: &[PublicKey], issuer: &str) -> Option<Hint> {
    let (claims, is_signed) = match edge::open_identity::<Claims>(token, keys.to_vec()) {
        Ok(claims) => (claims, true),
        Err(TokenError::UnknownKey) => (unverified(token)?, false),
        Err(_) => return None,
    };
    let Claims { iss, sub, aud, sid } = claims;
    (iss == issuer).then(|| Hint { client: aud, session: is_signed.then_some((sid, sub)) })
}

fn unverified(token: &str) -> Option<Claims> {
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    serde_json::from_slice(&claims).ok()
}
