//! Faults of this area in the body of spec section 7.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{AreaError, DescribedError, Fault};
use store::StoreError;

use super::wire::{TreasuryErrorBody, TreasuryErrorCode};

/// Everything that can go wrong in this area.
#[derive(Debug)]
pub(crate) enum TreasuryError {
    /// 400: the tax number does not have 10 or 12 digits.
    InnMalformed,
    /// An error that every area has.
    Fault(Fault),
}

impl AreaError for TreasuryError {}

impl DescribedError for TreasuryError {
    type Body = TreasuryErrorBody;
}

impl From<Fault> for TreasuryError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<StoreError> for TreasuryError {
    fn from(error: StoreError) -> Self {
        Self::Fault(if error.is_temporary() {
            Fault::Unavailable
        } else {
            Fault::internal(error.to_string())
        })
    }
}

impl IntoResponse for TreasuryError {
    fn into_response(self) -> Response {
        let fault = match self {
            Self::InnMalformed => Fault::malformed("The query parameter `inn` must have 10 or 12 digits"),
            Self::Fault(fault) => fault,
        };
        let code = code(&fault);
        fault.respond(|_, message| Json(TreasuryErrorBody { code, message: message.to_owned() }))
    }
}

/// Spec section 7 knows three codes; the status tells the rest.
const fn code(fault: &Fault) -> TreasuryErrorCode {
    match fault {
        Fault::MissingCredentials | Fault::InvalidToken(_) | Fault::Mismatch => {
            TreasuryErrorCode::UnauthorizedError
        }
        Fault::Internal(_) | Fault::Unavailable => TreasuryErrorCode::InternalServerError,
        Fault::Forbidden
        | Fault::NotFound
        | Fault::MethodNotAllowed
        | Fault::PayloadTooLarge { .. }
        | Fault::UnsupportedMediaType
        | Fault::Malformed { .. }
        | Fault::TooManyRequests { .. }
        | Fault::Timeout => TreasuryErrorCode::BadRequest,
    }
}
