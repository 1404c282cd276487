//! Errors of the operations for software, and the body of each (RFC 6749, 5.2).

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, TokenError};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug)]
pub enum IdentityError {
    Edge(EdgeError),
    /// A parameter is missing, sent twice, or contradicts another.
    InvalidRequest(&'static str),
    /// The client could not be authenticated, or is disabled. One text for all reasons.
    InvalidClient,
    /// The code or the refresh token does not work.
    InvalidGrant(&'static str),
    /// The grant is none that this provider offers.
    UnsupportedGrantType,
    /// The scope is not part of what was granted.
    InvalidScope,
    /// The access token was granted without the scope that the operation needs.
    InsufficientScope,
}

/// The words for a code that does not work, whatever the reason.
pub(super) const CODE_REFUSED: &str =
    "the authorization code is unknown, expired or was used before: begin a new login";

/// The error body of identity (RFC 6749, 5.2).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = IdentityErrorBody)]
pub struct ErrorBody {
    /// The error, for programs.
    error: ErrorCode,
    /// The error in words, for the developer of the client.
    #[schema(
        max_length = 500,
        example = "the authorization code is unknown, expired or was used before: begin a new login"
    )]
    error_description: String,
}

/// The error, for programs (RFC 6749, 5.2; RFC 6750, 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = IdentityErrorCode)]
pub(super) enum ErrorCode {
    /// The request has not the promised form.
    InvalidRequest,
    /// The client could not be authenticated.
    InvalidClient,
    /// The code or the refresh token does not work.
    InvalidGrant,
    /// The grant is none that this provider offers.
    UnsupportedGrantType,
    /// The scope is not part of what was granted.
    InvalidScope,
    /// The access token is missing or does not work.
    InvalidToken,
    /// The access token lacks a scope.
    InsufficientScope,
    /// Not allowed.
    AccessDenied,
    /// Worth a retry, later.
    TemporarilyUnavailable,
    /// A fault of the server.
    ServerError,
}

edge::error_examples! { IdentityError:
    FORM_MALFORMED "formMalformed":
        "A parameter is missing or occurs twice." => EdgeError::malformed("token is required").into();
    GRANT_REFUSED "grantRefused": "The grant does not work." => Self::InvalidGrant(CODE_REFUSED);
    GRANT_UNKNOWN "grantUnknown": "The grant is none that this provider offers." => Self::UnsupportedGrantType;
    SCOPE_REFUSED "scopeRefused": "The scope is not part of what was granted." => Self::InvalidScope;
    CLIENT_REFUSED "clientRefused": "The client could not be authenticated." => Self::InvalidClient;
    TOO_MANY_SECRETS "tooManySecrets": "Too many wrong secrets of this client from this address."
        => EdgeError::TooManyRequests { retry_after_s: 1 }.into();
    TOKEN_REFUSED "tokenRefused": "The access token is missing or does not work."
        => EdgeError::InvalidToken(TokenError::Malformed).into();
    INSUFFICIENT_SCOPE "insufficientScope":
        "The access token lacks the scope `openid`." => Self::InsufficientScope;
}

edge::area_error!(IdentityError, ErrorBody);

/// The same for an unknown client, a wrong secret and a secret in another place.
const CLIENT_REFUSED: &str = "client authentication failed: send client_id and client_secret with HTTP Basic \
                              (Authorization), and look at both";

impl IntoResponse for IdentityError {
    fn into_response(self) -> Response {
        let bad = |error, reason| (StatusCode::BAD_REQUEST, body(error, reason)).into_response();
        let mut response = match self {
            Self::Edge(fault) => {
                let code = code(&fault);
                fault.respond(|_, message| body(code, message))
            }
            Self::InvalidRequest(reason) => bad(ErrorCode::InvalidRequest, reason),
            Self::InvalidGrant(reason) => bad(ErrorCode::InvalidGrant, reason),
            Self::UnsupportedGrantType => {
                bad(ErrorCode::UnsupportedGrantType, "grant_type must be authorization_code or refresh_token")
            }
            Self::InvalidScope => {
                bad(ErrorCode::InvalidScope, "scope must be a part of the scope that was granted")
            }
            Self::InvalidClient => {
                let challenge = HeaderValue::from_static(r#"Basic realm="token", charset="UTF-8""#);
                let body = body(ErrorCode::InvalidClient, CLIENT_REFUSED);
                (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, challenge)], body).into_response()
            }
            Self::InsufficientScope => {
                let challenge = r#"Bearer error="insufficient_scope", scope="openid""#;
                let challenge = HeaderValue::from_static(challenge);
                let body = body(
                    ErrorCode::InsufficientScope,
                    "the access token lacks the scope openid: refresh without scope",
                );
                (StatusCode::FORBIDDEN, [(header::WWW_AUTHENTICATE, challenge)], body).into_response()
            }
        };
        keep_out_of_caches(&mut response);
        response
    }
}

fn body(error: ErrorCode, description: &str) -> Json<ErrorBody> {
    Json(ErrorBody { error, error_description: description.to_owned() })
}

fn code(fault: &EdgeError) -> ErrorCode {
    match fault.status() {
        StatusCode::UNAUTHORIZED => ErrorCode::InvalidToken,
        StatusCode::FORBIDDEN | StatusCode::LOCKED => ErrorCode::AccessDenied,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => ErrorCode::TemporarilyUnavailable,
        StatusCode::INTERNAL_SERVER_ERROR => ErrorCode::ServerError,
        _ => ErrorCode::InvalidRequest,
    }
}

/// Keeps an answer out of every cache (RFC 6749, 5.1).
pub(super) fn keep_out_of_caches(response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
}
