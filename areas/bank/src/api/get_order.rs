//! `GET /bank/v1/orders/{id}`.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use edge::{AreaPath, EdgeError};
use http::HeaderMap;
use orders::OrderId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::messages::{as_message, wants_xml};
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
///
/// With `Accept: application/xml` as pain.001.001.09, where it is for payments.
#[utoipa::path(
    get,
    path = "/bank/v1/orders/{id}",
    tag = "Orders",
    responses((status = 200, description = "The order.", content(
        (BankOrder = "application/json", example = json!(examples::order())),
        (String = "application/xml", example = json!(examples::INITIATION))))),
)]
pub(super) async fn get_order(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    headers: HeaderMap,
) -> Result<Response, BankError> {
    let id = path.id()?;
    if wants_xml(&headers) {
        return as_message(&state, &system, &id).await;
    }
    let order = find(&state, &system, &id).await?.ok_or(BankError::NotFound)?;
    let order = BankOrder::try_from(order).map_err(|error| EdgeError::internal(error.to_string()))?;
    Ok(Json(order).into_response())
}
