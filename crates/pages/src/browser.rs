//! Checks the origin of a form, and the path to which a browser is sent.

use http::{HeaderMap, HeaderName, header};
use url::{Host, Url};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The most bytes of a path that somebody is sent to after the login.
const LOCAL_PATH_BYTES_MAX: usize = 1_024;

/// Tells whether a page of the server at `address` sent the form, as far as the browser tells: by `Sec-Fetch-Site`
/// (Fetch Metadata; `none` is the person, who reloads a page), else by `Origin` (RFC 6454). A browser that tells
/// neither is held by the cookie and the token alone.
pub fn comes_from_here(headers: &HeaderMap, address: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    match (text(SEC_FETCH_SITE), text(header::ORIGIN)) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => {
            [own_origin(address), own_origin(&named_address(address))].contains(&origin.to_owned())
        }
        (None, None) => true,
    }
}

fn own_origin(address: &str) -> String {
    Url::parse(address).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}

/// Returns the address under which browsers have passkeys for the server at `address`. They belong to a name, so a
/// loopback address is called `localhost`; every other address stays as it is.
pub fn named_address(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else { return address.to_owned() };
    if !is_loopback(&url) || url.set_host(Some("localhost")).is_err() {
        return address.to_owned();
    }
    url.origin().ascii_serialization()
}

/// Returns the named address of the server at `address` for a browser that has come by a loopback address.
pub fn address_with_passkeys(headers: &HeaderMap, address: &str) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let came_by = Url::parse(&format!("http://{host}")).ok()?;
    let named = named_address(address);
    (is_loopback(&came_by) && named != address).then_some(named)
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(host)) => host.is_loopback(),
        Some(Host::Ipv6(host)) => host.is_loopback(),
        Some(Host::Domain(_)) | None => false,
    }
}

/// Returns `path` when it is a page of the online bank: `/bank` or below it, with its query, and without anything
/// that a browser could take for another host (`//host`, `/\host`), another scheme, or a second header.
pub fn local_path(path: &str) -> Option<&str> {
    let below = path.strip_prefix(crate::ONLINE_BANK_PATH)?;
    let own = below.is_empty() || below.starts_with(['/', '?']);
    let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    let fits = path.len() <= LOCAL_PATH_BYTES_MAX && path.bytes().all(plain) && !below.contains("//");
    (own && fits).then_some(path)
}

/// Returns the page of the online bank from which the browser says that it came, with its query.
pub(crate) fn page_before(headers: &HeaderMap) -> Option<String> {
    let referer = Url::parse(headers.get(header::REFERER)?.to_str().ok()?).ok()?;
    let query = referer.query().map(|query| format!("?{query}")).unwrap_or_default();
    local_path(&format!("{}{query}", referer.path())).map(str::to_owned)
}

#[cfg(test)]
mod tests;
