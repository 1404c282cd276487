//! Attestation (section 8), of the two kinds that arrive when nobody asks for one: none, and the passkey's own
//! signature.

use ciborium::Value;

use crate::cbor::Map;
use crate::error::WebauthnError;
use crate::public_key::PublicKey;

/// The attestation object of a registration.
pub(crate) struct AttestationObject {
    pub(crate) authenticator_data: Vec<u8>,
    format: String,
    statement: Map,
}

impl AttestationObject {
    /// Reads the bytes to their end.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, WebauthnError> {
        let unreadable = WebauthnError::AttestationObject;
        let mut map = Map::read_whole(bytes).map_err(|_| unreadable)?;
        let (format, data, statement) = (map.take("fmt"), map.take("authData"), map.take("attStmt"));
        match (format, data, statement) {
            (Some(Value::Text(format)), Some(Value::Bytes(authenticator_data)), Some(statement)) => {
                let statement = Map::from_item(statement).map_err(|_| unreadable)?;
                Ok(Self { authenticator_data, format, statement })
            }
            _ => Err(unreadable),
        }
    }

    /// Verifies the attestation: 7.1 steps 21 to 24. It tells nothing about the maker of the authenticator, whom the
    /// bank does not ask for.
    pub(crate) fn verify(mut self, key: &PublicKey, signed: &[u8]) -> Result<(), WebauthnError> {
        let refused = WebauthnError::Attestation;
        match self.format.as_str() {
            // Section 8.7: an empty statement.
            "none" if self.statement.len() == 0 => Ok(()),
            // Section 8.2, self attestation, which browsers let through: the passkey itself has signed.
            "packed" if self.statement.len() == 2 => {
                match (self.statement.take("alg"), self.statement.take("sig")) {
                    (Some(Value::Integer(algorithm)), Some(Value::Bytes(signature)))
                        if i128::from(algorithm) == i128::from(key.algorithm()) =>
                    {
                        key.verify(signed, &signature).map_err(|_| refused)
                    }
                    _ => Err(refused),
                }
            }
            _ => Err(refused),
        }
    }
}
