//! The registration of a new passkey (section 7.1), and its attestation (section 8), of the two kinds that arrive when
//! nobody asks for one: none, and the passkey's own signature.

use aws_lc_rs::digest::{SHA256, digest};
use ciborium::Value;

use crate::authenticator_data::AuthenticatorData;
use crate::cbor::Map;
use crate::client_data::{self, Ceremony};
use crate::error::WebauthnError;
use crate::limits::ATTESTATION_OBJECT_BYTES_MAX;
use crate::public_key::PublicKey;
use crate::relying_party::{Challenge, RelyingParty};

/// An answer of an authenticator that has made a passkey.
#[derive(Clone, Copy, Debug)]
pub struct Registration<'a> {
    /// The client data, as the browser wrote it.
    pub client_data: &'a [u8],
    pub attestation_object: &'a [u8],
}

/// A new passkey, to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    /// The identifier, of 1 to [`CREDENTIAL_ID_BYTES_MAX`](crate::CREDENTIAL_ID_BYTES_MAX) bytes. The caller sees to it
    /// that no user has it already (step 26).
    pub id: Vec<u8>,
    pub public_key: PublicKey,
    /// The counter of signatures; zero of an authenticator that has none.
    pub sign_count: u32,
    /// True when copies may exist on other devices of the owner.
    pub is_backup_eligible: bool,
    /// True when copies exist.
    pub is_backed_up: bool,
}

impl RelyingParty {
    /// Verifies the answer to `challenge`, which the caller has just taken: it works once.
    pub fn verify_registration(
        &self,
        challenge: &Challenge,
        answer: &Registration<'_>,
    ) -> Result<Registered, WebauthnError> {
        // Steps 5 to 12: the client data.
        client_data::verify(answer.client_data, Ceremony::Registration, challenge, self)?;
        // Step 13: the hash of the client data is a part of what is signed.
        let hash = digest(&SHA256, answer.client_data);
        // Step 14: the attestation object, decoded.
        if answer.attestation_object.len() > ATTESTATION_OBJECT_BYTES_MAX {
            return Err(WebauthnError::Length);
        }
        let object = AttestationObject::read(answer.attestation_object)?;
        let bytes = object.authenticator_data.clone();
        let data = AuthenticatorData::read(&bytes)?;
        // Steps 15 to 19: the relying party, presence, verification, backup.
        data.verify(self)?;
        // Step 20: the algorithm is one that was asked for; a key of another one is not read at all.
        let credential = data.credential.as_ref().ok_or(WebauthnError::AuthenticatorData)?;
        // Steps 21 to 24: the attestation.
        object.verify(&credential.public_key, &[&bytes, hash.as_ref()].concat())?;
        // Steps 25 to 27: the length of the identifier was checked as it was read, the caller asks whether it is known.
        Ok(Registered {
            id: credential.id.to_vec(),
            public_key: credential.public_key.clone(),
            sign_count: data.sign_count,
            is_backup_eligible: data.is_backup_eligible(),
            is_backed_up: data.is_backed_up(),
        })
    }
}

struct AttestationObject {
    authenticator_data: Vec<u8>,
    format: String,
    statement: Map,
}

impl AttestationObject {
    /// Reads the bytes to their end.
    fn read(bytes: &[u8]) -> Result<Self, WebauthnError> {
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
    fn verify(mut self, key: &PublicKey, signed: &[u8]) -> Result<(), WebauthnError> {
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
