//! Addresses to which a browser may be sent back.

use std::str::FromStr;

use thiserror::Error;
use url::{Host, Url};

/// Error of a text that may not be registered as a redirect URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RedirectUriError {
    /// Not an absolute URI in printable ASCII, or too long.
    #[error("must be an absolute URI of at most 2000 ASCII characters without spaces")]
    Form,
    /// A fragment would swallow the parameters of the answer (RFC 6749, section 3.1.2).
    #[error("must not have a fragment")]
    Fragment,
    /// Credentials in a URI reach logs and browser histories.
    #[error("must not have a user name or password")]
    Credentials,
    /// A host after escapes or a backslash is read differently by browsers and by people.
    #[error("must name its host in Latin letters, digits, '.' and '-', without escapes or backslashes")]
    Host,
    /// Only these schemes keep the answer from strangers (RFC 9700, section 2.1; RFC 8252, section 7).
    #[error("must have https, http on 127.0.0.1, [::1] or localhost, or a scheme of its own with a period")]
    Scheme,
}

/// A registered redirect URI. Compared byte for byte (IDN-01), so the text is kept as it was given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RedirectUri(String);

/// The most characters of a redirect URI.
const CHARACTERS_MAX: usize = 2000;

impl RedirectUri {
    /// Tells whether a server takes the answer: the scheme is https, or http on the machine itself (RFC 8252, section
    /// 7.3).
    pub fn is_web(&self) -> bool {
        let scheme = self.0.split(':').next().unwrap_or_default();
        scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")
    }
}

/// Tells whether the text between scheme and path is a host with perhaps a port, as everybody reads it. An
/// internationalised name is there in its ASCII form (`xn--…`): letters that look alike cannot pass for each other.
fn names_host_plainly(text: &str) -> bool {
    let Some((_, rest)) = text.split_once("://") else { return false };
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    !authority.is_empty() && authority.bytes().all(plain)
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

impl FromStr for RedirectUri {
    type Err = RedirectUriError;
    fn from_str(text: &str) -> Result<Self, RedirectUriError> {
        if text.len() > CHARACTERS_MAX || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(RedirectUriError::Form);
        }
        let url = Url::parse(text).map_err(|_| RedirectUriError::Form)?;
        if url.fragment().is_some() {
            return Err(RedirectUriError::Fragment);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(RedirectUriError::Credentials);
        }
        match url.scheme() {
            "https" => {}
            "http" if is_loopback(&url) => {}
            own if own.contains('.') => return Ok(Self(text.to_owned())),
            _ => return Err(RedirectUriError::Scheme),
        }
        if !names_host_plainly(text) || text.contains('\\') {
            return Err(RedirectUriError::Host);
        }
        Ok(Self(text.to_owned()))
    }
}

kernel::text_newtype!(RedirectUri);
