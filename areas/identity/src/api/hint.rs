//! `id_token_hint`: an identity token of this provider, which may have expired.

use edge::{PublicKey, TOKEN_BYTES_MAX};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use kernel::{ClientId, SessionId, UserId};
use serde::Deserialize;

use crate::signing_key::SigningAlgorithm;

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
    if token.len() > TOKEN_BYTES_MAX {
        return None;
    }
    let header = decode_header(token).ok()?;
    if !header.typ.is_some_and(|typ| typ.eq_ignore_ascii_case("JWT")) {
        return None;
    }
    let key = keys.iter().find(|key| Some(&key.kid) == header.kid.as_ref())?;
    let (algorithm, decoding_key) = match key.algorithm {
        SigningAlgorithm::Es256 => (Algorithm::ES256, DecodingKey::from_ec_der(&key.der)),
        SigningAlgorithm::Rs256 => (Algorithm::RS256, DecodingKey::from_rsa_der(&key.der)),
    };
    let mut validation = Validation::new(algorithm);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation.validate_aud = false;
    let hint = decode::<Hint>(token, &decoding_key, &validation).ok()?.claims;
    (hint.iss == issuer).then_some(hint)
}
