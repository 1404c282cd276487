//! `id_token_hint`: an identity token of this provider, which may have expired.

use edge::PublicKey;
use kernel::{ClientId, SessionId, UserId};
use serde::Deserialize;

/// Whose session, of which client.
#[derive(Debug, Deserialize)]
pub(super) struct Hint {
    #[serde(rename = "sub")]
    pub(super) user: UserId,
    #[serde(rename = "aud")]
    pub(super) client: ClientId,
    #[serde(rename = "sid")]
    pub(super) session: SessionId,
    iss: String,
}

/// Reads the hint; nothing when it is no identity token that this provider signed. How old it is does not matter: it
/// is no permission, it tells which session the client means.
pub(super) fn read(token: &str, keys: &[PublicKey], issuer: &str) -> Option<Hint> {
    let hint: Hint = edge::open_identity(token, keys.to_vec()).ok()?;
    (hint.iss == issuer).then_some(hint)
}
