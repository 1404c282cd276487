//! `GET /bank/v1/feed`.

use axum::Json;
use axum::extract::State;

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::feed::BankFeed;
use crate::state::BankState;
use crate::work::feed::look;

/// Ask how far the feed has come
///
/// The number with which your system goes on, and what the core has told and this database does not have so. A fact
/// that was refused is taken when it comes again under its number; a difference of balances ends when one agrees.
#[utoipa::path(
    get,
    path = "/bank/v1/feed",
    tag = "Feed",
    responses((status = 200, description = "The place.", body = BankFeed, example = json!(examples::feed()))),
)]
pub(super) async fn get_feed(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
) -> Result<Json<BankFeed>, BankError> {
    let (next, differences) = look(&state, &system).await?;
    Ok(Json(BankFeed { next, differences: differences.into_iter().map(Into::into).collect() }))
}
