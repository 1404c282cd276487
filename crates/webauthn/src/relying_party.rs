//! The bank as passkeys know it: an identifier, which is a domain, and the origin of its pages; and the challenges
//! that an authenticator signs, so that no answer serves twice.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Randomness;
use url::{Host, Url};

/// The host that browsers trust without https (section 5.1.2, "secure contexts").
const LOCALHOST: &str = "localhost";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    id: String,
    origin: String,
}

impl RelyingParty {
    /// Takes the host of the pages at `address` as the identifier. `None` for an address at which no browser makes
    /// passkeys: an IP address, and plain http on another host than `localhost`.
    pub fn at(address: &str) -> Option<Self> {
        let url = Url::parse(address).ok()?;
        let Some(Host::Domain(id)) = url.host() else { return None };
        let is_local = id == LOCALHOST || id.ends_with(".localhost");
        let is_secure = url.scheme() == "https" || (url.scheme() == "http" && is_local);
        is_secure.then(|| Self { id: id.to_owned(), origin: url.origin().ascii_serialization() })
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Computes the hash that authenticator data begins with.
    pub(crate) fn id_hash(&self) -> impl AsRef<[u8]> {
        digest(&SHA256, self.id.as_bytes())
    }
}

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
