//! Hashes of leaves and nodes (RFC 6962, section 2.1).

use sha2::{Digest as _, Sha256};

pub const HASH_BYTES: usize = 32;

pub type Hash = [u8; HASH_BYTES];

pub fn leaf(entry: &[u8]) -> Hash {
    Sha256::new_with_prefix([0]).chain_update(entry).finalize().into()
}

pub fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new_with_prefix([1]).chain_update(left).chain_update(right).finalize().into()
}

/// Hashes a perfect subtree by its leaves, of which there is a power of two.
pub(crate) fn perfect(mut hashes: Vec<Hash>) -> Option<Hash> {
    while hashes.len() > 1 {
        hashes = hashes.chunks(2).filter_map(|pair| Some(node(pair.first()?, pair.get(1)?))).collect();
    }
    hashes.pop()
}

/// The hashes in the bytes of a tile.
pub(crate) fn hashes(bytes: &[u8]) -> Vec<Hash> {
    bytes.chunks_exact(HASH_BYTES).filter_map(|hash| hash.try_into().ok()).collect()
}
