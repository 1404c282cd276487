//! `POST /bank/v1/actions/{action}`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;
use http::StatusCode;
use idempotency::{Answered, KeyedJson};

use super::ActionPath;
use super::wire::{BankActionCall, BankActionOutcome, BankProposed};
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::{BODY_BYTES_MAX, examples};
use crate::state::BankState;
use crate::work::actions::{Performed, perform};

/// Do an action, or propose it
///
/// Without `signed` it is done, where one person is enough. With it it is proposed: a second person approves it, and
/// either of them has it executed. A key has it done once, and the answer, with what is shown once, given again for 24
/// hours.
#[utoipa::path(
    post,
    path = "/bank/v1/actions/{action}",
    tag = "People",
    request_body(content = BankActionCall, example = json!(examples::action_call())),
    responses(
        (status = 200, description = "It is done.", body = BankActionOutcome,
            example = json!(examples::action_outcome())),
        (status = 202, description = "It is proposed.", body = BankProposed, example = json!(examples::proposed())),
    ),
)]
pub(in crate::api) async fn perform_action(
    State(state): State<BankState>,
    CallingPerson(person): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ActionPath>,
    KeyedJson(call, keyed): KeyedJson<BankError, BankActionCall, BODY_BYTES_MAX>,
) -> Result<Response, BankError> {
    let (action, asked) = (path.find(&state)?, call.read()?);
    let render = |performed: &Performed| match performed {
        Performed::Done(done) => Answered::json(StatusCode::OK, &BankActionOutcome::from(done)),
        Performed::Proposed(proposal) => {
            Answered::json(StatusCode::ACCEPTED, &BankProposed { proposal: *proposal })
        }
    };
    let work = async |keep| Ok(perform(&state, &person, action, asked, keep).await?);
    state.idempotency.answer(keyed, person.scope(), render, work).await
}
