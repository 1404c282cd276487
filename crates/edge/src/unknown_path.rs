//! Hints for callers of a path that no operation has.

use crate::error::EdgeError;

/// The area that listens at an address of its own.
const IDENTITY: &str = "identity";

/// Paths of the identity provider, which software often calls at the API's address.
const OF_IDENTITY: [&str; 9] = [
    "/token",
    "/authorize",
    "/revoke",
    "/introspect",
    "/userinfo",
    "/jwks",
    "/logout",
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server",
];

/// Says that no operation is at `path` of this area, and what is most often wrong with such a path.
pub fn unknown_path(area: &str, path: &str) -> EdgeError {
    let has = |part: &str| path.to_ascii_lowercase().contains(part);
    let is_identity = area == IDENTITY;
    let hint = if !is_identity && OF_IDENTITY.contains(&path) {
        "this operation is at the address of the identity provider, which has a port of its own"
    } else if path.starts_with("/api/") {
        "paths begin with their version, such as `/v1`, and not with `/api`"
    } else if has("//") {
        "the path has two slashes in a row"
    } else if has("%3a") {
        "write the colon of the path as it is, not as `%3A`"
    } else if path.len() > 1 && path.ends_with('/') {
        "write the path without the slash at its end"
    } else if is_identity && ["/v1/", "/v2/", "/trade-finance/"].iter().any(|prefix| path.starts_with(prefix))
    {
        "this operation is at the address of the business API, which has a port of its own"
    } else if is_identity {
        "`/.well-known/openid-configuration` names the addresses of the identity provider"
    } else {
        "no operation has this path; `/docs` of the API lists them"
    };
    EdgeError::UnknownPath { hint }
}
