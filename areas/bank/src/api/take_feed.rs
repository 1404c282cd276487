//! `POST /bank/v1/feed`.

use accounts::FACTS_AT_ONCE_MAX;
use axum::Json;
use axum::extract::State;
use edge::{AreaJson, EdgeError};

use super::BODY_BYTES_MAX;
use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::feed::{BankFact, BankFacts, BankFactsTaken};
use crate::state::BankState;
use crate::work::feed::take;

/// Tell what the core has booked
///
/// Facts are taken in the order of their numbers, which have no gap: a bunch after a gap is 409 with `GAP`, and `GET`
/// tells the number that is next. A fact that comes again changes nothing, so whoever does not know whether a bunch
/// has arrived sends it again. One fact that cannot be taken does not hold up the others: it is kept and told among
/// `differences`.
#[utoipa::path(
    post,
    path = "/bank/v1/feed",
    tag = "Feed",
    request_body(content = BankFacts, example = json!(examples::facts())),
    responses((status = 200, description = "They were taken, now or before, but for those in `differences`.",
        body = BankFactsTaken, example = json!(examples::facts_taken()))),
)]
pub(super) async fn take_feed(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaJson(body, _): AreaJson<BankError, BankFacts, BODY_BYTES_MAX>,
) -> Result<Json<BankFactsTaken>, BankError> {
    if body.facts.len() > FACTS_AT_ONCE_MAX {
        return Err(BankError::TooMany(FACTS_AT_ONCE_MAX));
    }
    let last = i64::try_from(body.facts.len()).ok().and_then(|count| body.first.checked_add(count));
    if body.facts.is_empty() || body.first < 1 || last.is_none() {
        return Err(EdgeError::malformed("`first` is 1 at least, and `facts` has one at least").into());
    }
    let facts = body.facts.into_iter().map(BankFact::read).collect();
    Ok(Json(take(&state, &system, body.first, facts).await?.into()))
}
