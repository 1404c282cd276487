//! The documents that client libraries read first: what they configure themselves with (OpenID Connect Discovery; RFC
//! 8414), and the keys that tokens are signed with (RFC 7517).

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::examples;
use super::open::Public;
use crate::addresses::Addresses;
use crate::keys::signing_key::Jwk;
use crate::login::authorize_request::SCOPES;
use crate::state::IdentityState;

/// The offers of this provider and their addresses.
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the form of the document is given")]
pub(super) struct Discovery {
    /// The `iss` of every token and of every answer to an authorization request.
    #[schema(format = "uri", example = "http://127.0.0.1:8081")]
    issuer: String,
    /// The page to which the browser is sent for a login.
    #[schema(format = "uri", example = "http://127.0.0.1:8081/authorize")]
    authorization_endpoint: String,
    /// The address at which the client's server gets and refreshes tokens.
    #[schema(format = "uri", example = "http://127.0.0.1:8081/token")]
    token_endpoint: String,
    /// The keys that verify tokens.
    #[schema(format = "uri", example = "http://127.0.0.1:8081/jwks")]
    jwks_uri: String,
    /// The address that tells about the user.
    #[schema(format = "uri", example = "http://127.0.0.1:8081/userinfo")]
    userinfo_endpoint: String,
    /// The address at which the client's server ends a session.
    #[schema(format = "uri", example = "http://127.0.0.1:8081/revoke")]
    revocation_endpoint: String,
    /// The address that tells whether a token works.
    #[schema(format = "uri", example = "http://127.0.0.1:8081/introspect")]
    introspection_endpoint: String,
    /// The page to which the browser is sent for a logout.
    #[schema(format = "uri", example = "http://127.0.0.1:8081/logout")]
    end_session_endpoint: String,
    /// The scopes; clients of the default profile ask for all of them.
    #[schema(example = json!(["openid", "profile", "email", "phone"]))]
    scopes_supported: [&'static str; 4],
    /// Always `code`.
    #[schema(example = json!(["code"]))]
    response_types_supported: [&'static str; 1],
    /// Always `query`.
    #[schema(example = json!(["query"]))]
    response_modes_supported: [&'static str; 1],
    /// The grants.
    #[schema(example = json!(["authorization_code", "refresh_token"]))]
    grant_types_supported: [&'static str; 2],
    /// Always S256.
    #[schema(example = json!(["S256"]))]
    code_challenge_methods_supported: [&'static str; 1],
    /// Always `public`: a user has one identifier.
    #[schema(example = json!(["public"]))]
    subject_types_supported: [&'static str; 1],
    /// The algorithms that sign identity tokens, by the client's registration.
    #[schema(example = json!(["RS256", "ES256"]))]
    id_token_signing_alg_values_supported: [&'static str; 2],
    /// The ways in which a client authenticates at the token endpoint.
    #[schema(example = json!(["client_secret_basic"]))]
    token_endpoint_auth_methods_supported: [&'static str; 1],
    /// The ways in which a client authenticates at the revocation endpoint.
    #[schema(example = json!(["client_secret_basic"]))]
    revocation_endpoint_auth_methods_supported: [&'static str; 1],
    /// The ways in which a client authenticates at the introspection endpoint.
    #[schema(example = json!(["client_secret_basic"]))]
    introspection_endpoint_auth_methods_supported: [&'static str; 1],
    /// The claims of identity tokens and of the userinfo endpoint.
    #[schema(example = json!(["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "sid", "name",
        "email",
        "phone_number"]))]
    claims_supported: [&'static str; 12],
    /// The values of `prompt`; the profile `standard` may also send `none`.
    #[schema(example = json!(["login", "none"]))]
    prompt_values_supported: [&'static str; 2],
    /// The languages of the pages.
    #[schema(example = json!(["ru", "en"]))]
    ui_locales_supported: [&'static str; 2],
    /// Answers to authorization requests carry `iss` (RFC 9207).
    #[schema(example = true)]
    authorization_response_iss_parameter_supported: bool,
    /// The parameter `claims` is not read.
    #[schema(example = false)]
    claims_parameter_supported: bool,
    /// The parameter `request` is refused.
    #[schema(example = false)]
    request_parameter_supported: bool,
    /// The parameter `request_uri` is refused.
    #[schema(example = false)]
    request_uri_parameter_supported: bool,
}

impl Discovery {
    fn for_issuer(issuer: &str) -> Self {
        let addresses = Addresses::below(issuer);
        Self {
            issuer: issuer.to_owned(),
            authorization_endpoint: addresses.authorization,
            token_endpoint: addresses.token,
            jwks_uri: addresses.keys,
            userinfo_endpoint: addresses.userinfo,
            revocation_endpoint: addresses.revocation,
            introspection_endpoint: addresses.introspection,
            end_session_endpoint: addresses.logout,
            scopes_supported: SCOPES,
            response_types_supported: ["code"],
            response_modes_supported: ["query"],
            grant_types_supported: ["authorization_code", "refresh_token"],
            code_challenge_methods_supported: ["S256"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["RS256", "ES256"],
            token_endpoint_auth_methods_supported: ["client_secret_basic"],
            revocation_endpoint_auth_methods_supported: ["client_secret_basic"],
            introspection_endpoint_auth_methods_supported: ["client_secret_basic"],
            claims_supported: [
                "iss",
                "sub",
                "aud",
                "exp",
                "iat",
                "auth_time",
                "nonce",
                "at_hash",
                "sid",
                "name",
                "email",
                "phone_number",
            ],
            prompt_values_supported: ["login", "none"],
            ui_locales_supported: ["ru", "en"],
            authorization_response_iss_parameter_supported: true,
            claims_parameter_supported: false,
            request_parameter_supported: false,
            request_uri_parameter_supported: false,
        }
    }
}

/// Describe this provider (OpenID Connect Discovery).
///
/// Client libraries configure themselves with it. It may be kept as long as `Cache-Control` says.
#[utoipa::path(
    get,
    path = "/.well-known/openid-configuration",
    tag = "Discovery",
    responses((status = 200, description = "The offers of this provider and their addresses", body = Discovery,
        headers(("Cache-Control" = String, description = "The time for which it may be kept")))),
)]
pub(super) async fn get_openid_configuration(State(state): State<IdentityState>) -> Public<Discovery> {
    Public(Discovery::for_issuer(&state.settings.issuer))
}

/// Describe this provider (RFC 8414).
///
/// The same document where libraries of OAuth 2.0 look for it.
#[utoipa::path(
    get,
    path = "/.well-known/oauth-authorization-server",
    tag = "Discovery",
    responses((status = 200, description = "The same document as of OpenID Connect Discovery", body = Discovery,
        headers(("Cache-Control" = String, description = "The time for which it may be kept")))),
)]
pub(super) async fn get_authorization_server_metadata(
    State(state): State<IdentityState>,
) -> Public<Discovery> {
    Public(Discovery::for_issuer(&state.settings.issuer))
}

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
