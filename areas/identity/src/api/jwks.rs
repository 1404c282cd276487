//! `GET /jwks`: the keys that tokens are signed with (RFC 7517).

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::open::Public;
use crate::signing_key::Jwk;
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
    operation_id = "getKeySet",
    tag = "Discovery",
    security(()),
    responses(
        (status = 200, description = "The key set", body = KeySet,
            headers(("Cache-Control" = String, description = "How long it may be kept")),
            example = json!({ "keys": [
                { "kid": "GlDXqtmQzDuPAQ8GtbSY7vCiRsLLQWv0mKSAfJJUnBo", "use": "sig", "alg": "ES256", "kty": "EC",
                  "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                  "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0" },
                { "kid": "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U", "use": "sig", "alg": "ES256", "kty": "EC",
                  "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
                  "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM" },
                { "kid": "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs", "use": "sig", "alg": "RS256", "kty": "RSA",
                  "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECP\
                        ebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2Qvz\
                        qY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6We\
                        Zu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
                  "e": "AQAB" },
                { "kid": "2MnWYYWZLiMDHqF8PwRfQHkCU3_g-8G4hD4vLb6xqXw", "use": "sig", "alg": "RS256", "kty": "RSA",
                  "n": "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4\
                        d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5\
                        rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aG\
                        hyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ",
                  "e": "AQAB" } ] })),
    ),
)]
pub(super) async fn jwks(State(state): State<IdentityState>) -> Public<KeySet> {
    Public(KeySet { keys: state.keys.current().key_set.clone() })
}
