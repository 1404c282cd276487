//! `POST /bank/v1/answers`.

use axum::Json;
use axum::extract::State;
use edge::{AreaJson, EdgeError};
use orders::{ANSWERS_AT_ONCE_MAX, OrderId, Refusal, Verdict};

use super::BODY_BYTES_MAX;
use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::{BankAnswers, BankVerdict, BankVerdicts};
use crate::state::BankState;
use crate::system::System;
use crate::work::answer::{accept, answer};

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
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaJson(body, _): AreaJson<BankError, BankAnswers, BODY_BYTES_MAX>,
) -> Result<Json<BankVerdicts>, BankError> {
    answered(&state, &system, body).await.map(Json)
}

/// Takes answers that came together.
pub(super) async fn answered(
    state: &BankState,
    system: &System,
    body: BankAnswers,
) -> Result<BankVerdicts, BankError> {
    if body.answers.len() > ANSWERS_AT_ONCE_MAX {
        return Err(BankError::TooMany(ANSWERS_AT_ONCE_MAX));
    }
    let mut verdicts = Vec::with_capacity(body.answers.len());
    let (mut places, mut answers) = (Vec::new(), Vec::new());
    for (place, one) in body.answers.into_iter().enumerate() {
        let wrong = |reason| EdgeError::malformed(format!("answers[{place}]: {reason}"));
        let given = one.answer.read().map_err(wrong)?;
        let id = one.order.parse::<OrderId>();
        verdicts.push(BankVerdict::told(one.order, Verdict::Refused(Refusal::Unknown)));
        match (id, given) {
            (Ok(id), Some(given)) => {
                places.push((place, id.clone()));
                answers.push((id, given));
            }
            (Ok(id), None) => {
                let verdict = accept(state, system, &id).await?;
                if let Some(told) = verdicts.get_mut(place) {
                    *told = BankVerdict::of(&id, verdict);
                }
            }
            (Err(_), _) => {}
        }
    }
    for ((place, id), verdict) in places.into_iter().zip(answer(state, system, answers).await?) {
        if let Some(told) = verdicts.get_mut(place) {
            *told = BankVerdict::of(&id, verdict);
        }
    }
    Ok(BankVerdicts { verdicts })
}
