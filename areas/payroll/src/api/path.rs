//! The name of a statement in a path.

use axum::extract::FromRequestParts;
use edge::{AreaPath, EdgeError};
use http::request::Parts;
use utoipa::IntoParams;

use super::error::PayrollError;
use crate::identifier::{ExternalId, ExternalIdError};
use crate::state::PayrollState;

/// The parameter, as the description shows it.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "for the description; the request is read by `Named`")]
pub(super) struct StatementPath {
    /// The sender's name of the statement.
    #[param(
        rename = "externalId",
        min_length = 1,
        max_length = 40,
        pattern = "^[a-z0-9-]{1,40}$",
        example = "salary-2026-11"
    )]
    external_id: String,
}

/// Names the statement of a request. Whatever is no `externalId` violates its pattern: U+0000 and bytes that are no text
/// as well.
#[derive(Debug)]
pub(super) struct Named(pub(super) ExternalId);

impl FromRequestParts<PayrollState> for Named {
    type Rejection = PayrollError;

    async fn from_request_parts(parts: &mut Parts, state: &PayrollState) -> Result<Self, PayrollError> {
        match AreaPath::<PayrollError, String>::from_request_parts(parts, state).await {
            Ok(AreaPath(text, _)) => text.parse().map(Self).map_err(violated),
            Err(PayrollError::Edge(EdgeError::Malformed { .. })) => Err(violated(ExternalIdError)),
            Err(other) => Err(other),
        }
    }
}

fn violated(error: ExternalIdError) -> PayrollError {
    PayrollError::field("externalId", format!("externalId {error}"))
}
