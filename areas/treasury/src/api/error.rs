//! Errors of this area in the body of spec section 7.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::EdgeError;

use super::wire::{TreasuryErrorBody, TreasuryErrorCode};

#[derive(Debug)]
pub(crate) enum TreasuryError {
    /// 400: the tax number does not have 10 or 12 digits.
    InnMalformed,
    Edge(EdgeError),
}

edge::area_error!(TreasuryError, TreasuryErrorBody);

edge::error_examples! { TreasuryError:
    INN_MALFORMED "innMalformed": "The tax number does not have 10 or 12 digits." => Self::InnMalformed;
}

impl IntoResponse for TreasuryError {
    fn into_response(self) -> Response {
        let fault = match self {
            Self::InnMalformed => EdgeError::malformed("The query parameter `inn` must have 10 or 12 digits"),
            Self::Edge(fault) => fault,
        };
        let code = code(&fault);
        fault.respond(|_, message| Json(TreasuryErrorBody { code, message: message.to_owned() }))
    }
}

/// Spec section 7 knows three codes; the status tells the rest.
const fn code(fault: &EdgeError) -> TreasuryErrorCode {
    match fault {
        EdgeError::MissingCredentials { .. } | EdgeError::InvalidToken(_) | EdgeError::Mismatch => {
            TreasuryErrorCode::UnauthorizedError
        }
        EdgeError::Internal(_) | EdgeError::Unavailable | EdgeError::ReadOnly => {
            TreasuryErrorCode::InternalServerError
        }
        EdgeError::Forbidden
        | EdgeError::CompanyStopped
        | EdgeError::NotFound
        | EdgeError::UnknownPath { .. }
        | EdgeError::MethodNotAllowed
        | EdgeError::PayloadTooLarge { .. }
        | EdgeError::UnsupportedMediaType { .. }
        | EdgeError::KeyInProgress
        | EdgeError::KeyReused
        | EdgeError::KeysUsedUp { .. }
        | EdgeError::Malformed { .. }
        | EdgeError::TooManyRequests { .. }
        | EdgeError::Timeout => TreasuryErrorCode::BadRequest,
    }
}
