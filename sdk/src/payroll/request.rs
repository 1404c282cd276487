//! A statement on its way to the bank.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cms::{Signer, SignerError};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

/// Error of a statement that cannot be sent.
#[derive(Debug, Error)]
pub enum StatementRequestError {
    /// The text is no JSON, or repeats a name.
    #[error("the statement cannot be read: {0}")]
    Payload(#[from] canonical::CanonicalError),
    /// The text is JSON and no object.
    #[error("the statement must be a JSON object")]
    NotAnObject,
    /// `externalId` is missing or no text.
    #[error("the statement has no externalId")]
    ExternalId,
    /// A key could not sign.
    #[error(transparent)]
    Signer(#[from] SignerError),
}

/// A statement with its digest and signatures. The payload is sent as it was written, digit by digit, because the
/// digest is over its numbers as they stand.
#[derive(Clone, Debug)]
pub struct StatementRequest {
    external_id: String,
    payload: Box<RawValue>,
    digest: [u8; 32],
    signatures: Vec<String>,
}

/// The members of a payload that this library reads.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NamedPayload {
    external_id: String,
}

/// The body, in the order of the specification.
#[derive(Serialize)]
struct Body<'a> {
    payload: &'a RawValue,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    signatures: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
}

impl StatementRequest {
    /// A statement with the JSON text `payload`, not signed. The bank checks its fields, not this library.
    pub fn new(payload: &str) -> Result<Self, StatementRequestError> {
        let digest = canonical::digest(payload)?;
        if !payload.trim_start().starts_with('{') {
            return Err(StatementRequestError::NotAnObject);
        }
        let NamedPayload { external_id } =
            serde_json::from_str(payload).map_err(|_| StatementRequestError::ExternalId)?;
        let payload = serde_json::from_str(payload).map_err(|_| StatementRequestError::NotAnObject)?;
        Ok(Self { external_id, payload, digest, signatures: Vec::new() })
    }

    /// The identifier that the company gave to the statement.
    pub fn external_id(&self) -> &str {
        &self.external_id
    }

    /// The 32 bytes that are signed: SHA-256 of the canonical payload.
    pub const fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The digest as the request carries it.
    pub fn digest_base64(&self) -> String {
        STANDARD.encode(self.digest)
    }

    /// Tells whether it is sent as a signed statement.
    pub const fn is_signed(&self) -> bool {
        !self.signatures.is_empty()
    }

    /// Adds a signature with `signer`.
    pub fn sign(&mut self, signer: &Signer) -> Result<(), StatementRequestError> {
        let signature = cms::sign(&self.digest, &[signer])?;
        self.signatures.push(STANDARD.encode(signature));
        Ok(())
    }

    /// Adds a signature that was made elsewhere: the DER of a detached CMS over [`Self::digest`].
    pub fn add_signature(&mut self, cms: &[u8]) {
        self.signatures.push(STANDARD.encode(cms));
    }

    /// The JSON text of the request.
    pub fn body(&self) -> String {
        let body = Body {
            payload: &self.payload,
            signatures: &self.signatures,
            digest: self.is_signed().then(|| self.digest_base64()),
        };
        // Texts and a raw value, which serialise without failing.
        serde_json::to_string(&body).unwrap_or_default()
    }
}
