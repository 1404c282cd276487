//! The way back to the client: its redirect URI with parameters added, and the source that a browser must allow for it.

use url::Url;

use crate::login::parameters::encoded;

/// Adds `parameters` to the query of `redirect_uri` (RFC 6749, 3.1.2: an existing query is kept).
/// A value that is [`Encoded`](Value::Encoded) is taken as it stands.
pub fn location(redirect_uri: &str, parameters: &[(&str, Value<'_>)]) -> String {
    let mut location = redirect_uri.to_owned();
    let mut separator = match redirect_uri.find('?') {
        None => "?",
        Some(_) if redirect_uri.ends_with(['?', '&']) => "",
        Some(_) => "&",
    };
    for (name, value) in parameters {
        location.push_str(separator);
        location.push_str(name);
        location.push('=');
        match value {
            Value::Plain(text) => location.push_str(&encoded(text.as_bytes())),
            Value::Encoded(text) => location.push_str(text),
        }
        separator = "&";
    }
    location
}

/// A value of a query parameter.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    Plain(&'a str),
    Encoded(&'a str),
}

/// Returns the entry of the directive `form-action` that lets the answer to the last form lead to `redirect_uri`:
/// Chromium applies the directive to the redirects that follow a form, too. It is the origin. Where the grammar of the
/// directive cannot name that (an IPv6 address, a scheme of an application's own), it is the scheme.
pub fn form_action_source(redirect_uri: &str) -> Option<String> {
    let url = Url::parse(redirect_uri).ok()?;
    let scheme = url.scheme();
    let host = url.host_str().filter(|host| {
        matches!(scheme, "http" | "https")
            && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
    });
    Some(match (host, url.port()) {
        (Some(host), Some(port)) => format!("{scheme}://{host}:{port}"),
        (Some(host), None) => format!("{scheme}://{host}"),
        (None, _) => format!("{scheme}:"),
    })
}

#[cfg(test)]
mod tests;
