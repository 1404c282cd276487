//! `/bank/v1/actions`: listed, rehearsed, done or proposed.

use axum::Json;
use axum::response::Response;
use edge::{AreaJson, AreaPath};
use http::StatusCode;
use idempotency::{Answered, KeyedJson, Scope};

use super::ActionPath;
use super::wire::{BankAction, BankActionCall, BankActionOutcome, BankActions, BankProposed, BankRehearsal};
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::{BODY_BYTES_MAX, examples};
use crate::work::actions::{Performed, actions, perform, rehearse};

/// List actions
///
/// Everything that people of the bank may do here, each with its role and arguments.
#[utoipa::path(
    get,
    path = "/bank/v1/actions",
    tag = "People",
    responses((status = 200, description = "The actions.", body = BankActions, example = json!(examples::actions()))),
)]
pub(in crate::api) async fn list_actions(
    CallingPerson(call): CallingPerson,
) -> Result<Json<BankActions>, BankError> {
    let actions =
        actions(&call.state).await?.into_iter().map(|(declared, rule)| BankAction::new(&declared, rule));
    Ok(Json(BankActions { actions: actions.collect() }))
}

/// Rehearse an action
///
/// Does it and takes it back: the answer tells what it would change, and has the text that proposes it. Check in the
/// text, line by line: `clientbank proposal`, the number of the proposal, its SHA-256, `PROPOSE`, your name, and the
/// moment in microseconds since 1970.
#[utoipa::path(
    post,
    path = "/bank/v1/actions/{action}/rehearsal",
    tag = "People",
    request_body(content = BankActionCall, example = json!(examples::action_call())),
    responses((status = 200, description = "Its effects.", body = BankRehearsal,
        example = json!(examples::rehearsal()))),
)]
pub(in crate::api) async fn rehearse_action(
    CallingPerson(call): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ActionPath>,
    AreaJson(asked, _): AreaJson<BankError, BankActionCall, BODY_BYTES_MAX>,
) -> Result<Json<BankRehearsal>, BankError> {
    Ok(Json(rehearse(&call, path.find(&call.state)?, asked.read()?).await?.into()))
}

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
    CallingPerson(call): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ActionPath>,
    KeyedJson(asked, keyed): KeyedJson<BankError, BankActionCall, BODY_BYTES_MAX>,
) -> Result<Response, BankError> {
    let (action, asked) = (path.find(&call.state)?, asked.read()?);
    let render = |performed: &Performed| match performed {
        Performed::Done(done) => Answered::json(StatusCode::OK, &BankActionOutcome::from(done)),
        Performed::Proposed(proposal) => {
            Answered::json(StatusCode::ACCEPTED, &BankProposed { proposal: *proposal })
        }
    };
    let work = async |keep| Ok(perform(&call, action, asked, keep).await?);
    call.state.idempotency.answer(keyed, Scope::of_operator(call.by.name.as_str()), render, work).await
}
