//! What the operations have in common in the OpenAPI description.

use utoipa::{IntoParams, IntoResponses, OpenApi};

use super::examples;
use super::wire::TariffErrorBody;

/// The version of the description (spec section 9).
pub(super) const VERSION: &str = "1.0.0";

/// The description of the area; the operations are added by its routes.
#[derive(OpenApi)]
#[openapi(tags((name = "Tariff requests", description = "Requests to change a client's tariff plan (spec sections 2.4, 3.3, 4.4).")))]
pub(super) struct Document;

/// The client and the request of a path.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "described here, read by the extractors of edge")]
pub(super) struct RequestPath {
    /// Request id.
    #[param(minimum = 1, example = 1_795_165_200_000_042_i64)]
    id: i64,
    /// Client identifier.
    #[param(min_length = 1, max_length = 20, pattern = "^[A-Z0-9]{1,20}$", example = "C00001")]
    cnum: String,
}

/// The language of what is made.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "described here, read by the extractors of edge")]
pub(super) struct DocumentLanguage {
    /// Language of the document, ru or en, with quality values (RFC 9110, section 12.5.4); ru when absent.
    #[param(rename = "Accept-Language", default = "ru", example = "ru", nullable = false)]
    language: Option<String>,
}

/// What is refused of a path that names a request.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "described here, answered by TariffError")]
pub(super) enum RequestFailures {
    /// There is no such client or request.
    #[response(status = 400, examples(
        ("validationError" = (summary = "The id is no number", value = json!(examples::id_error()))),
        ("clientNotFound" = (summary = "No such client", value = json!(examples::client_not_found()))),
        ("requestNotFound" = (summary = "No such request", value = json!(examples::request_not_found()))),
    ))]
    BadRequest(TariffErrorBody),
}

/// The failures of every operation.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "described here, answered by TariffError")]
pub(super) enum TariffFailures {
    /// A token is missing, expired or wrong, or the two do not belong together.
    #[response(status = 401, headers(("WWW-Authenticate" = String, description = "RFC 6750.")),
        example = json!(examples::unauthorized()))]
    Unauthorized(TariffErrorBody),
    /// The user does not have the role ONLINE-USER.
    #[response(status = 403, example = json!(examples::access_denied()))]
    Forbidden(TariffErrorBody),
    /// The method does not exist here.
    #[response(status = 405, example = json!(examples::method_not_allowed()))]
    MethodNotAllowed(TariffErrorBody),
    /// The body is too long.
    #[response(status = 413, example = json!(examples::too_large()))]
    PayloadTooLarge(TariffErrorBody),
    /// Too many requests.
    #[response(status = 429, headers(("Retry-After" = i32, description = "Seconds to wait.")),
        example = json!(examples::too_many_requests()))]
    TooManyRequests(TariffErrorBody),
    /// A fault of the bank.
    #[response(status = 500, example = json!(examples::internal()))]
    Internal(TariffErrorBody),
    /// Not possible at this moment; worth a retry.
    #[response(status = 503, headers(("Retry-After" = i32, description = "Seconds to wait.")),
        example = json!(examples::unavailable()))]
    Unavailable(TariffErrorBody),
}
