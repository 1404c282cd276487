//! Login under way as its forms carry it. Until the password is right nothing of it is stored, so that strangers who
//! begin logins fill no table; the tag keeps anybody from changing what the client asked for.
//!
//! It is no secret: all of it came through the browser that it goes back to.

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Instant;
use serde::{Deserialize, Serialize};

use crate::login::interaction::{Destination, Interaction, Secret, Stage};
use crate::work::WorkError;
use crate::work::login_guards::FormKeys;

/// The most characters of a form's login: the longest state, redirect URI and nonce, and some room.
const CHARACTERS_MAX: usize = 14_000;

/// The login as it stands in the form.
#[derive(Serialize, Deserialize)]
struct Wire {
    secret: String,
    browser_hash: String,
    language: String,
    expires_at_us: i64,
    destination: Destination,
}

/// Writes a login as the text for its form.
pub(super) fn seal(key: &hmac::Key, secret: &Secret, interaction: &Interaction) -> Result<String, WorkError> {
    let wire = Wire {
        secret: secret.as_str().to_owned(),
        browser_hash: interaction.browser_hash.clone(),
        language: interaction.language.tag().to_owned(),
        expires_at_us: interaction.expires_at.microseconds(),
        destination: interaction.destination.clone(),
    };
    let wire = serde_json::to_vec(&wire)?;
    let tag = hmac::sign(key, &wire);
    Ok(format!("{}.{}", URL_SAFE_NO_PAD.encode(&wire), URL_SAFE_NO_PAD.encode(tag)))
}

/// Reads the login of a form, as it was begun: what has been proved since is in the table. `None` for what this bank
/// did not make.
pub(super) fn open(keys: &FormKeys, text: &str) -> Option<(Secret, Interaction)> {
    if text.len() > CHARACTERS_MAX {
        return None;
    }
    let (wire, tag) = text.split_once('.')?;
    let wire = URL_SAFE_NO_PAD.decode(wire).ok()?;
    if !keys.have_sealed(&wire, &URL_SAFE_NO_PAD.decode(tag).ok()?) {
        return None;
    }
    let wire: Wire = serde_json::from_slice(&wire).ok()?;
    let secret = Secret::read(&wire.secret)?;
    let interaction = Interaction {
        hash: secret.hash(),
        browser_hash: wire.browser_hash,
        destination: wire.destination,
        language: wire.language.parse().ok()?,
        stage: Stage::Password,
        expires_at: Instant::from_microseconds(wire.expires_at_us),
    };
    Some((secret, interaction))
}
