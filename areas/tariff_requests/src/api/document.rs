//! What the operations have in common in the OpenAPI description.

use utoipa::{IntoParams, IntoResponses};

use super::examples;
use super::wire::TariffErrorBody;

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

/// What every operation refuses of its own.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "described here, answered by TariffError")]
pub(super) enum RoleFailure {
    /// The user does not have the role ONLINE-USER.
    #[response(status = 403, example = json!(examples::access_denied()))]
    Forbidden(TariffErrorBody),
}
