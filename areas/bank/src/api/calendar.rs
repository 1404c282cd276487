//! `GET` and `PUT /bank/v1/calendar`.

use axum::Json;
use edge::{AreaJson, EdgeError};

use super::caller::CallingSystem;
use super::error::BankError;
use super::wire::calendar::BankCalendar;
use super::{BODY_BYTES_MAX, examples};
use crate::work::calendar::{calendar, tell_calendar};

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
    CallingSystem(call): CallingSystem,
) -> Result<Json<BankCalendar>, BankError> {
    Ok(Json(calendar(&call).await?.into()))
}

/// Change the calendar
///
/// Names days and sets cut-off times, all of them or none; what is not named stays as it is, and the same again changes
/// nothing. What waits for a business day follows the calendar as it is when the day comes; what was executed stays. A
/// day that has passed is not named otherwise.
#[utoipa::path(
    put,
    path = "/bank/v1/calendar",
    tag = "Calendar",
    request_body(content = BankCalendar, example = json!(examples::calendar())),
    responses((status = 200, description = "The calendar from today on.", body = BankCalendar,
        example = json!(examples::calendar()))),
)]
pub(super) async fn put_calendar(
    CallingSystem(call): CallingSystem,
    AreaJson(body, _): AreaJson<BankError, BankCalendar, BODY_BYTES_MAX>,
) -> Result<Json<BankCalendar>, BankError> {
    let told = body.read().map_err(EdgeError::malformed)?;
    Ok(Json(tell_calendar(&call, told).await?.into()))
}
