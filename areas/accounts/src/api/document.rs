//! What both operations have in common in the OpenAPI description.

use utoipa::{IntoParams, IntoResponses, OpenApi};

use super::error::ErrorBody;
use super::examples;

/// The version of the description (spec section 9 names none for accounts).
pub(super) const VERSION: &str = "1.0.0";

/// The description of the area; the operations are added by its routes.
#[derive(OpenApi)]
#[openapi(
    components(schemas(super::schema::FieldName)),
    tags((name = "Accounts", description = "Accounts with caller-chosen fields (spec sections 2.2 and 4.2).")),
)]
pub(super) struct Document;

/// The headers of every request beside the two tokens, which are the security schemes.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "described here, read by the extractors of edge")]
pub(super) struct RequestHeaders {
    /// A name for this request: 1 to 128 letters, digits, periods, underscores and hyphens. The answer carries the same, or
    /// one of the bank's when it is something else.
    #[param(
        rename = "X-Request-Id",
        example = "6f1c2d3e",
        nullable = false,
        min_length = 1,
        max_length = 128,
        pattern = "^[A-Za-z0-9._-]{1,128}$"
    )]
    request_id: Option<String>,
}

/// The failures of every operation.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "described here, answered by AccountsError")]
pub(super) enum AccountFailures {
    /// A token is missing, expired or wrong, or the two do not belong together.
    #[response(status = 401, headers(("WWW-Authenticate" = String, description = "RFC 6750.")), examples(
        ("tokensMissing" = (summary = "No tokens", value = json!(examples::tokens_missing()))),
        ("tokenExpired" = (summary = "Time for the refresh grant", value = json!(examples::token_expired()))),
    ))]
    Unauthorized(ErrorBody),
    /// Another method than GET or HEAD.
    #[response(status = 405, example = json!(examples::method_not_allowed()))]
    MethodNotAllowed(ErrorBody),
    /// A body was sent; no operation takes one.
    #[response(status = 413, example = json!(examples::too_large()))]
    PayloadTooLarge(ErrorBody),
    /// Too many requests.
    #[response(status = 429, headers(("Retry-After" = i32, description = "Seconds to wait.")),
        example = json!(examples::too_many_requests()))]
    TooManyRequests(ErrorBody),
    /// A fault of the bank.
    #[response(status = 500, example = json!(examples::internal()))]
    Internal(ErrorBody),
    /// Not possible at this moment; worth a retry.
    #[response(status = 503, headers(("Retry-After" = i32, description = "Seconds to wait.")),
        example = json!(examples::unavailable()))]
    Unavailable(ErrorBody),
}
