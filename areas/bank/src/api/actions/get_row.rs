//! `GET /bank/v1/registry/{table}/{key}`.

use axum::Json;
use axum::extract::State;
use edge::AreaPath;
use serde::Deserialize;
use utoipa::IntoParams;

use super::wire::BankRow;
use crate::api::caller::RegistryReader;
use crate::api::error::BankError;
use crate::api::examples;
use crate::state::BankState;
use crate::work::actions::row;

/// A row of a table.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct RowPath {
    /// The name of the table.
    #[param(example = "companies")]
    table: String,
    /// The cells of the row's key, with `%2F` between them where there are several.
    #[param(example = "C00001")]
    key: String,
}

/// One row with its history
///
/// The history is what the trail has of it: who changed what, when, and who approved it.
#[utoipa::path(
    get,
    path = "/bank/v1/registry/{table}/{key}",
    tag = "Registry",
    responses((status = 200, description = "The row.", body = BankRow, example = json!(examples::row()))),
)]
pub(in crate::api) async fn get_row(
    State(state): State<BankState>,
    RegistryReader(reader): RegistryReader,
    AreaPath(path, _): AreaPath<BankError, RowPath>,
) -> Result<Json<BankRow>, BankError> {
    let (row, history) = row(&state, reader, super::table(&state, &path.table)?, &path.key).await?;
    Ok(Json(BankRow { row, history: history.into_iter().map(Into::into).collect() }))
}
