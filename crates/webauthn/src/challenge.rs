//! Challenges: what an authenticator signs, so that no answer serves twice.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Randomness;

/// Random bytes of a challenge (section 13.4.3: at least 16).
const CHALLENGE_BYTES: usize = 32;

/// A challenge. The caller keeps it until it is answered, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge([u8; CHALLENGE_BYTES]);

impl Challenge {
    /// Mints a challenge that nobody can guess.
    pub fn mint(randomness: &dyn Randomness) -> Self {
        let mut bytes = [0_u8; CHALLENGE_BYTES];
        randomness.fill(&mut bytes);
        Self(bytes)
    }

    /// Takes a challenge that was kept; `None` for a text of another length.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub const fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Writes the challenge for the page: base64url without padding, as client data has it.
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Tells that client data names this challenge; takes the same time for every other one.
    pub(crate) fn is_named_by(&self, text: &str) -> bool {
        verify_slices_are_equal(self.text().as_bytes(), text.as_bytes()).is_ok()
    }
}
