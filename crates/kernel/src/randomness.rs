//! Randomness is passed in, so that a test can repeat a run.

use std::sync::Mutex;

use rand::Rng;
use uuid::Uuid;

use crate::Instant;

/// The source of unpredictable bytes.
pub trait Randomness: Send + Sync + std::fmt::Debug {
    /// Fills `bytes` with bytes that no outsider can predict.
    ///
    /// # Panics
    /// [`SystemRandomness`] panics when the operating system refuses to give random bytes: no secret
    /// minted after that could be trusted.
    fn fill(&self, bytes: &mut [u8]);

    /// Fills `bytes` for a name: no outsider can predict it, but it keeps nothing secret. Most names are made once a
    /// request, so this may cost no system call.
    fn fill_name(&self, bytes: &mut [u8]) {
        self.fill(bytes);
    }

    /// Tells whether keys that are made from it, and signatures with them, are to be the same whenever its bytes are.
    /// False but in a sandbox: libraries that draw from the operating system do it better.
    fn is_repeatable(&self) -> bool {
        false
    }

    /// A time-ordered identifier (RFC 9562, version 7) for the moment `now`.
    fn uuid(&self, now: Instant) -> Uuid {
        let mut random = [0_u8; 10];
        self.fill_name(&mut random);
        let milliseconds = u64::try_from(now.microseconds().div_euclid(1_000)).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(milliseconds, &random).into_uuid()
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SystemRandomness;

impl Randomness for SystemRandomness {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the operating system")]
    #[expect(clippy::expect_used, reason = "without random bytes no secret may be minted")]
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }

    /// From a generator of this thread (`ChaCha`, seeded and again and again reseeded by the operating system).
    #[expect(clippy::disallowed_methods, reason = "the one place that has a generator of its own")]
    fn fill_name(&self, bytes: &mut [u8]) {
        rand::rng().fill_bytes(bytes);
    }
}

/// Repeatable bytes from a seed (`SplitMix64`): for tests and simulations, never for secrets.
#[derive(Debug)]
pub struct SeededRandomness(Mutex<u64>);

impl SeededRandomness {
    pub const fn new(seed: u64) -> Self {
        Self(Mutex::new(seed))
    }
}

impl Randomness for SeededRandomness {
    fn fill(&self, bytes: &mut [u8]) {
        let mut state = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for chunk in bytes.chunks_mut(8) {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = *state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^= mixed >> 31;
            chunk.copy_from_slice(&mixed.to_le_bytes()[..chunk.len()]);
        }
    }
}
