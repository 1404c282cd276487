//! The log of calls for operators, on the administration port (SBX-05).

use std::time::Duration;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use edge::{Call, EdgeError, QueryList, RequestLog, area_router};
use kernel::ClientId;
use serde_json::{Value, json};

use super::root_error::{RootError, limits};

pub(super) const PREFIXES: &[&str] = &["/request-log"];

pub(super) fn routes(log: RequestLog) -> Router {
    let routes = Router::new().route("/request-log", get(list)).with_state(log);
    area_router::<RootError>(limits("request_log", Duration::from_secs(10)), routes)
}

/// Lists the calls after a number, oldest first.
async fn list(State(log): State<RequestLog>, query: QueryList<RootError>) -> Result<Json<Value>, RootError> {
    let wrong = |name: &str| EdgeError::malformed(format!("{name} is not valid"));
    let client: Option<ClientId> =
        query.single("client")?.map(|text| text.parse().map_err(|_| wrong("client"))).transpose()?;
    let after: u64 = match query.single("after")? {
        Some(text) => text.parse().map_err(|_| wrong("after"))?,
        None => 0,
    };
    // With a reset numbers begin anew: whoever follows asks after one that is not given yet.
    let is_given = after > 0 && !log.after(None, after - 1, 1).is_empty();
    let after = if is_given { after } else { 0 };
    let calls = log.after(client.as_ref(), after, edge::CALLS_KEPT_MAX);
    let calls: Vec<Value> = calls.iter().map(|call| shown(call)).collect();
    Ok(Json(json!({ "calls": calls })))
}

fn shown(call: &Call) -> Value {
    let Call { number, at, client, company, method, path, status, duration_us, error, request_id, triggers } =
        call;
    json!({
        "number": number,
        "at": at.to_string(),
        "client": client,
        "company": company.as_ref().map(kernel::Cnum::as_str),
        "method": method,
        "path": path,
        "status": status,
        "durationUs": duration_us,
        "error": error.as_ref().map(|error| json!({ "code": error.code, "message": error.message })),
        "requestId": request_id,
        "triggers": triggers,
    })
}
