//! Digests of files and lines.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of bytes.
pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
