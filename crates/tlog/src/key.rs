//! Keys of signed notes: Ed25519 with a name (C2SP `signed-note`).

use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// The signature type of Ed25519.
const ALGORITHM: u8 = 1;
const PUBLIC_KEY_BYTES: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("a name of a log is not empty and has no space and no plus")]
    Name,
    #[error("a key is NAME+HASH+BASE64, as the log's owner prints it")]
    Text,
    #[error("the key cannot be made")]
    Seed,
}

/// The key with which a log signs. Its `Debug` shows nothing of it.
pub struct SigningKey {
    pair: Ed25519KeyPair,
    verifying: VerifyingKey,
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("SigningKey").field("verifying", &self.verifying).finish_non_exhaustive()
    }
}

impl SigningKey {
    /// The key of the log `name` that follows from 32 secret bytes.
    pub fn of_seed(name: &str, seed: &[u8; 32]) -> Result<Self, KeyError> {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| KeyError::Seed)?;
        let public = pair.public_key().as_ref().try_into().map_err(|_| KeyError::Seed)?;
        Ok(Self { pair, verifying: VerifyingKey::new(name, public)? })
    }

    /// The half that everybody may have.
    pub const fn verifying(&self) -> &VerifyingKey {
        &self.verifying
    }

    pub(crate) fn line(&self, text: &str) -> String {
        let VerifyingKey { name, .. } = &self.verifying;
        let signature = [&self.verifying.id()[..], self.pair.sign(text.as_bytes()).as_ref()].concat();
        format!("— {name} {}\n", STANDARD.encode(signature))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyingKey {
    name: String,
    public: [u8; PUBLIC_KEY_BYTES],
}

impl VerifyingKey {
    fn new(name: &str, public: [u8; PUBLIC_KEY_BYTES]) -> Result<Self, KeyError> {
        if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter == '+') {
            return Err(KeyError::Name);
        }
        Ok(Self { name: name.to_owned(), public })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    fn id(&self) -> [u8; 4] {
        let digest = Sha256::new()
            .chain_update(&self.name)
            .chain_update(b"\n")
            .chain_update([ALGORITHM])
            .chain_update(self.public)
            .finalize();
        [digest[0], digest[1], digest[2], digest[3]]
    }

    /// Tells whether a signature line of a note is by this key over `text`.
    pub(crate) fn has_signed(&self, line: &str, text: &str) -> bool {
        let Some((name, signature)) = line.strip_prefix("— ").and_then(|line| line.split_once(' ')) else {
            return false;
        };
        let Ok(bytes) = STANDARD.decode(signature) else { return false };
        let Some((id, signature)) = bytes.split_at_checked(4) else { return false };
        let key = UnparsedPublicKey::new(&ED25519, self.public);
        name == self.name && id == self.id() && key.verify(text.as_bytes(), signature).is_ok()
    }
}

impl std::fmt::Display for VerifyingKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let id = u32::from_be_bytes(self.id());
        let key = STANDARD.encode([&[ALGORITHM][..], &self.public].concat());
        write!(formatter, "{}+{id:08x}+{key}", self.name)
    }
}

impl std::str::FromStr for VerifyingKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let mut parts = text.trim().splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(KeyError::Text);
        };
        let bytes = STANDARD.decode(key).map_err(|_| KeyError::Text)?;
        let public = bytes.strip_prefix(&[ALGORITHM]).ok_or(KeyError::Text)?;
        let key = Self::new(name, public.try_into().map_err(|_| KeyError::Text)?)?;
        if format!("{:08x}", u32::from_be_bytes(key.id())) == id { Ok(key) } else { Err(KeyError::Text) }
    }
}
