//! The tokens of a login, as the token response brings them (spec section 2.1).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::SdkError;

/// The token response. Its holder acts as the user: keep it where only the user can read.
#[derive(Clone, Serialize, Deserialize, PartialEq, Eq)]
pub struct Tokens {
    /// Sent as `Authorization: Bearer …` with every business call.
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: String,
    /// Good for one refresh, which brings the next one; empty when nothing is to be refreshed.
    pub refresh_token: String,
    /// Sent as `Id-Token` with every business call.
    pub id_token: String,
    /// The lifetime of the access token in seconds, when the bank tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_in: Option<u64>,
}

impl Tokens {
    /// One claim of the identity token, without checking its signature: the token came straight from the identity
    /// provider (OpenID Connect Core, section 3.1.3.7, rule 6).
    pub fn identity_claim(&self, name: &str) -> Option<Value> {
        claims(&self.id_token)?.get(name).cloned()
    }

    /// Checks the claims of a first identity token against the request.
    pub(crate) fn check(&self, issuer: &str, client_id: &str, nonce: &str) -> Result<(), SdkError> {
        let expected = [("iss", issuer), ("aud", client_id), ("nonce", nonce)];
        for (name, value) in expected {
            let found = self.identity_claim(name);
            let matches = match &found {
                Some(Value::String(text)) => text == value,
                Some(Value::Array(several)) => several.iter().any(|one| one == value),
                _ => false,
            };
            if !matches {
                return Err(SdkError::Foreign("the identity token was issued for something else"));
            }
        }
        if self.token_type.eq_ignore_ascii_case("Bearer") {
            Ok(())
        } else {
            Err(SdkError::Answer("a token type other than Bearer".to_owned()))
        }
    }
}

fn claims(token: &str) -> Option<Value> {
    let payload = token.split('.').nth(1)?;
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).ok()?).ok()
}

// For logs: tokens are secrets.
kernel::debug_shows!(Tokens(..));
