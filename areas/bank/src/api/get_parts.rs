//! `GET /bank/v1/orders/{id}/parts`.

use axum::Json;
use axum::extract::State;
use edge::{AreaPath, AreaQuery, Description, FromQuery, QueryList};
use orders::PARTS_AT_ONCE_MAX;
use utoipa::IntoParams;

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::get_order::OrderPath;
use super::wire::BankParts;
use crate::state::BankState;
use crate::work::answer::parts;

/// The parts that a request asks for.
#[derive(Debug, IntoParams)]
pub(super) struct PartsAsked {
    /// The number after which to begin: `nextAfter` of the last answer, 0 at first.
    #[param(value_type = Option<i32>, minimum = 0, default = 0, example = 100)]
    after: i64,
    /// The most parts.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 1000, default = 1000, example = 1000)]
    limit: i64,
}

impl FromQuery<BankError> for PartsAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let limit_max = i32::try_from(PARTS_AT_ONCE_MAX).unwrap_or(i32::MAX);
        Ok(Self {
            after: query.int32("after", 0..=i32::MAX)?.unwrap_or_default().into(),
            limit: query.int32("limit", 1..=limit_max)?.unwrap_or(limit_max).into(),
        })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

/// Parts of an order
///
/// The transfers of a statement that the bank executes, in their order, each with its outcome so far. Orders of other
/// kinds have none.
#[utoipa::path(
    get,
    path = "/bank/v1/orders/{id}/parts",
    tag = "Orders",
    responses((status = 200, description = "The parts.", body = BankParts, example = json!(examples::parts()))),
)]
pub(super) async fn get_parts(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    AreaQuery(asked, _): AreaQuery<BankError, PartsAsked>,
) -> Result<Json<BankParts>, BankError> {
    let parts = parts(&state, &system, &path.id()?, (asked.after, asked.limit)).await?;
    let parts = parts.ok_or(BankError::NotFound)?;
    let last = parts.last().and_then(|part| part.get("part")).and_then(serde_json::Value::as_i64);
    Ok(Json(BankParts { parts, next_after: last.unwrap_or(asked.after) }))
}
