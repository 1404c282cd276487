//! Errors of this area in the two bodies of spec section 7.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, ErrorExample};
use http::StatusCode;

use super::CNUMS_MAX;
use super::wire::{
    AgreementsErrorMeta, AgreementsForbiddenError, AgreementsGatewayError, AuthorizationError,
};
use crate::work::Failure;

#[derive(Debug)]
pub(crate) enum AgreementsError {
    /// 403: the user may not see a company, or there is no such agreement.
    Refused,
    /// 400: `cnums` is absent, has an empty item or too many.
    CnumsMalformed,
    Edge(EdgeError),
}

edge::area_error!(AgreementsError, AgreementsGatewayError);

impl AgreementsError {
    pub(super) const CNUMS_MALFORMED: ErrorExample<Self> =
        ErrorExample::new("cnumsMalformed", "`cnums` does not name 1 to 100 companies.", || {
            Self::CnumsMalformed
        });
    pub(super) const NOT_PERMITTED: ErrorExample<Self> =
        ErrorExample::new("notPermitted", "The user may not see one of the companies.", || Self::Refused)
            .with_body::<AgreementsForbiddenError>();
    pub(super) const NOT_FOUND: ErrorExample<Self> = ErrorExample::new(
        "notFound",
        "There is no such agreement of the companies, or the user may not see one of them.",
        || Self::Refused,
    )
    .with_body::<AgreementsForbiddenError>();
}

impl From<Failure> for AgreementsError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NotPermitted => Self::Refused,
            Failure::Store(error) => error.into(),
        }
    }
}

impl IntoResponse for AgreementsError {
    fn into_response(self) -> Response {
        let fault = match self {
            Self::Refused => EdgeError::Forbidden,
            Self::CnumsMalformed => EdgeError::malformed(format!(
                "The query parameter `cnums` must name 1 to {CNUMS_MAX} companies, repeated or divided by commas"
            )),
            Self::Edge(fault) => fault,
        };
        fault.respond(
            |status, message| {
                if status == StatusCode::FORBIDDEN { forbidden() } else { gateway(status, message) }
            },
        )
    }
}

fn forbidden() -> Response {
    let error = AuthorizationError {
        code: "AuthorizationError",
        detail: "Access denied",
        meta: AgreementsErrorMeta {},
        id: edge::trace_id(),
    };
    Json(AgreementsForbiddenError { errors: [error] }).into_response()
}

fn gateway(status: StatusCode, message: &str) -> Response {
    let body = AgreementsGatewayError { message: message.to_owned(), http_status_code: status.as_u16() };
    Json(body).into_response()
}
