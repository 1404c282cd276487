//! Operations that only a sandbox has: people who sign without a browser, and the decisions of the bank's staff
//! (SBX-03).

use area::SandboxOperationError;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use clients::SignatureType;
use edge::{AreaJson, AreaPath, EdgeError};
use kernel::{Language, checked_text};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::broken_rule::BrokenRule;
use crate::letter::MESSAGE_CHARACTERS_MAX;
use crate::request::{DeclineReason, RequestId};
use crate::state::TariffRequestsState;
use crate::work::failure::Failure;
use crate::work::rehearse::{AskedSignature, answer_letter, decide, sign_for};

pub(crate) const SANDBOX_PREFIXES: &[&str] = &["/sandbox/v1/tariff-requests", "/sandbox/v1/letters"];

/// The number of the only signature of a call, for the sentence about it.
const ONLY_SIGNATURE: usize = 1;

const DONE: &str = "DONE";

pub(crate) fn sandbox_routes(state: TariffRequestsState) -> Router {
    Router::new()
        .route("/sandbox/v1/tariff-requests/{id}/sign", post(sign))
        .route("/sandbox/v1/tariff-requests/{id}/decision", post(decision))
        .route("/sandbox/v1/letters/{id}/answer", post(answer))
        .with_state(state)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignBody {
    signature: String,
    login: Option<String>,
    cms: Option<String>,
}

/// A decision: `DONE`, or `DECLINED` with its reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DecisionBody {
    decision: String,
    reason: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerBody {
    text: String,
}

type Answered = Result<Json<Value>, SandboxOperationError>;

async fn sign(
    State(area): State<TariffRequestsState>,
    AreaPath(id, _): AreaPath<SandboxOperationError, String>,
    AreaJson(body, _): AreaJson<SandboxOperationError, SignBody>,
) -> Answered {
    let id = request_id(&id)?;
    let signature_type: SignatureType =
        body.signature.parse().map_err(|_| EdgeError::malformed("signature is FIRST or SECOND"))?;
    let asked = AskedSignature { signature_type, login: body.login, cms: body.cms };
    let state = sign_for(&area, id, asked).await.map_err(told)?;
    Ok(Json(json!({ "id": id.number(), "state": state.as_str() })))
}

async fn decision(
    State(area): State<TariffRequestsState>,
    AreaPath(id, _): AreaPath<SandboxOperationError, String>,
    AreaJson(body, _): AreaJson<SandboxOperationError, DecisionBody>,
) -> Answered {
    let id = request_id(&id)?;
    let reason = body.reason.as_deref().map(str::parse::<DeclineReason>);
    let decision = match (body.decision.as_str(), reason) {
        (DONE, None) => DONE,
        ("DECLINED", Some(Ok(reason))) => reason.as_str(),
        _ => {
            let reasons: Vec<&str> = DeclineReason::ALL.iter().map(|reason| reason.as_str()).collect();
            let told = format!("decision is DONE, or DECLINED with a reason of {}", reasons.join(", "));
            return Err(EdgeError::malformed(told).into());
        }
    };
    let state = decide(&area, id, decision.to_owned()).await.map_err(told)?;
    Ok(Json(json!({ "id": id.number(), "state": state.as_str() })))
}

async fn answer(
    State(area): State<TariffRequestsState>,
    AreaPath(id, _): AreaPath<SandboxOperationError, String>,
    AreaJson(body, _): AreaJson<SandboxOperationError, AnswerBody>,
) -> Answered {
    let letter: Uuid = id.parse().map_err(|_| told(BrokenRule::LetterNotFound.into()))?;
    let text = checked_text(&body.text, MESSAGE_CHARACTERS_MAX)
        .map_err(|error| EdgeError::malformed(format!("text {error}")))?;
    let (letter, number) = answer_letter(&area, letter, text.to_owned()).await.map_err(told)?;
    Ok(Json(json!({ "mailId": letter, "message": number })))
}

fn request_id(text: &str) -> Result<RequestId, SandboxOperationError> {
    text.parse().map_err(|_| told(BrokenRule::RequestNotFound.into()))
}

fn why_not(rule: BrokenRule) -> String {
    match rule {
        BrokenRule::ClientNotFound => "the person may not act for the client".to_owned(),
        BrokenRule::NotAwaitingSignature(state) => format!("the request is {state} and takes no signature"),
        BrokenRule::TooLateToWithdraw(state) => format!("the request is {state}: the bank has decided"),
        BrokenRule::NoSignatureToGive => {
            "nobody who was asked for may give this signature, or it is not needed any more".to_owned()
        }
        BrokenRule::AlreadySigned => "the person has signed the request already".to_owned(),
        other => format!("not possible: {other:?}"),
    }
}

fn told(failure: Failure) -> SandboxOperationError {
    match failure {
        Failure::Store(error) => error.into(),
        Failure::Rule(BrokenRule::RequestNotFound | BrokenRule::LetterNotFound) => {
            SandboxOperationError::NotFound("there is no such request or letter".to_owned())
        }
        Failure::Rule(rule) => SandboxOperationError::Conflict(why_not(rule)),
        Failure::Signature(fault) => {
            SandboxOperationError::Conflict(fault.message(ONLY_SIGNATURE, Language::English))
        }
        Failure::Document(reason) => EdgeError::internal(reason).into(),
    }
}
