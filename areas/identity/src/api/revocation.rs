//! `POST /revoke`: the client does not need a login any more (RFC 7009).

use axum::extract::State;
use utoipa::ToSchema;

use super::authenticate::ClientForm;
use super::error::IdentityError;
use super::examples;
use super::form::{FORM, Unstored};
use crate::state::IdentityState;
use crate::work::introspect::revoke;

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
    tag = "Tokens",
    request_body(content = TokenQuestion, content_type = FORM, example = json!(examples::token_question())),
    responses((status = 200, description = "The token does not work any more", body = Revoked, example = json!({}))),
)]
pub(super) async fn revoke_token(
    State(state): State<IdentityState>,
    ClientForm { client, form }: ClientForm,
) -> Result<Unstored<Revoked>, IdentityError> {
    let token = form.required("token")?;
    revoke(&state, client, &token).await?;
    Ok(Unstored(Revoked {}))
}

/// Nothing more is to be said.
#[derive(Debug, serde::Serialize, ToSchema)]
pub(super) struct Revoked {}
