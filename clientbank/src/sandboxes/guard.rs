//! The door of the administration port of sandboxes. The port asks nobody who they are, so it refuses what comes
//! through others: pages in a tester's browser, which name themselves or lead a name of their own here, and webhooks.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::uri::Authority;
use http::{HeaderMap, Method, header};
use url::{Host, Url};

use super::{Sandboxes, SandboxesError};

/// The header of a caller who means the port: neither a page of another origin nor a webhook can send it. Its value
/// says nothing.
const ADMINISTRATION_HEADER: &str = "sandbox-administration";

/// Lets those through who mean this port.
pub(super) async fn guarded(
    State(sandboxes): State<Arc<Sandboxes>>,
    request: Request,
    next: Next,
) -> Result<Response, SandboxesError> {
    let addresses = sandboxes.addresses();
    check(request.method(), request.headers(), &[&addresses.api, &addresses.identity])?;
    Ok(next.run(request).await)
}

/// Checks a request to a sandbox whose other ports have these addresses.
fn check(method: &Method, headers: &HeaderMap, addresses: &[&str]) -> Result<(), SandboxesError> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(header::HOST);
    if host.is_some_and(|host| !is_own(host, addresses)) {
        return Err(SandboxesError::Host);
    }
    let is_foreign = |origin: &str| origin.strip_prefix("http://") != host;
    if text(header::ORIGIN).is_some_and(is_foreign) {
        return Err(SandboxesError::Origin);
    }
    let is_read = method.is_safe() || headers.contains_key(ADMINISTRATION_HEADER);
    if is_read { Ok(()) } else { Err(SandboxesError::Unmeant) }
}

/// Tells whether the Host is one that no stranger can lead here: a number, a name of one label, a name of this machine,
/// or the name of another port and what is below it.
fn is_own(host: &str, addresses: &[&str]) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    // A user before the name, or something else than a port after it, is a trick.
    let port = host.strip_prefix(authority.host()).map(|rest| rest.strip_prefix(':').unwrap_or(rest));
    if !port.is_some_and(|port| port.is_empty() || port.parse::<u16>().is_ok()) {
        return false;
    }
    let name = match Host::parse(authority.host()) {
        Ok(Host::Domain(name)) => name,
        other => return other.is_ok(),
    };
    let is_of = |own: &str| name.strip_suffix(own).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let named = |address: &&str| Url::parse(address).ok()?.domain().map(str::to_owned);
    !name.contains('.') || is_of("localhost") || addresses.iter().filter_map(named).any(|own| is_of(&own))
}

#[cfg(test)]
mod tests;
