//! Randomness that follows from a seed.

use std::sync::{Mutex, PoisonError};

use kernel::Randomness;
use sha2::{Digest as _, Sha256};

/// Bytes that follow from a seed: equal calls in equal order get equal bytes. Whoever knows the seed knows them all, so
/// they keep nothing secret, and a sandbox has no secrets.
#[derive(Debug)]
pub struct SandboxRandomness {
    seed: [u8; 32],
    blocks: Mutex<u64>,
}

impl SandboxRandomness {
    /// The bytes that belong to `seed`; `purpose` keeps those of two things with the same seed apart.
    pub fn new(seed: u64, purpose: &str) -> Self {
        let digest = Sha256::new().chain_update(seed.to_be_bytes()).chain_update(purpose).finalize();
        Self { seed: digest.into(), blocks: Mutex::new(0) }
    }
}

impl Randomness for SandboxRandomness {
    fn fill(&self, bytes: &mut [u8]) {
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        for chunk in bytes.chunks_mut(32) {
            *blocks = blocks.wrapping_add(1);
            let block = Sha256::new().chain_update(self.seed).chain_update(blocks.to_be_bytes()).finalize();
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
    }

    fn is_repeatable(&self) -> bool {
        true
    }
}
