//! Operations that only a sandbox has: people who sign without a browser (SBX-03).

use area::SandboxOperationError;
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clients::SignatureType;
use edge::{AreaJson, AreaPath, EdgeError};
use kernel::{Cnum, Language};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::identifier::ExternalId;
use crate::state::PayrollState;
use crate::work::people_act::{AskedSignature, sign_for};
use crate::work::{StatementError, document_for};

pub(crate) const SANDBOX_PREFIXES: &[&str] = &["/sandbox/v1/statements"];

pub(crate) fn sandbox_routes(state: PayrollState) -> Router {
    Router::new()
        .route("/sandbox/v1/statements/{cnum}/{external_id}/document", get(document))
        .route("/sandbox/v1/statements/{cnum}/{external_id}/sign", post(sign))
        .with_state(state)
}

type Named = AreaPath<SandboxOperationError, (String, String)>;

fn named((cnum, external_id): (String, String)) -> Result<(Cnum, ExternalId), SandboxOperationError> {
    let unknown = || told(StatementError::NotFound);
    Ok((cnum.parse().map_err(|_| unknown())?, external_id.parse().map_err(|_| unknown())?))
}

/// A signature that is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignBody {
    signature: String,
    login: Option<String>,
    cms: Option<String>,
}

/// Tells the digest that a key signs, in Base64.
async fn document(
    State(state): State<PayrollState>,
    AreaPath(path, _): Named,
) -> Result<Json<Value>, SandboxOperationError> {
    let (cnum, external_id) = named(path)?;
    let document = document_for(&state, &cnum, &external_id).await.map_err(told)?;
    Ok(Json(json!({ "digest": BASE64.encode(document.digest) })))
}

/// Signs as a person of the company.
async fn sign(
    State(state): State<PayrollState>,
    AreaPath(path, _): Named,
    AreaJson(body, _): AreaJson<SandboxOperationError, SignBody>,
) -> Result<Json<Value>, SandboxOperationError> {
    let (cnum, external_id) = named(path)?;
    let signature_type: SignatureType =
        body.signature.parse().map_err(|_| EdgeError::malformed("signature is FIRST or SECOND"))?;
    let asked = AskedSignature { signature_type, login: body.login, cms: body.cms };
    let status = sign_for(&state, &cnum, &external_id, asked).await.map_err(told)?;
    Ok(Json(json!({ "externalId": external_id.as_str(), "status": status.as_str() })))
}

fn told(error: StatementError) -> SandboxOperationError {
    match error {
        StatementError::Store(error) => error.into(),
        StatementError::NotFound => {
            SandboxOperationError::NotFound("the company has no such statement".to_owned())
        }
        StatementError::SignatureRefused(reason) => {
            SandboxOperationError::Conflict(reason.message(Language::English))
        }
        error @ (StatementError::NoRight
        | StatementError::Changed
        | StatementError::NotInThisState(_)
        | StatementError::SignatureNotNeeded
        | StatementError::Fields(_)
        | StatementError::FaultyCells(_)
        | StatementError::TooManyRolls
        | StatementError::RowsChanged(_)
        | StatementError::Crowded
        | StatementError::Failed(_)) => SandboxOperationError::Conflict(error.to_string()),
    }
}
