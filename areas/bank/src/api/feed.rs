//! `GET` and `POST /bank/v1/feed`.

use accounts::FACTS_AT_ONCE_MAX;
use axum::Json;
use edge::{AreaJson, EdgeError};

use super::caller::CallingSystem;
use super::error::BankError;
use super::wire::feed::{BankFact, BankFacts, BankFactsTaken, BankFeed};
use super::{BODY_BYTES_MAX, examples};
use crate::work::feed::{look, take};

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
pub(super) async fn get_feed(CallingSystem(call): CallingSystem) -> Result<Json<BankFeed>, BankError> {
    let (next, differences) = look(&call).await?;
    Ok(Json(BankFeed { next, differences: differences.into_iter().map(Into::into).collect() }))
}

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
    CallingSystem(call): CallingSystem,
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
    Ok(Json(take(&call, body.first, facts).await?.into()))
}
