//! `POST /introspect`: does this token of mine still work (RFC 7662)?

use axum::extract::State;
use edge::AccessToken;
use http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::authenticate::authenticate;
use super::error::{ErrorBody, IdentityError};
use super::form::{Form, Unstored};
use super::revocation::TokenQuestion;
use crate::session::Session;
use crate::state::IdentityState;
use crate::work::introspect::{self, WorkingToken};

/// What is known of a token. All but `active` is absent when the token does not work.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct TokenState {
    /// Whether the token works.
    #[schema(example = true)]
    active: bool,
    /// Who issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uri", example = "http://127.0.0.1:8081")]
    iss: Option<String>,
    /// The user.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 64, example = "U00001")]
    sub: Option<String>,
    /// The API that an access token is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "http://127.0.0.1:8080")]
    aud: Option<String>,
    /// The client.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 64, example = "demo-erp")]
    client_id: Option<String>,
    /// `Bearer` for an access token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Bearer")]
    token_type: Option<&'static str>,
    /// The scopes, divided by spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "openid profile email phone")]
    scope: Option<String>,
    /// When it was issued, in seconds since 1970; of an access token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 1_795_165_200)]
    iat: Option<i64>,
    /// When it expires, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 1_795_166_100)]
    exp: Option<i64>,
    /// The identifier of an access token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid", example = "019aa403-9200-7001-8000-000000000001")]
    jti: Option<String>,
    /// The session.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid", example = "019aa403-9200-7001-8000-000000000002")]
    sid: Option<String>,
    /// The company that the user chose at login.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 20, example = "C00001")]
    company: Option<String>,
}

/// Tells whether a token works.
///
/// A client learns about its own tokens only; any other token does not work as far as it can tell.
#[utoipa::path(
    post,
    path = "/introspect",
    operation_id = "introspectToken",
    tag = "Tokens",
    security(("client" = [])),
    request_body(content = TokenQuestion, content_type = "application/x-www-form-urlencoded",
        example = json!({ "token": "AZqkA5IAcAGAAAAAAAAAAQAAAAC7fWJvS0xrV1p5UVl4b2lZQnJrYVhLZ2F6b2ZtWUVqZ3NQa2ZqZ0xqc2FkZmprbGF" })),
    responses(
        (status = 200, description = "Whether the token works", body = TokenState, examples(
            ("Works" = (value = json!({ "active": true, "iss": "http://127.0.0.1:8081", "sub": "U00001",
                "aud": "http://127.0.0.1:8080", "client_id": "demo-erp", "token_type": "Bearer",
                "scope": "openid profile email phone", "iat": 1_795_165_200, "exp": 1_795_166_100,
                "jti": "019aa403-9200-7001-8000-000000000001", "sid": "019aa403-9200-7001-8000-000000000002",
                "company": "C00001" }))),
            ("Does not work" = (value = json!({ "active": false }))),
        )),
        (status = 400, description = "The form is wrong", body = ErrorBody,
            example = json!({ "error": "invalid_request", "error_description": "token is required" })),
        (status = 401, description = "The client could not be authenticated", body = ErrorBody,
            headers(("WWW-Authenticate" = String, description = "`Basic`")),
            example = json!({ "error": "invalid_client", "error_description": "client authentication failed" })),
        (status = 429, description = "Too many wrong secrets of this client from this address", body = ErrorBody,
            headers(("Retry-After" = u32, description = "Seconds to wait")),
            example = json!({ "error": "temporarily_unavailable", "error_description": "Too many requests" })),
    ),
)]
pub(super) async fn introspect(
    State(state): State<IdentityState>,
    headers: HeaderMap,
    form: Form,
) -> Result<Unstored<TokenState>, IdentityError> {
    let client = authenticate(&state, &headers, &form).await?;
    let token = form.required("token")?;
    let answer = match introspect::introspect(&state, &client, &token).await? {
        Some(WorkingToken::Refresh(session)) => refresh_token(&state, *session),
        Some(WorkingToken::Access(token)) => access_token(&state, &token),
        None => TokenState::default(),
    };
    Ok(Unstored(answer))
}

fn refresh_token(state: &IdentityState, session: Session) -> TokenState {
    TokenState {
        active: true,
        iss: Some(state.settings.issuer.clone()),
        sub: Some(session.user.to_string()),
        client_id: Some(session.client.to_string()),
        scope: Some(session.scope),
        exp: Some(session.expires_at.unix_seconds()),
        sid: Some(session.id.to_string()),
        company: Some(session.company.to_string()),
        ..TokenState::default()
    }
}

fn access_token(state: &IdentityState, token: &AccessToken) -> TokenState {
    TokenState {
        active: true,
        iss: Some(state.settings.issuer.clone()),
        sub: Some(token.user.to_string()),
        aud: Some(state.settings.api_audience.clone()),
        client_id: Some(token.client.to_string()),
        token_type: Some("Bearer"),
        scope: Some(token.scope.clone()),
        iat: Some(token.issued_at.unix_seconds()),
        exp: Some(token.expires_at.unix_seconds()),
        jti: Some(token.token_id.clone()),
        sid: Some(token.session.to_string()),
        company: Some(token.company.to_string()),
    }
}
