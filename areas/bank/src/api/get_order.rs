//! `GET /bank/v1/orders/{id}`.

use axum::Json;
use axum::extract::State;
use edge::{AreaPath, EdgeError};
use orders::OrderId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::BankOrder;
use crate::state::BankState;
use crate::work::hand_out::find;

/// An order.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct OrderPath {
    /// The name of the order.
    #[param(example = "tr-460167004471296")]
    id: String,
}

impl OrderPath {
    /// Reads the name; a text that is none names no order.
    pub(super) fn id(&self) -> Result<OrderId, BankError> {
        self.id.parse().map_err(|_| BankError::NotFound)
    }
}

/// One order
#[utoipa::path(
    get,
    path = "/bank/v1/orders/{id}",
    tag = "Orders",
    responses((status = 200, description = "The order.", body = BankOrder, example = json!(examples::order()))),
)]
pub(super) async fn get_order(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
) -> Result<Json<BankOrder>, BankError> {
    let order = find(&state, &system, &path.id()?).await?.ok_or(BankError::NotFound)?;
    let order = BankOrder::try_from(order).map_err(|error| EdgeError::internal(error.to_string()))?;
    Ok(Json(order))
}
