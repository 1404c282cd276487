//! Authenticator data (section 6.1): what the authenticator says, and signs.

use crate::cbor::Map;
use crate::error::WebauthnError;
use crate::limits::CREDENTIAL_ID_BYTES_MAX;
use crate::public_key::PublicKey;
use crate::relying_party::RelyingParty;

const ID_HASH_BYTES: usize = 32;
const MODEL_BYTES: usize = 16;

// Bits of the flags.
const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;
const HAS_EXTENSIONS: u8 = 1 << 7;

#[derive(Clone, Debug)]
pub(crate) struct AuthenticatorData<'a> {
    id_hash: &'a [u8; ID_HASH_BYTES],
    flags: u8,
    /// The counter of signatures; zero of an authenticator that has none.
    pub(crate) sign_count: u32,
    /// The new credential, in a registration.
    pub(crate) credential: Option<AttestedCredential<'a>>,
}

#[derive(Clone, Debug)]
pub(crate) struct AttestedCredential<'a> {
    pub(crate) id: &'a [u8],
    pub(crate) public_key: PublicKey,
}

impl<'a> AuthenticatorData<'a> {
    /// Reads the bytes to their end.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, WebauthnError> {
        let absent = WebauthnError::AuthenticatorData;
        let (id_hash, rest) = bytes.split_first_chunk::<ID_HASH_BYTES>().ok_or(absent)?;
        let (flags, rest) = rest.split_first().ok_or(absent)?;
        let (sign_count, rest) = rest.split_first_chunk::<4>().ok_or(absent)?;
        let (credential, rest) = if flags & HAS_CREDENTIAL == 0 {
            (None, rest)
        } else {
            let (credential, rest) = credential(rest)?;
            (Some(credential), rest)
        };
        // Extensions are asked for by nobody, and may be there: a map, which is not looked at (7.1 step 23).
        let rest = if flags & HAS_EXTENSIONS == 0 { rest } else { Map::read(rest).map_err(|_| absent)?.1 };
        if !rest.is_empty() {
            return Err(absent);
        }
        Ok(Self { id_hash, flags: *flags, sign_count: u32::from_be_bytes(*sign_count), credential })
    }

    /// Verifies whom it is for and who was there: 7.1 steps 14 to 18, and 7.2 steps 15 to 19.
    pub(crate) fn verify(&self, relying_party: &RelyingParty) -> Result<(), WebauthnError> {
        if self.id_hash != relying_party.id_hash().as_ref() {
            return Err(WebauthnError::RelyingParty);
        }
        if self.flags & USER_PRESENT == 0 {
            return Err(WebauthnError::UserPresence);
        }
        // Always required: the passkey stands for password and second factor.
        if self.flags & USER_VERIFIED == 0 {
            return Err(WebauthnError::UserVerification);
        }
        // A key that cannot be backed up is not backed up.
        if !self.is_backup_eligible() && self.is_backed_up() {
            return Err(WebauthnError::Backup);
        }
        Ok(())
    }

    /// Tells that copies of the passkey may exist, on other devices of its owner.
    pub(crate) const fn is_backup_eligible(&self) -> bool {
        self.flags & BACKUP_ELIGIBLE != 0
    }

    /// Tells that copies exist now.
    pub(crate) const fn is_backed_up(&self) -> bool {
        self.flags & BACKED_UP != 0
    }
}

/// Reads a new credential (section 6.5.1) and returns what follows it.
fn credential(bytes: &[u8]) -> Result<(AttestedCredential<'_>, &[u8]), WebauthnError> {
    let absent = WebauthnError::AuthenticatorData;
    let (_model, rest) = bytes.split_at_checked(MODEL_BYTES).ok_or(absent)?;
    let (length, rest) = rest.split_first_chunk::<2>().ok_or(absent)?;
    let length = usize::from(u16::from_be_bytes(*length));
    // 7.1 step 25.
    if length == 0 || length > CREDENTIAL_ID_BYTES_MAX {
        return Err(WebauthnError::Length);
    }
    let (id, rest) = rest.split_at_checked(length).ok_or(absent)?;
    let (map, after) = Map::read(rest).map_err(|_| WebauthnError::PublicKey)?;
    let cose = rest.len().checked_sub(after.len()).and_then(|length| rest.get(..length)).ok_or(absent)?;
    Ok((AttestedCredential { id, public_key: PublicKey::read(&map, cose)? }, after))
}
