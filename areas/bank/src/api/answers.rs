//! Answers of systems: `POST /bank/v1/answers`, and `answer`, `parts` and `returns` of `/bank/v1/orders/{id}`.

use std::{mem, slice};

use axum::Json;
use edge::{AreaJson, AreaPath, EdgeError};
use orders::{ANSWER_BYTES_MAX, ANSWERS_AT_ONCE_MAX, OrderId, PARTS_AT_ONCE_MAX, Refusal, Verdict};

use super::caller::CallingSystem;
use super::error::BankError;
use super::order::OrderPath;
use super::wire::{
    BankAnswer, BankAnswerTo, BankAnswers, BankPartAnswers, BankReturn, BankVerdict, BankVerdicts,
};
use super::{BODY_BYTES_MAX, examples};
use crate::state::Call;
use crate::work::answer::{accept, answer, answer_parts, take_return};

/// Answer an order
///
/// `DONE` and `REFUSED` end the order, once: the same answer again changes nothing and is answered alike, another one
/// is 409. The name of the order is the key for repeats.
#[utoipa::path(
    post,
    path = "/bank/v1/orders/{id}/answer",
    tag = "Orders",
    request_body(content = BankAnswer, example = json!(examples::answer())),
    responses((status = 200, description = "It was taken, now or before.", body = BankVerdict,
        example = json!(examples::verdict()))),
)]
pub(super) async fn answer_order(
    CallingSystem(call): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    AreaJson(body, _): AreaJson<BankError, BankAnswer, ANSWER_BYTES_MAX>,
) -> Result<Json<BankVerdict>, BankError> {
    let id = path.id()?;
    let given = body.read().map_err(EdgeError::malformed)?;
    let verdict = match given {
        Some(given) => answer(&call, vec![(id.clone(), given)]).await?.pop(),
        None => accept(&call, slice::from_ref(&id)).await?.pop(),
    };
    told(&id, verdict)
}

/// Answers with a verdict, or with the error that it is.
pub(super) fn told(id: &OrderId, verdict: Option<Verdict>) -> Result<Json<BankVerdict>, BankError> {
    match verdict {
        Some(Verdict::Refused(refusal)) => Err(BankError::Refused(refusal)),
        Some(verdict) => Ok(Json(BankVerdict::told(id.to_string(), verdict))),
        None => Err(BankError::NO_ORDER),
    }
}

/// Answer many orders
///
/// As many answers at once, each by itself: one that changes nothing does not stop the others. Send the same body again
/// when its answer was lost.
#[utoipa::path(
    post,
    path = "/bank/v1/answers",
    tag = "Orders",
    request_body(content = BankAnswers, example = json!(examples::answers())),
    responses((status = 200, description = "What became of each.", body = BankVerdicts,
        example = json!(examples::verdicts()))),
)]
pub(super) async fn answer_orders(
    CallingSystem(call): CallingSystem,
    AreaJson(body, _): AreaJson<BankError, BankAnswers, BODY_BYTES_MAX>,
) -> Result<Json<BankVerdicts>, BankError> {
    answered(&call, body).await.map(Json)
}

pub(super) async fn answered(call: &Call, body: BankAnswers) -> Result<BankVerdicts, BankError> {
    if body.answers.len() > ANSWERS_AT_ONCE_MAX {
        return Err(BankError::TooMany(ANSWERS_AT_ONCE_MAX));
    }
    let read = |(place, one): (usize, BankAnswerTo)| {
        let wrong = |reason| EdgeError::malformed(format!("answers[{place}]: {reason}"));
        Ok((one.order, one.answer.read().map_err(wrong)?))
    };
    // All are read before the first is taken: a body that is refused has done nothing.
    let read: Vec<_> = body.answers.into_iter().enumerate().map(read).collect::<Result<_, EdgeError>>()?;
    let mut verdicts = Vec::with_capacity(read.len());
    let (mut accepted, mut answers) = (Vec::new(), Vec::new());
    for (place, (order, given)) in read.into_iter().enumerate() {
        match (order.parse::<OrderId>(), given) {
            (Ok(id), Some(given)) => answers.push((place, (id, given))),
            (Ok(id), None) => accepted.push((place, id)),
            (Err(_), _) => {}
        }
        verdicts.push(BankVerdict::told(order, Verdict::Refused(Refusal::Unknown)));
    }
    let (places, accepted): (Vec<usize>, Vec<OrderId>) = accepted.into_iter().unzip();
    let accepted = places.into_iter().zip(accept(call, &accepted).await?);
    let (places, answers): (Vec<usize>, Vec<_>) = answers.into_iter().unzip();
    for (place, verdict) in accepted.chain(places.into_iter().zip(answer(call, answers).await?)) {
        if let Some(told) = verdicts.get_mut(place) {
            *told = BankVerdict::told(mem::take(&mut told.order), verdict);
        }
    }
    Ok(BankVerdicts { verdicts })
}

/// Answer parts of an order
///
/// All of these answers are taken, or none when one of them cannot be. The order ends with its last part. A part has
/// one outcome: the same again changes nothing, another one is 409.
#[utoipa::path(
    post,
    path = "/bank/v1/orders/{id}/parts",
    tag = "Orders",
    request_body(content = BankPartAnswers, example = json!(examples::part_answers())),
    responses((status = 200, description = "They were taken, now or before.", body = BankVerdict,
        example = json!(examples::part_verdict()))),
)]
pub(super) async fn answer_parts_of_order(
    CallingSystem(call): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    AreaJson(body, _): AreaJson<BankError, BankPartAnswers, ANSWER_BYTES_MAX>,
) -> Result<Json<BankVerdict>, BankError> {
    if body.parts.len() > PARTS_AT_ONCE_MAX {
        return Err(BankError::TooMany(PARTS_AT_ONCE_MAX));
    }
    let id = path.id()?;
    let given = body.read().map_err(EdgeError::malformed)?;
    told(&id, Some(answer_parts(&call, &id, given).await?))
}

/// Tell of a return
///
/// A payment that came back after its order, or its part of one, had been answered with `DONE`: its money is booked
/// back to the account that paid, or kept for its owner when the account takes nothing. The bank's name of the return
/// is the key for repeats; a payment comes back once: whole, or the `amount` that the other bank did not keep.
#[utoipa::path(
    post,
    path = "/bank/v1/orders/{id}/returns",
    tag = "Orders",
    request_body(content = BankReturn, example = json!(examples::returned())),
    responses((status = 200, description = "It is booked, now or before.", body = BankVerdict,
        example = json!(examples::verdict()))),
)]
pub(super) async fn return_order(
    CallingSystem(call): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    AreaJson(body, _): AreaJson<BankError, BankReturn, ANSWER_BYTES_MAX>,
) -> Result<Json<BankVerdict>, BankError> {
    let id = path.id()?;
    let returned = body.read().map_err(EdgeError::malformed)?;
    told(&id, Some(take_return(&call, &id, returned).await?))
}
