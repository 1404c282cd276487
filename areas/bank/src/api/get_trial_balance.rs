//! `GET /bank/v1/trial-balance`.

use axum::Json;
use axum::extract::State;
use edge::{AreaQuery, Description, EdgeError, FromQuery, QueryList};
use jiff::civil::Date;
use utoipa::IntoParams;

use super::asked;
use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::books::BankTrialBalance;
use crate::state::BankState;
use crate::work::books::trial_balance;

/// The day that a request asks for.
#[derive(Debug, IntoParams)]
pub(super) struct DayAsked {
    /// The day of the bank, ISO 8601.
    #[param(value_type = String, format = Date, example = "2026-11-20")]
    date: Date,
}

impl FromQuery<BankError> for DayAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let text = query.single("date")?.unwrap_or_default();
        let wrong = || EdgeError::malformed("The query parameter `date` must be a day such as 2026-11-20");
        Ok(Self { date: asked::day(text).ok_or_else(wrong)? })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

/// Read the trial balance of a day
///
/// Tells the opening, the turnovers and the closing of each group of accounts on a closed day. They are the sum of the
/// journal up to the end of the day, with the revaluations of the day. Each currency adds up to zero, debits equal
/// credits, and the answer never changes.
#[utoipa::path(
    get,
    path = "/bank/v1/trial-balance",
    tag = "Books",
    responses((
        status = 200, description = "The trial balance.", body = BankTrialBalance,
        example = json!(examples::trial_balance())
    )),
)]
pub(super) async fn get_trial_balance(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaQuery(DayAsked { date }, _): AreaQuery<BankError, DayAsked>,
) -> Result<Json<BankTrialBalance>, BankError> {
    let (lines, revaluations) = trial_balance(&state, &system, date).await?;
    Ok(Json(BankTrialBalance::of(date, lines, revaluations)))
}
