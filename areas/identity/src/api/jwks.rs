//! `GET /jwks`: the keys that tokens are signed with (RFC 7517).

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::examples;
use super::open::Public;
use crate::keys::signing_key::Jwk;
use crate::state::IdentityState;

/// The key set.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct KeySet {
    /// The keys that sign, will sign or have signed tokens that may still be valid.
    #[schema(value_type = Vec<KeyOfSet>, min_items = 4, max_items = 32)]
    keys: Vec<Jwk>,
}

/// A key of the set.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes signing_key::Jwk, which knows nothing of this description")]
struct KeyOfSet {
    /// The name by which tokens refer to the key.
    #[schema(example = "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")]
    kid: String,
    /// `sig`: for signatures.
    #[schema(rename = "use", pattern = "^sig$", example = "sig")]
    key_use: String,
    /// The one algorithm that the key is for.
    #[schema(pattern = "^(ES256|RS256)$", example = "ES256")]
    alg: String,
    /// The kind of key.
    #[schema(pattern = "^(EC|RSA)$", example = "EC")]
    kty: String,
    /// The curve of an EC key.
    #[schema(nullable = false, pattern = "^P-256$", example = "P-256")]
    crv: Option<String>,
    /// The first coordinate of an EC key.
    #[schema(nullable = false)]
    x: Option<String>,
    /// The second coordinate of an EC key.
    #[schema(nullable = false)]
    y: Option<String>,
    /// The modulus of an RSA key.
    #[schema(nullable = false)]
    n: Option<String>,
    /// The exponent of an RSA key.
    #[schema(nullable = false, example = "AQAB")]
    e: Option<String>,
}

/// The keys that verify tokens.
///
/// A new key is in the set for ten minutes at least before it signs, and a retired one for as long as a token that it
/// signed may be valid: who reads the set every five minutes, or when a `kid` is unknown, misses none.
#[utoipa::path(
    get,
    path = "/jwks",
    tag = "Discovery",
    responses((status = 200, description = "The key set", body = KeySet,
        headers(("Cache-Control" = String, description = "The time for which it may be kept")),
        example = json!(examples::key_set()))),
)]
pub(super) async fn get_key_set(State(state): State<IdentityState>) -> Public<KeySet> {
    Public(KeySet { keys: state.keys.current().key_set.clone() })
}
