//! `/userinfo`: who the user is, for the bearer of an access token (OpenID Connect Core, 5.3).

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, TokenError, WANTED_BEARER, bearer};
use http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::IdentityError;
use super::examples;
use super::form::Unstored;
use super::open::allow_any_origin;
use crate::state::IdentityState;
use crate::token::token_claims::PersonClaims;
use crate::work::introspect::find_live_session;

/// The user.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UserInfo {
    /// The identifier of the user, the same as in every token.
    #[schema(max_length = 64, example = "U00001")]
    sub: String,
    /// The name; with the scope `profile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Иванова Анна Сергеевна")]
    name: Option<String>,
    /// With the scope `email`, when the bank knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "email", example = "ivanova@romashka.example")]
    email: Option<String>,
    /// With the scope `phone`, when the bank knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "+79990000001")]
    phone_number: Option<String>,
}

/// Tells who the user is.
///
/// Needs an access token with the scope `openid`; tells what its scopes allow.
#[utoipa::path(
    get,
    path = "/userinfo",
    tag = "Tokens",
    security(("accessToken" = [])),
    responses((status = 200, description = "The user", body = UserInfo, example = json!(examples::user_info()))),
)]
pub(super) async fn get_user_info(State(state): State<IdentityState>, headers: HeaderMap) -> Response {
    let mut response = match answer(&state, &headers).await {
        Ok(info) => Unstored(info).into_response(),
        Err(error) => error.into_response(),
    };
    allow_any_origin(response.headers_mut());
    response
}

/// Tells who the user is, asked with POST.
///
/// The same as with GET. The access token is in the Authorization header here too.
#[utoipa::path(
    post,
    path = "/userinfo",
    tag = "Tokens",
    security(("accessToken" = [])),
    responses((status = 200, description = "The user", body = UserInfo, example = json!(examples::user_info()))),
)]
pub(super) async fn get_user_info_by_post(state: State<IdentityState>, headers: HeaderMap) -> Response {
    get_user_info(state, headers).await
}

async fn answer(state: &IdentityState, headers: &HeaderMap) -> Result<UserInfo, IdentityError> {
    let token = bearer(headers)?.ok_or(EdgeError::MissingCredentials { wanted: WANTED_BEARER })?;
    let token = state.verifier.verify_access(token).map_err(EdgeError::from)?;
    let live = find_live_session(state, &token.caller.session)
        .await?
        .ok_or(EdgeError::InvalidToken(TokenError::Revoked))?;
    if !token.scope.split(' ').any(|scope| scope == "openid") {
        return Err(IdentityError::InsufficientScope);
    }
    let claims = PersonClaims::within(&token.scope, &live.person);
    Ok(UserInfo {
        sub: token.caller.user.to_string(),
        name: claims.name.map(str::to_owned),
        email: claims.email.map(str::to_owned),
        phone_number: claims.phone_number.map(str::to_owned),
    })
}
