//! The bank as passkeys know it: an identifier, which is a domain, and the origin of its pages.

use aws_lc_rs::digest::{SHA256, digest};
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
