//! `POST /v1/statements`.

use axum::extract::{Request, State};
use axum::response::Response;
use edge::{Authenticated, Caller, EdgeError};
use http::StatusCode;
use idempotency::{Answered, Keep, Keyed};

use super::error::PayrollError;
use super::intake::StatementRequest;
use super::receive::{Received, receive};
use super::wire::CreatedBody;
use super::{examples, intake};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::work::Origin;
use crate::work::take_in::{Sender, take_in};

/// Create a payroll statement
///
/// 202 means that the statement is stored durably and will be checked. Without `signatures` and `digest` it is to be
/// signed in the online bank; with all signatures of the company's scheme it is executed by itself. A second request
/// with the same `externalId` creates nothing: 400 tells whether its content is the same. With an `Idempotency-Key` the
/// same request is answered 202 again.
#[utoipa::path(
    post,
    path = "/v1/statements",
    request_body(content = StatementRequest, description = "The statement, at most 32 MiB", examples(
        ("unsigned" = (summary = "To be signed in the online bank", value = json!(examples::unsigned()))),
        ("signed" = (summary = "With signatures", value = json!(examples::signed()))))),
    responses((status = 202, description = "Stored", body = CreatedBody,
        example = json!({ "externalId": "salary-2026-11" }))),
)]
pub(super) async fn create_statement(
    State(state): State<PayrollState>,
    caller: Authenticated<PayrollError>,
    keyed: Keyed<PayrollError>,
    request: Request,
) -> Result<Response, PayrollError> {
    // A statement that a restored database took in could be lost with it.
    if jobs::stands_still_since(&state.store).await?.is_some() {
        return Err(EdgeError::Unavailable.into());
    }
    let (received, keyed) = receive(&state, &caller, request, keyed, intake::read).await?;
    let render = |header: &StatementHeader| {
        let body = CreatedBody { external_id: header.terms.external_id.to_string() };
        Answered::json(StatusCode::ACCEPTED, &body)
    };
    // The key comes before everything that is wrong with a request: a repeat gets the answer that is kept.
    let work = async |keep| store_received(&state, &caller, received, keep).await;
    state.idempotency.answer(keyed, &**caller, render, work).await
}

async fn store_received(
    state: &PayrollState,
    caller: &Caller,
    received: Received,
    keep: Keep<StatementHeader>,
) -> Result<StatementHeader, PayrollError> {
    let (faults, account_is_missing) = (received.faults(), received.account_is_missing());
    // The room is given back after the commit.
    let Received { read, known, _share } = received;
    match faults.as_slice() {
        [] => {}
        [_] if account_is_missing => return Err(PayrollError::AccountNotFound),
        _ => return Err(PayrollError::Fields(faults)),
    }
    let submission = read.into_submission().map_err(PayrollError::Fields)?;
    let enrollment = known.enrollment;
    let enrollment =
        enrollment.ok_or_else(|| EdgeError::internal("a statement without faults has no enrollment kind"))?;
    let sender = Sender {
        client: caller.client.clone(),
        origin: Origin::of_request(caller.user.clone(), caller.company.clone()),
        enrollment,
    };
    Ok(take_in(state, sender, submission, keep).await?)
}
