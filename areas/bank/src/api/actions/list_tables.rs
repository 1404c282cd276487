//! `GET /bank/v1/registry`.

use axum::Json;
use axum::extract::State;

use super::wire::BankTables;
use crate::api::caller::RegistryReader;
use crate::api::examples;
use crate::state::BankState;

/// List the tables
///
/// The tables that files fill (docs/IMPORT.md), and short lists of the program's own. People of the bank read them who
/// change something or have the role `read`, and systems of the role `registry`.
#[utoipa::path(
    get,
    path = "/bank/v1/registry",
    tag = "Registry",
    responses((status = 200, description = "The tables.", body = BankTables, example = json!(examples::tables()))),
)]
pub(in crate::api) async fn list_tables(
    State(state): State<BankState>,
    _: RegistryReader,
) -> Json<BankTables> {
    Json(BankTables { tables: state.administration.tables.iter().map(Into::into).collect() })
}
