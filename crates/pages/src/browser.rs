//! Checks the origin of a form, and the path to which a browser is sent.

use http::{HeaderMap, HeaderName, header};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The most bytes of a path that somebody is sent to after the login.
const LOCAL_PATH_BYTES_MAX: usize = 1_024;

/// Tells whether a page of the server at `address` sent the form, as far as the browser tells: by `Sec-Fetch-Site`
/// (Fetch Metadata; `none` is the person, who reloads a page), else by `Origin` (RFC 6454). A browser that tells
/// neither is held by the cookie and the token alone.
#[must_use]
pub fn comes_from_here(headers: &HeaderMap, address: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    match (text(SEC_FETCH_SITE), text(header::ORIGIN)) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => origin == own_origin(address),
        (None, None) => true,
    }
}

fn own_origin(address: &str) -> String {
    url::Url::parse(address).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}

/// Returns `path` when it is a page of the online bank: `/bank` or below it, with its query, and without anything
/// that a browser could take for another host (`//host`, `/\host`), another scheme, or a second header.
#[must_use]
pub fn local_path(path: &str) -> Option<&str> {
    let below = path.strip_prefix(crate::ONLINE_BANK_PATH)?;
    let own = below.is_empty() || below.starts_with(['/', '?']);
    let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    let fits = path.len() <= LOCAL_PATH_BYTES_MAX && path.bytes().all(plain) && !below.contains("//");
    (own && fits).then_some(path)
}

/// Returns the page of the online bank from which the browser says that it came, with its query.
pub(crate) fn page_before(headers: &HeaderMap) -> Option<String> {
    let referer = url::Url::parse(headers.get(header::REFERER)?.to_str().ok()?).ok()?;
    let query = referer.query().map(|query| format!("?{query}")).unwrap_or_default();
    local_path(&format!("{}{query}", referer.path())).map(str::to_owned)
}
