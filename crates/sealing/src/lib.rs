//! Seals the secrets in the database with the master key, which is not in the database (IDN-10).
//!
//! From the master key one key per [`Purpose`] is derived (HKDF-SHA-256, RFC 5869), so that nothing sealed for
//! one purpose can be opened or forged for another. Sealing is AES-256-GCM with a random nonce in front and the
//! owner (a `kid`, a user) as associated data, so that rows cannot be exchanged either.

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use aws_lc_rs::{digest, hmac};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::Randomness;

/// Bytes of the master key and of every key derived from it.
pub const KEY_BYTES: usize = 32;

/// Separates these keys from those of another program with the same master key.
const SALT: &[u8] = b"clientbank identity";

kernel::text_enum! {
    /// The use of a derived key; its text is what the key is derived for.
    pub enum Purpose {
        /// Sealing the private halves of signing keys.
        SigningKeys = "signing-keys",
        /// Sealing the secrets of second factors.
        SecondFactors = "second-factors",
        /// Deriving the successor of a refresh token.
        RefreshSuccessors = "refresh-successors",
        /// Telling a refresh token of this provider from a made-up one.
        RefreshTags = "refresh-tags",
        /// Telling a form of a login from a made-up one.
        LoginForms = "login-forms",
        /// Keeping recovery codes without the codes.
        RecoveryCodes = "recovery-codes",
        /// Sealing the secrets with which webhooks are signed.
        Webhooks = "webhooks",
        /// Naming users to the devices that keep their passkeys.
        PasskeyUsers = "passkey-users",
        /// Keeping what somebody typed until the next login.
        KeptForms = "kept-forms",
        /// Sealing answers that are kept for requests that come again.
        KeptAnswers = "kept-answers",
        /// Signing the checkpoints of the trail.
        TrailCheckpoints = "trail-checkpoints",
        /// Sealing the secrets that sign the orders sent to systems of the bank.
        BankPushes = "bank-pushes",
    }
}

/// Error for something that cannot be sealed or opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealingError {
    /// The master key is no Base64 of 32 bytes.
    #[error("the master key must be Base64 of 32 bytes")]
    MasterKey,
    /// Sealed with another master key, for another owner, or changed since.
    #[error("what is sealed cannot be opened: another master key, another owner, or damage")]
    Sealed,
}

/// The master key, and beside it perhaps another one that only opens, while one takes the place of the other. Its
/// `Debug` shows nothing of them.
#[derive(Clone)]
pub struct MasterKey {
    present: Prk,
    other: Option<Box<Prk>>,
}

kernel::debug_shows!(MasterKey(..));

/// The length of a derived key, for HKDF.
struct DerivedLength;

impl KeyType for DerivedLength {
    fn len(&self) -> usize {
        KEY_BYTES
    }
}

impl MasterKey {
    /// Takes 32 bytes that nobody can guess as the master key.
    pub fn from_bytes(bytes: &[u8; KEY_BYTES]) -> Self {
        Self { present: Salt::new(HKDF_SHA256, SALT).extract(bytes), other: None }
    }

    /// Lets it open what `other` has sealed.
    pub fn reading(self, other: Option<Self>) -> Self {
        Self { other: other.map(|other| Box::new(other.present)), ..self }
    }

    /// Reads a master key as a setting holds it: Base64 of 32 bytes.
    pub fn from_base64(text: &str) -> Result<Self, SealingError> {
        let bytes = STANDARD.decode(text.trim()).map_err(|_| SealingError::MasterKey)?;
        let bytes: [u8; KEY_BYTES] = bytes.try_into().map_err(|_| SealingError::MasterKey)?;
        Ok(Self::from_bytes(&bytes))
    }

    /// Mints a new master key as a setting holds it.
    pub fn mint_base64(randomness: &dyn Randomness) -> String {
        let mut bytes = [0_u8; KEY_BYTES];
        randomness.fill(&mut bytes);
        STANDARD.encode(bytes)
    }

    fn derived(key_of: &Prk, purpose: Purpose) -> Result<[u8; KEY_BYTES], SealingError> {
        let mut key = [0_u8; KEY_BYTES];
        let label = [purpose.as_str().as_bytes()];
        let output = key_of.expand(&label, DerivedLength).map_err(|_| SealingError::MasterKey)?;
        output.fill(&mut key).map_err(|_| SealingError::MasterKey)?;
        Ok(key)
    }

    fn cipher(key_of: &Prk, purpose: Purpose) -> Result<LessSafeKey, SealingError> {
        let derived = Self::derived(key_of, purpose)?;
        let key = UnboundKey::new(&AES_256_GCM, &derived).map_err(|_| SealingError::MasterKey)?;
        Ok(LessSafeKey::new(key))
    }

    /// Seals `plain`, to be stored for `owner`.
    pub fn seal(
        &self,
        purpose: Purpose,
        owner: &str,
        plain: &[u8],
        randomness: &dyn Randomness,
    ) -> Result<Vec<u8>, SealingError> {
        let mut nonce = [0_u8; NONCE_LEN];
        randomness.fill(&mut nonce);
        let mut sealed = plain.to_vec();
        Self::cipher(&self.present, purpose)?
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(owner.as_bytes()),
                &mut sealed,
            )
            .map_err(|_| SealingError::Sealed)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens what was sealed for `owner`.
    pub fn open(&self, purpose: Purpose, owner: &str, sealed: &[u8]) -> Result<Vec<u8>, SealingError> {
        let opened = Self::opened_by(&self.present, purpose, owner, sealed);
        match &self.other {
            Some(other) => opened.or_else(|_| Self::opened_by(other, purpose, owner, sealed)),
            None => opened,
        }
    }

    /// Tells whether the present key opens what was sealed for `owner`, and not only the other one.
    pub fn is_sealed_by_present(
        &self,
        purpose: Purpose,
        owner: &str,
        sealed: &[u8],
    ) -> Result<bool, SealingError> {
        match Self::opened_by(&self.present, purpose, owner, sealed) {
            Ok(_) => Ok(true),
            Err(_) => self.open(purpose, owner, sealed).map(|_| false),
        }
    }

    /// Seals with the present key what the other one has sealed for `owner`. `None` when the present one did.
    pub fn resealed(
        &self,
        purpose: Purpose,
        owner: &str,
        sealed: &[u8],
        randomness: &dyn Randomness,
    ) -> Result<Option<Vec<u8>>, SealingError> {
        if self.is_sealed_by_present(purpose, owner, sealed)? {
            return Ok(None);
        }
        let plain = self.open(purpose, owner, sealed)?;
        self.seal(purpose, owner, &plain, randomness).map(Some)
    }

    fn opened_by(
        key_of: &Prk,
        purpose: Purpose,
        owner: &str,
        sealed: &[u8],
    ) -> Result<Vec<u8>, SealingError> {
        let (nonce, rest) = sealed.split_first_chunk::<NONCE_LEN>().ok_or(SealingError::Sealed)?;
        let mut rest = rest.to_vec();
        let plain = Self::cipher(key_of, purpose)?
            .open_in_place(Nonce::assume_unique_for_key(*nonce), Aad::from(owner.as_bytes()), &mut rest)
            .map_err(|_| SealingError::Sealed)?;
        Ok(plain.to_vec())
    }

    /// Bytes for a key that follows from the master key alone, and changes with it.
    pub fn seed(&self, purpose: Purpose) -> Result<[u8; KEY_BYTES], SealingError> {
        let tag = hmac::sign(&self.authentication_key(purpose)?, b"seed");
        tag.as_ref().try_into().map_err(|_| SealingError::Sealed)
    }

    pub fn authentication_key(&self, purpose: Purpose) -> Result<hmac::Key, SealingError> {
        Ok(hmac::Key::new(hmac::HMAC_SHA256, &Self::derived(&self.present, purpose)?))
    }

    /// Derives the same from the key that only opens, if there is one.
    pub fn other_authentication_key(&self, purpose: Purpose) -> Result<Option<hmac::Key>, SealingError> {
        let derived = self.other.as_ref().map(|other| Self::derived(other, purpose)).transpose()?;
        Ok(derived.map(|key| hmac::Key::new(hmac::HMAC_SHA256, &key)))
    }
}

/// Computes SHA-256: codes and refresh tokens, which are random and long, are stored so.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0_u8; 32];
    hash.copy_from_slice(digest::digest(&digest::SHA256, bytes).as_ref());
    hash
}

#[cfg(test)]
mod tests;
