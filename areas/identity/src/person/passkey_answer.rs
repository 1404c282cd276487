//! Answers of authenticators as the script of the pages puts them into forms: parts in base64url without padding,
//! divided by dots.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use webauthn::{
    ATTESTATION_OBJECT_BYTES_MAX, AUTHENTICATOR_DATA_BYTES_MAX, Assertion, CLIENT_DATA_BYTES_MAX,
    CREDENTIAL_ID_BYTES_MAX, Registration, SIGNATURE_BYTES_MAX, USER_HANDLE_BYTES_MAX,
};

/// The first part of a proof: nobody mistakes one for a code.
const PROOF: &str = "passkey";

/// A proof: `passkey.ID.CLIENT_DATA.AUTHENTICATOR_DATA.SIGNATURE.USER_HANDLE`, the last part perhaps empty. Its `Debug`
/// shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasskeyProof {
    id: Vec<u8>,
    client_data: Vec<u8>,
    authenticator_data: Vec<u8>,
    signature: Vec<u8>,
    user_handle: Vec<u8>,
}

kernel::debug_shows!(PasskeyProof(..));

impl PasskeyProof {
    /// Reads a proof; `None` for a text that has not the form of one.
    pub fn read(text: &str) -> Option<Self> {
        let (PROOF, parts) = text.split_once('.')? else { return None };
        let [id, client_data, authenticator_data, signature, user_handle] = parts_of(
            parts,
            [
                CREDENTIAL_ID_BYTES_MAX,
                CLIENT_DATA_BYTES_MAX,
                AUTHENTICATOR_DATA_BYTES_MAX,
                SIGNATURE_BYTES_MAX,
                USER_HANDLE_BYTES_MAX,
            ],
        )?;
        Some(Self { id, client_data, authenticator_data, signature, user_handle })
    }

    pub fn id(&self) -> &[u8] {
        &self.id
    }

    pub fn assertion(&self) -> Assertion<'_> {
        Assertion {
            id: &self.id,
            client_data: &self.client_data,
            authenticator_data: &self.authenticator_data,
            signature: &self.signature,
            user_handle: (!self.user_handle.is_empty()).then_some(&self.user_handle),
        }
    }
}

/// A new passkey: `CLIENT_DATA.ATTESTATION_OBJECT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPasskey {
    client_data: Vec<u8>,
    attestation_object: Vec<u8>,
}

impl NewPasskey {
    /// Reads a new passkey; `None` for a text that has not the form of one.
    pub fn read(text: &str) -> Option<Self> {
        let [client_data, attestation_object] =
            parts_of(text, [CLIENT_DATA_BYTES_MAX, ATTESTATION_OBJECT_BYTES_MAX])?;
        Some(Self { client_data, attestation_object })
    }

    pub fn registration(&self) -> Registration<'_> {
        Registration { client_data: &self.client_data, attestation_object: &self.attestation_object }
    }
}

/// Reads as many parts as there are limits, each within its own.
fn parts_of<const PARTS: usize>(text: &str, bytes_max: [usize; PARTS]) -> Option<[Vec<u8>; PARTS]> {
    let mut parts = text.splitn(PARTS.saturating_add(1), '.');
    let mut read = Vec::with_capacity(PARTS);
    for bytes_max in bytes_max {
        let part = parts.next()?;
        // Four letters are three bytes.
        if part.len() > bytes_max.saturating_mul(4).div_ceil(3) {
            return None;
        }
        read.push(URL_SAFE_NO_PAD.decode(part).ok()?);
    }
    if parts.next().is_some() { None } else { read.try_into().ok() }
}

#[cfg(test)]
mod tests;
