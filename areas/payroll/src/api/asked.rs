//! The statement that a path names, and the rights of callers.

use axum::extract::FromRequestParts;
use clients::Rights;
use edge::{AreaPath, Caller, Described, Description, EdgeError};
use http::request::Parts;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::path::ParameterIn;

use super::error::PayrollError;
use crate::identifier::{ExternalId, ExternalIdError};
use crate::state::PayrollState;
use crate::store::dictionaries;

/// A path that names a statement.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct StatementPath {
    /// The sender's name of the statement.
    #[param(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]{1,40}$", example = "salary-2026-11")]
    external_id: String,
}

/// Names the statement of a request. Whatever is no `externalId` violates its pattern: U+0000 and bytes that are no
/// text as well.
#[derive(Debug)]
pub(super) struct Named(pub(super) ExternalId);

impl FromRequestParts<PayrollState> for Named {
    type Rejection = PayrollError;

    async fn from_request_parts(parts: &mut Parts, state: &PayrollState) -> Result<Self, PayrollError> {
        match AreaPath::<PayrollError, StatementPath>::from_request_parts(parts, state).await {
            Ok(AreaPath(path, _)) => path.external_id.parse().map(Self).map_err(PayrollError::external_id),
            Err(PayrollError::Edge(EdgeError::Malformed { .. })) => {
                Err(PayrollError::external_id(ExternalIdError))
            }
            Err(other) => Err(other),
        }
    }
}

impl Described for Named {
    fn describe(description: &mut Description<'_>) {
        description.parameters(StatementPath::into_params(|| Some(ParameterIn::Path)));
        description.error(PayrollError::EXTERNAL_ID_MALFORMED);
    }
}

/// Refuses a caller whose rights at the company, through the client, are not those that `may` asks for.
pub(super) async fn check_rights(
    state: &PayrollState,
    caller: &Caller,
    may: fn(Rights) -> bool,
    refusal: PayrollError,
) -> Result<(), PayrollError> {
    let rights = dictionaries::rights(&state.store, &caller.user, &caller.company, &caller.client).await?;
    if may(rights) { Ok(()) } else { Err(refusal) }
}
