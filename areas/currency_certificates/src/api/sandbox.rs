//! The operation that only a sandbox has: the decision of the bank's staff (SBX-03).

use area::SandboxOperationError;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use edge::{AreaJson, AreaPath, EdgeError};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::reason::ReasonCode;
use crate::state::CertificatesState;
use crate::work::rehearse::{DecisionError, decide};

pub(crate) const SANDBOX_PREFIXES: &[&str] = &["/sandbox/v1/certificate-tasks"];

pub(crate) fn sandbox_routes(state: CertificatesState) -> Router {
    Router::new().route("/sandbox/v1/certificate-tasks/{id}/decision", post(decision)).with_state(state)
}

/// A decision: `ACCEPTED`, or `REJECTED` with its reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DecisionBody {
    decision: String,
    reason: Option<String>,
}

async fn decision(
    State(area): State<CertificatesState>,
    AreaPath(id, _): AreaPath<SandboxOperationError, String>,
    AreaJson(body, _): AreaJson<SandboxOperationError, DecisionBody>,
) -> Result<Json<Value>, SandboxOperationError> {
    let unknown = || SandboxOperationError::NotFound("there is no such task".to_owned());
    let task: Uuid = id.parse().map_err(|_| unknown())?;
    let reason = body.reason.as_deref().map(str::parse::<ReasonCode>);
    let reason = match (body.decision.as_str(), reason) {
        ("ACCEPTED", None) => None,
        ("REJECTED", Some(Ok(reason))) => Some(reason),
        _ => {
            let reasons: Vec<&str> = ReasonCode::ALL.iter().map(|reason| reason.as_str()).collect();
            let told = format!("decision is ACCEPTED, or REJECTED with a reason of {}", reasons.join(", "));
            return Err(EdgeError::malformed(told).into());
        }
    };
    decide(&area, task, reason).await.map_err(|error| match error {
        DecisionError::NotFound => unknown(),
        DecisionError::NotWaiting => SandboxOperationError::Conflict(
            "the task does not wait for the staff: only a message with `Sandbox-Trigger: certificate-waits` does, \
             until it is decided"
                .to_owned(),
        ),
        DecisionError::Store(error) => error.into(),
    })?;
    Ok(Json(json!({ "taskId": task })))
}
