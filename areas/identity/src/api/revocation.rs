//! `POST /revoke`: the client does not need a login any more (RFC 7009).

use axum::extract::State;
use http::HeaderMap;
use utoipa::ToSchema;

use super::authenticate::authenticate;
use super::error::{ErrorBody, IdentityError};
use super::form::{Form, Unstored};
use crate::state::IdentityState;
use crate::work::revoke as work;

/// The form of revocation and introspection.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form, which is read parameter by parameter")]
pub(super) struct TokenQuestion {
    /// An access or refresh token of this client.
    #[schema(
        max_length = 8192,
        example = "AZqkA5IAcAGAAAAAAAAAAQAAAAC7fWJvS0xrV1p5UVl4b2lZQnJrYVhLZ2F6b2ZtWUVqZ3NQa2ZqZ0xqc2FkZmprbGF"
    )]
    token: String,
    /// Accepted and not needed: the kinds of token cannot be confused.
    #[schema(nullable = false, example = "refresh_token")]
    token_type_hint: Option<String>,
    /// The client that authenticates with HTTP Basic; may be left out, must not be another.
    #[schema(nullable = false, max_length = 64, pattern = "^[A-Za-z0-9._-]{1,64}$", example = "demo-erp")]
    client_id: Option<String>,
}

/// Revokes a token.
///
/// The session of the token ends: within two seconds none of its tokens works any more. A token that is unknown, has
/// expired or belongs to another client is answered alike, with 200 and nothing done.
#[utoipa::path(
    post,
    path = "/revoke",
    operation_id = "revokeToken",
    tag = "Tokens",
    security(("client" = [])),
    request_body(content = TokenQuestion, content_type = "application/x-www-form-urlencoded",
        example = json!({ "token": "AZqkA5IAcAGAAAAAAAAAAQAAAAC7fWJvS0xrV1p5UVl4b2lZQnJrYVhLZ2F6b2ZtWUVqZ3NQa2ZqZ0xqc2FkZmprbGF",
            "token_type_hint": "refresh_token" })),
    responses(
        (status = 200, description = "The token does not work any more", body = Revoked, example = json!({})),
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
pub(super) async fn revoke(
    State(state): State<IdentityState>,
    headers: HeaderMap,
    form: Form,
) -> Result<Unstored<Revoked>, IdentityError> {
    let client = authenticate(&state, &headers, &form).await?;
    let token = form.required("token")?;
    work::revoke(&state, client, &token).await?;
    Ok(Unstored(Revoked {}))
}

/// Nothing more is to be said.
#[derive(Debug, serde::Serialize, ToSchema)]
pub(super) struct Revoked {}
