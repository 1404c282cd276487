//! `GET /bank/v1/trail/{entry}/receipt`.

use audit::log::prove;
use axum::Json;
use axum::extract::State;
use edge::{AreaPath, EdgeError};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::caller::TrailReader;
use crate::api::error::BankError;
use crate::api::examples;
use crate::state::BankState;
use crate::work::actions::PeopleError;

/// An entry of the trail.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct EntryPath {
    /// The identifier of the entry.
    #[param(example = "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f")]
    entry: String,
}

/// The receipt of an entry.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct BankReceipt {
    /// A C2SP `tlog-proof` with the entry in it and a checkpoint of now. Keep it as a file: whoever has the key of the
    /// log verifies it without this API.
    #[schema(min_length = 1)]
    receipt: String,
}

/// The receipt of an entry of the trail
///
/// It proves that the entry is in the trail's log. An entry is in it within two seconds of its commit; before that, and
/// once it has left for an archive, there is none. For the roles `audit` and `security`.
#[utoipa::path(
    get,
    path = "/bank/v1/trail/{entry}/receipt",
    tag = "Registry",
    responses((status = 200, description = "The receipt.", body = BankReceipt, example = json!(examples::receipt()))),
)]
pub(in crate::api) async fn get_receipt(
    State(state): State<BankState>,
    _: TrailReader,
    AreaPath(path, _): AreaPath<BankError, EntryPath>,
) -> Result<Json<BankReceipt>, BankError> {
    let key = state.trail_key.as_ref().ok_or_else(|| EdgeError::internal("no key of the trail's log"))?;
    let absent = PeopleError::Absent("entry in the trail's log: a new one is in it within two seconds");
    let proof = prove(&state.store, &path.entry, key).await?.ok_or(absent)?;
    Ok(Json(BankReceipt { receipt: proof.to_string() }))
}
