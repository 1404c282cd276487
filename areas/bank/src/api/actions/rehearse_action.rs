//! `POST /bank/v1/actions/{action}/rehearsal`.

use axum::Json;
use axum::extract::State;
use edge::{AreaJson, AreaPath};

use super::ActionPath;
use super::wire::{BankActionCall, BankRehearsal};
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::{BODY_BYTES_MAX, examples};
use crate::state::BankState;
use crate::work::actions::rehearse;

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
    State(state): State<BankState>,
    CallingPerson(person): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ActionPath>,
    AreaJson(call, _): AreaJson<BankError, BankActionCall, BODY_BYTES_MAX>,
) -> Result<Json<BankRehearsal>, BankError> {
    Ok(Json(rehearse(&state, &person, path.find(&state)?, call.read()?).await?.into()))
}
