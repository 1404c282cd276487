//! The operation that only a sandbox has: tokens without a browser (SBX-03).

use area::SandboxOperationError;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use edge::{AreaJson, EdgeError};
use sandbox::Sandbox;
use serde_json::{Value, json};

use crate::state::IdentityState;
use crate::work::simulate_login::{AskedLogin, SimulationError, simulate_login};

pub(crate) const SANDBOX_PREFIXES: &[&str] = &["/sandbox/v1/tokens"];

pub(crate) fn sandbox_routes(state: IdentityState, sandbox: Sandbox) -> Router {
    Router::new().route("/sandbox/v1/tokens", post(tokens)).with_state((state, sandbox))
}

/// Logs a person in and answers as the token endpoint does, with the addresses for what comes next.
async fn tokens(
    State((identity, sandbox)): State<(IdentityState, Sandbox)>,
    AreaJson(asked, _): AreaJson<SandboxOperationError, AskedLogin>,
) -> Result<Json<Value>, SandboxOperationError> {
    let simulated = simulate_login(&identity, &sandbox, asked).await.map_err(|error| match error {
        SimulationError::NoPerson | SimulationError::NoClient => {
            SandboxOperationError::NotFound(error.to_string())
        }
        SimulationError::Scope => EdgeError::malformed(error.to_string()).into(),
        SimulationError::Refused => SandboxOperationError::Conflict(error.to_string()),
        SimulationError::Work(error) => error.into(),
    })?;
    let tokens = simulated.tokens;
    Ok(Json(json!({
        "access_token": tokens.access_token,
        "token_type": "Bearer",
        "expires_in": tokens.lifetime_s,
        "refresh_token": tokens.refresh_token,
        "id_token": tokens.id_token,
        "scope": tokens.scope,
        "client_id": simulated.client.as_str(),
        "company": simulated.company.as_str(),
        "api": identity.settings.api_audience,
        "identity": identity.settings.issuer,
    })))
}
