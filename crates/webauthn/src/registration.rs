//! The registration of a new passkey (section 7.1).

use aws_lc_rs::digest::{SHA256, digest};

use crate::attestation::AttestationObject;
use crate::authenticator_data::AuthenticatorData;
use crate::challenge::Challenge;
use crate::client_data::{self, Ceremony};
use crate::error::WebauthnError;
use crate::limits::ATTESTATION_OBJECT_BYTES_MAX;
use crate::public_key::PublicKey;
use crate::relying_party::RelyingParty;

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
