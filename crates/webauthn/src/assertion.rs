//! A proof with a passkey that is known (section 7.2).

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};

use crate::authenticator_data::AuthenticatorData;
use crate::client_data::{self, Ceremony};
use crate::error::WebauthnError;
use crate::limits::{AUTHENTICATOR_DATA_BYTES_MAX, SIGNATURE_BYTES_MAX};
use crate::public_key::PublicKey;
use crate::relying_party::{Challenge, RelyingParty};

/// An answer of an authenticator that has signed.
#[derive(Clone, Copy, Debug)]
pub struct Assertion<'a> {
    pub id: &'a [u8],
    /// The client data, as the browser wrote it.
    pub client_data: &'a [u8],
    pub authenticator_data: &'a [u8],
    pub signature: &'a [u8],
    /// The handle of the user, when the authenticator told it.
    pub user_handle: Option<&'a [u8]>,
}

/// A passkey as it was kept.
#[derive(Clone, Copy, Debug)]
pub struct KnownCredential<'a> {
    pub id: &'a [u8],
    pub user_handle: &'a [u8],
    pub public_key: &'a PublicKey,
    pub sign_count: u32,
    /// True when copies may exist on other devices of the owner.
    pub is_backup_eligible: bool,
}

/// A proof that was right, to be kept with the passkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asserted {
    pub sign_count: u32,
    /// True when copies of the passkey exist.
    pub is_backed_up: bool,
}

impl RelyingParty {
    /// Verifies the answer to `challenge`, which the caller has just taken: it works once. `must_name_user` is true
    /// where nobody has said who that is: at the login.
    pub fn verify_assertion(
        &self,
        challenge: &Challenge,
        answer: &Assertion<'_>,
        known: &KnownCredential<'_>,
        must_name_user: bool,
    ) -> Result<Asserted, WebauthnError> {
        // Steps 5 and 6: the passkey is the known one, and its owner the user whom the authenticator names.
        let is_owner = match answer.user_handle {
            Some(handle) => verify_slices_are_equal(handle, known.user_handle).is_ok(),
            None => !must_name_user,
        };
        if answer.id != known.id || !is_owner {
            return Err(WebauthnError::Credential);
        }
        // Steps 8 to 14: the client data.
        client_data::verify(answer.client_data, Ceremony::Assertion, challenge, self)?;
        // Steps 15 to 19: the relying party, presence, verification, backup.
        let (data, signature) = (answer.authenticator_data, answer.signature);
        if data.len() > AUTHENTICATOR_DATA_BYTES_MAX || signature.len() > SIGNATURE_BYTES_MAX {
            return Err(WebauthnError::Length);
        }
        let read = AuthenticatorData::read(data)?;
        read.verify(self)?;
        if read.is_backup_eligible() != known.is_backup_eligible {
            return Err(WebauthnError::Backup);
        }
        // Steps 20 and 21: the signature, over the authenticator data and the hash of the client data.
        let hash = digest(&SHA256, answer.client_data);
        known.public_key.verify(&[data, hash.as_ref()].concat(), signature)?;
        // Step 22: a counter that does not grow tells of a copy. The standard leaves what follows to the relying party;
        // a bank refuses.
        let has_counter = read.sign_count != 0 || known.sign_count != 0;
        if has_counter && read.sign_count <= known.sign_count {
            return Err(WebauthnError::Counter);
        }
        // Step 24: the caller keeps the counter and the state of the backup.
        Ok(Asserted { sign_count: read.sign_count, is_backed_up: read.is_backed_up() })
    }
}
