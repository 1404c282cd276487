//! Client data (section 5.8.1): what the browser says about the page that asked.

use serde::Deserialize;

use crate::error::WebauthnError;
use crate::limits::CLIENT_DATA_BYTES_MAX;
use crate::relying_party::{Challenge, RelyingParty};

kernel::text_enum! {
    /// A ceremony, with the `type` of its client data.
    pub(crate) enum Ceremony {
        /// A new passkey.
        Registration = "webauthn.create",
        /// A proof with a known one.
        Assertion = "webauthn.get",
    }
}

/// The members that are looked at. Others may stand beside them: browsers add some on purpose (section 5.8.1.2), and
/// `tokenBinding` of Level 2 is no longer part of the standard.
#[derive(Deserialize)]
struct Wire {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(rename = "crossOrigin")]
    cross_origin: Option<bool>,
    #[serde(rename = "topOrigin")]
    top_origin: Option<String>,
}

/// Verifies what the browser says: 7.1 steps 5 to 12, and 7.2 steps 8 to 14, in the numbers of Level 3.
pub(crate) fn verify(
    json: &[u8],
    ceremony: Ceremony,
    challenge: &Challenge,
    relying_party: &RelyingParty,
) -> Result<(), WebauthnError> {
    if json.is_empty() || json.len() > CLIENT_DATA_BYTES_MAX {
        return Err(WebauthnError::Length);
    }
    // UTF-8 and JSON; a member that is looked at must not occur twice.
    let client_data: Wire = serde_json::from_slice(json).map_err(|_| WebauthnError::ClientData)?;
    // `type` is the one of the ceremony: a signature of one is none for the other.
    if client_data.kind != ceremony.as_str() {
        return Err(WebauthnError::Type);
    }
    if !challenge.is_named_by(&client_data.challenge) {
        return Err(WebauthnError::Challenge);
    }
    if client_data.origin != relying_party.origin() {
        return Err(WebauthnError::Origin);
    }
    // The bank's pages are in no frame, so that neither may say otherwise.
    if client_data.cross_origin == Some(true) || client_data.top_origin.is_some() {
        return Err(WebauthnError::CrossOrigin);
    }
    Ok(())
}
