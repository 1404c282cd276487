//! What all operations have in common in the OpenAPI description.

use utoipa::{IntoParams, IntoResponses, OpenApi};

use super::examples;
use super::wire::ErrorBody;

/// The version of the description (spec section 9).
pub(super) const VERSION: &str = "1.0.0";

/// The description of the area; the operations are added by its routes.
#[derive(OpenApi)]
#[openapi(
    components(schemas(
        super::schema::StatementExternalStatus,
        super::schema::TransferExternalStatus,
    )),
    tags((name = "Payroll", description = "Payroll statements (spec sections 2.5, 3.1, 3.2 and 4.5).")),
)]
pub(super) struct Document;

/// The headers of every request beside the two tokens, which are the security schemes.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "described here, read by the extractors of edge and by the words of this area")]
pub(super) struct RequestHeaders {
    /// Language of messages, ru or en, with quality values (RFC 9110, section 12.5.4).
    #[param(
        rename = "Accept-Language",
        default = "ru",
        example = "en-GB,en;q=0.9,ru;q=0.5",
        nullable = false
    )]
    language: Option<String>,
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
#[expect(dead_code, reason = "described here, answered by PayrollError")]
pub(super) enum Failures {
    /// A token is missing, expired or wrong, or the two do not belong together.
    #[response(status = 401, headers(("WWW-Authenticate" = String, description = "RFC 6750.")),
        example = json!(examples::unauthorized()))]
    Unauthorized(ErrorBody),
    /// Another method.
    #[response(status = 405, example = json!(examples::method_not_allowed()))]
    MethodNotAllowed(ErrorBody),
    /// The request did not arrive in time.
    #[response(status = 408, example = json!(examples::timeout()))]
    Timeout(ErrorBody),
    /// Too many requests; the status of one statement may be asked for about once per second.
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
