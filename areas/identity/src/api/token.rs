//! `POST /token`: a code or a refresh token against tokens (spec section 4.1; RFC 6749).

use axum::extract::State;
use edge::EdgeError;
use serde::Serialize;
use utoipa::ToSchema;

use super::authenticate::ClientForm;
use super::error::{CODE_REFUSED, IdentityError};
use super::examples;
use super::form::{FORM, Form, Unstored};
use crate::state::IdentityState;
use crate::token::authorization_code::CodeError;
use crate::token::people::TokenClient;
use crate::work::exchange_code::{CodeRequest, Exchanged, exchange_code};
use crate::work::issue_tokens::Tokens;
use crate::work::refresh::{Refreshed, refresh};

/// The tokens (spec section 2.1).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TokenResponse {
    /// JWT (RFC 9068), signed with ES256: for the Authorization header of business operations.
    #[schema(
        format = "jwt",
        example = "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiJVMDAwMDEifQ.c2lnbmF0dXJl"
    )]
    access_token: String,
    /// Always `Bearer`.
    #[schema(pattern = "^Bearer$", example = "Bearer")]
    token_type: &'static str,
    /// Seconds until access and identity token expire.
    #[schema(minimum = 0, maximum = 86400, example = 900)]
    expires_in: i64,
    /// For the next refresh; works until its own successor was used.
    #[schema(
        min_length = 91,
        max_length = 91,
        pattern = "^[A-Za-z0-9_-]{91}$",
        example = "AZqkA5IAcAGAAAAAAAAAAQAAAAC7fWJvS0xrV1p5UVl4b2lZQnJrYVhLZ2F6b2ZtWUVqZ3NQa2ZqZ0xqc2FkZmprbGF"
    )]
    refresh_token: String,
    /// JWT (OpenID Connect Core), signed with RS256 or ES256 as the client is registered: for the Id-Token header.
    /// Absent when a refresh asked for a scope without `openid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        required = true,
        format = "jwt",
        nullable = false,
        example = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJVMDAwMDEifQ.c2lnbmF0dXJl"
    )]
    id_token: Option<String>,
    /// The scopes of the access token.
    #[schema(example = "openid profile email phone")]
    scope: String,
}

/// The form of both grants.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form, which is read parameter by parameter")]
pub(super) struct TokenRequest {
    /// The grant.
    grant_type: GrantType,
    /// The client that authenticates with HTTP Basic; may be left out, must not be another.
    #[schema(nullable = false, max_length = 64, pattern = "^[A-Za-z0-9._-]{1,64}$", example = "demo-erp")]
    client_id: Option<String>,
    /// Code grant, required: the code from the redirect.
    #[schema(
        nullable = false,
        min_length = 43,
        max_length = 43,
        example = "kq6Xb0Rk0pPpqk2m7B9dQv5Zt3xA1cYwL8uNfH4sJgE"
    )]
    code: Option<String>,
    /// Code grant, required: the redirect URI of the authorization request, byte for byte.
    #[schema(
        nullable = false,
        format = "uri",
        max_length = 2000,
        example = "http://127.0.0.1:9090/callback"
    )]
    redirect_uri: Option<String>,
    /// Code grant, required: the text whose SHA-256 was the `code_challenge` (RFC 7636).
    #[schema(
        nullable = false,
        min_length = 43,
        max_length = 128,
        pattern = "^[A-Za-z0-9._~-]{43,128}$",
        example = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    )]
    code_verifier: Option<String>,
    /// Refresh grant, required: the refresh token of the last answer.
    #[schema(nullable = false, min_length = 91, max_length = 91, pattern = "^[A-Za-z0-9_-]{91}$")]
    refresh_token: Option<String>,
    /// Refresh grant: a part of the granted scopes for this access token; the grant itself keeps all of them.
    #[schema(nullable = false, example = "openid")]
    scope: Option<String>,
}

kernel::text_enum! {
    /// The grants (spec section 4.1).
    pub(super) enum GrantType {
        /// A code from the redirect.
        AuthorizationCode = "authorization_code",
        /// A refresh token from the last answer.
        RefreshToken = "refresh_token",
    }
}

edge::texts_of_bodies! {
    /// The grants (spec section 4.1).
    GrantType as "GrantType";
}

/// Exchanges a code, or refreshes tokens.
///
/// A code works once, and for a minute unless the bank has set another time (`code_lifetime_s`); used again, it ends
/// the session. A refresh answers with the next refresh token; it may be repeated, and gets the same one, until that
/// was used. A refresh token whose successor was used ends the session.
#[utoipa::path(
    post,
    path = "/token",
    tag = "Tokens",
    request_body(content = TokenRequest, content_type = FORM, examples(
        ("Code" = (summary = "Authorization code grant", value = json!(examples::code_grant()))),
        ("Refresh" = (summary = "Refresh grant", value = json!(examples::refresh_grant()))))),
    responses((status = 200, description = "The tokens", body = TokenResponse,
        headers(("Cache-Control" = String, description = "`no-store`")))),
)]
pub(super) async fn issue_tokens(
    State(state): State<IdentityState>,
    ClientForm { client, form }: ClientForm,
) -> Result<Unstored<TokenResponse>, IdentityError> {
    match form.required("grant_type")?.parse() {
        Ok(GrantType::AuthorizationCode) => by_code(&state, &client, &form).await,
        Ok(GrantType::RefreshToken) => by_refresh_token(&state, &client, &form).await,
        Err(_) => Err(IdentityError::UnsupportedGrantType),
    }
}

/// Takes the authorization code grant (IDN-06).
async fn by_code(
    state: &IdentityState,
    client: &TokenClient,
    form: &Form,
) -> Result<Unstored<TokenResponse>, IdentityError> {
    let request = CodeRequest {
        code: form.required("code")?,
        redirect_uri: form.required("redirect_uri")?,
        code_verifier: form.required("code_verifier")?,
    };
    match exchange_code(state, client, request).await? {
        Exchanged::Granted(tokens) => Ok(Unstored(tokens.into())),
        Exchanged::Refused(error) => Err(IdentityError::InvalidGrant(match error {
            CodeError::WrongRedirectUri => {
                "redirect_uri is not the one that the authorization code was sent to: send that one, byte for byte"
            }
            CodeError::WrongVerifier => {
                "code_verifier does not fit the code_challenge, its BASE64URL(SHA256()): keep it with the state"
            }
            CodeError::Unknown
            | CodeError::WrongClient
            | CodeError::Expired
            | CodeError::Replayed
            | CodeError::UserStopped
            | CodeError::CompanyWithdrawn => CODE_REFUSED,
        })),
    }
}

/// Takes the refresh grant (IDN-07).
async fn by_refresh_token(
    state: &IdentityState,
    client: &TokenClient,
    form: &Form,
) -> Result<Unstored<TokenResponse>, IdentityError> {
    let text = form.required("refresh_token")?;
    let wanted = form.optional("scope")?;
    match refresh(state, client, &text, wanted.as_deref()).await? {
        Refreshed::Tokens(tokens) => Ok(Unstored(tokens.into())),
        Refreshed::InvalidScope => Err(IdentityError::InvalidScope),
        Refreshed::Disturbed => Err(EdgeError::Unavailable.into()),
        Refreshed::Unknown => Err(IdentityError::InvalidGrant(
            "the refresh token is unknown, expired, revoked or was used before: log in again",
        )),
    }
}

impl From<Tokens> for TokenResponse {
    fn from(tokens: Tokens) -> Self {
        Self {
            access_token: tokens.access_token,
            token_type: "Bearer",
            expires_in: tokens.lifetime_s,
            refresh_token: tokens.refresh_token,
            id_token: tokens.id_token,
            scope: tokens.scope,
        }
    }
}
