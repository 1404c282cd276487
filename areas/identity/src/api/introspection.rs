//! `POST /introspect`: does this token of mine still work (RFC 7662)? And `POST /revoke`: the client does not need a
//! login any more (RFC 7009).

use axum::extract::State;
use edge::AccessToken;
use serde::Serialize;
use utoipa::ToSchema;

use super::authenticate::ClientForm;
use super::error::IdentityError;
use super::examples;
use super::form::{FORM, Unstored};
use crate::state::IdentityState;
use crate::token::session::Session;
use crate::work::introspect::{self, WorkingToken, revoke};

/// The facts of a token. All but `active` is absent when the token does not work.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct TokenState {
    /// True when the token works.
    #[schema(example = true)]
    active: bool,
    /// The issuer.
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
    /// Time of issue, in seconds since 1970; of an access token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 1_795_165_200)]
    iat: Option<i64>,
    /// Time of expiry, in seconds since 1970.
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
    tag = "Tokens",
    request_body(content = TokenQuestion, content_type = FORM, example = json!(examples::token_question())),
    responses((status = 200, description = "The facts of the token", body = TokenState, examples(
        ("Works" = (value = json!(examples::working_token()))),
        ("Does not work" = (value = json!({ "active": false })))))),
)]
pub(super) async fn introspect_token(
    State(state): State<IdentityState>,
    ClientForm { client, form }: ClientForm,
) -> Result<Unstored<TokenState>, IdentityError> {
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
    let AccessToken { caller, scope, token_id } = token;
    TokenState {
        active: true,
        iss: Some(state.settings.issuer.clone()),
        sub: Some(caller.user.to_string()),
        aud: Some(state.settings.api_audience.clone()),
        client_id: Some(caller.client.to_string()),
        token_type: Some("Bearer"),
        scope: Some(scope.clone()),
        iat: Some(caller.issued_at.unix_seconds()),
        exp: Some(caller.expires_at.unix_seconds()),
        jti: Some(token_id.clone()),
        sid: Some(caller.session.to_string()),
        company: Some(caller.company.to_string()),
    }
}

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
