//! `GET /bank/v1/calendar`.

use axum::Json;
use axum::extract::State;

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::calendar::BankCalendar;
use crate::state::BankState;
use crate::work::calendar::calendar;

/// Read the calendar
///
/// The days from today on that were named, and the cut-off times. Every other day follows its weekday; as long as no
/// day was ever named, every day is a business day.
#[utoipa::path(
    get,
    path = "/bank/v1/calendar",
    tag = "Calendar",
    responses((
        status = 200, description = "The calendar.", body = BankCalendar, example = json!(examples::calendar())
    )),
)]
pub(super) async fn get_calendar(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
) -> Result<Json<BankCalendar>, BankError> {
    Ok(Json(calendar(&state, &system).await?.into()))
}
