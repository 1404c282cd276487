//! The settings of an integration: its bank and its client.

use kernel::ClientId;
use url::Url;

/// The addresses of a bank and the credentials that it gave to this software.
#[derive(Clone)]
pub struct Settings {
    /// The identity provider, `{auth_url}` of the specification; also the issuer of every token.
    pub identity: Url,
    /// The business API, `{base_url}` of the specification.
    pub api: Url,
    /// The system identifier issued by the bank.
    pub client_id: ClientId,
    /// The secret issued with it.
    pub client_secret: String,
    /// The address to which the browser returns after the login, registered at the bank byte for byte.
    pub redirect_uri: Url,
}

// For logs: the secret is left out.
kernel::debug_shows!(Settings {
    identity: identity.as_str(),
    api: api.as_str(),
    client_id: client_id.as_str(),
    redirect_uri: redirect_uri.as_str(),
    ..
});

impl Settings {
    /// The issuer as the identity provider writes it: its address without the slash that parsing adds.
    pub(crate) fn issuer(&self) -> &str {
        self.identity.as_str().trim_end_matches('/')
    }
}

/// An address below a base, whether the base ends in a slash or not. `segments` are encoded.
pub(crate) fn below(base: &Url, segments: &[&str]) -> Url {
    let mut address = base.clone();
    if let Ok(mut path) = address.path_segments_mut() {
        path.pop_if_empty().extend(segments);
    }
    address
}
