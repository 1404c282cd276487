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
    /// A name for this request, 1 to 128 visible ASCII characters; the answer carries the same.
    #[param(rename = "X-Request-Id", example = "6f1c2d3e", nullable = false)]
    request_id: Option<String>,
}

/// The failures of every operation.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "described here, answered by AccountsError")]
pub(super) enum AccountFailures {
    /// A parameter is missing or wrong; `message` names it, the value and what is allowed.
    #[response(status = 400, examples(
        ("unknownField" = (summary = "A name that is no field", value = json!(examples::unknown_field()))),
        ("missingFields" = (summary = "No fields", value = json!(examples::missing_fields()))),
        ("limitOutOfRange" = (summary = "limit=1001 (list)", value = json!(examples::limit_out_of_range()))),
    ))]
    BadRequest(ErrorBody),
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
