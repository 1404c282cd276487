//! `POST /bank/v1/actions/{action}`.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use edge::{AreaJson, AreaPath};
use http::StatusCode;

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
/// either of them has it executed.
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
    AreaJson(call, _): AreaJson<BankError, BankActionCall, BODY_BYTES_MAX>,
) -> Result<Response, BankError> {
    Ok(match perform(&state, &person, path.find(&state)?, call.read()?).await? {
        Performed::Done(done) => Json(BankActionOutcome::from(done)).into_response(),
        Performed::Proposed(proposal) => {
            (StatusCode::ACCEPTED, Json(BankProposed { proposal })).into_response()
        }
    })
}
