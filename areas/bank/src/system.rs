//! A system of the bank, and the key by which it is known.

use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use orders::Role;
use thiserror::Error;

/// The most characters of the name of a system.
const NAME_CHARACTERS_MAX: usize = 64;
/// The most bytes of a file with a public key.
const PEM_BYTES_MAX: usize = 4_096;
/// The beginning of the `SubjectPublicKeyInfo` of every key on P-256 (RFC 5480 section 2), before its point.
const P256_INFO: [u8; 26] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
    0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
/// Bytes of an uncompressed point on P-256.
const POINT_BYTES: usize = 65;

/// The name of a system: letters, digits, `.`, `_` and `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemName(String);

/// The text names no system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must have 1 to {NAME_CHARACTERS_MAX} letters, digits, dots, hyphens and underscores")]
pub struct SystemNameError;

impl FromStr for SystemName {
    type Err = SystemNameError;

    fn from_str(text: &str) -> Result<Self, SystemNameError> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
        let is_name = is_plain && (1..=NAME_CHARACTERS_MAX).contains(&text.len());
        if is_name { Ok(Self(text.to_owned())) } else { Err(SystemNameError) }
    }
}

kernel::text_newtype!(SystemName);

/// A public key on P-256, for signatures of ES256.
#[derive(Clone, PartialEq, Eq)]
pub struct SystemKey([u8; POINT_BYTES]);

/// The file holds no such key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "holds no public key on P-256: `openssl ecparam -name prime256v1 -genkey -noout -out key.pem` makes a key, and \
     `openssl ec -in key.pem -pubout` its public part"
)]
pub struct SystemKeyError;

impl SystemKey {
    /// Reads the file that `openssl ec -pubout` writes.
    ///
    /// # Errors
    /// It is of another kind or no such file.
    pub fn from_pem(pem: &str) -> Result<Self, SystemKeyError> {
        let body = pem.trim().strip_prefix("-----BEGIN PUBLIC KEY-----");
        let body = body.and_then(|rest| rest.strip_suffix("-----END PUBLIC KEY-----"));
        let body = body.filter(|body| body.len() <= PEM_BYTES_MAX).ok_or(SystemKeyError)?;
        let base64: String = body.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
        let bytes = STANDARD.decode(base64).map_err(|_| SystemKeyError)?;
        Self::from_point(bytes.strip_prefix(&P256_INFO).ok_or(SystemKeyError)?)
    }

    /// Takes an uncompressed point.
    pub fn from_point(point: &[u8]) -> Result<Self, SystemKeyError> {
        let point = <[u8; POINT_BYTES]>::try_from(point).map_err(|_| SystemKeyError)?;
        if point[0] == 0x04 { Ok(Self(point)) } else { Err(SystemKeyError) }
    }

    pub const fn point(&self) -> &[u8] {
        &self.0
    }
}

kernel::debug_shows!(SystemKey(..));

/// A system that may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    pub name: SystemName,
    /// Its kind, which decides which orders it is handed.
    pub role: Role,
}
