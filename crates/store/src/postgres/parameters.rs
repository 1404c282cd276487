//! The parameters of the database address that tokio-postgres does not know: whoever understands one takes it out.

use percent_encoding::percent_decode_str;

use crate::LocationError;

/// Offers name and value of each parameter of `url` to `own`, which tells whether it has taken it; returns the address
/// with the rest, written as before.
pub(super) fn take(
    url: &str,
    mut own: impl FnMut(&str, &str) -> Result<bool, LocationError>,
) -> Result<String, LocationError> {
    // A question mark before the servers belongs to the password, as in tokio-postgres.
    let servers = url.find('@').map_or(0, |position| position + 1);
    let Some(position) = url[servers..].find('?') else { return Ok(url.to_owned()) };
    let (place, query) = url.split_at(servers + position);
    let mut rest = Vec::new();
    for pair in query[1..].split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = percent_decode_str(value).decode_utf8();
        let value = value.map_err(|_| LocationError::Refused("a parameter of it is not UTF-8"))?;
        if !own(&percent_decode_str(name).decode_utf8_lossy(), &value)? {
            rest.push(pair);
        }
    }
    let separator = if rest.is_empty() { "" } else { "?" };
    Ok(format!("{place}{separator}{}", rest.join("&")))
}
