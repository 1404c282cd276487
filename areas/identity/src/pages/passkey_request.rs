//! A request for a proof with a passkey, as the script of the pages passes it to the browser
//! (`PublicKeyCredentialRequestOptions`, section 5.5). Bytes are base64url.

use axum::Json;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderValue, header};
use serde::Serialize;

use crate::person::passkey::CHALLENGE_S;
use crate::work::passkeys::ask::Request;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Wire {
    challenge: String,
    rp_id: String,
    /// Milliseconds.
    timeout: i64,
    user_verification: &'static str,
    allow_credentials: Vec<String>,
}

/// Writes the request as the answer to the script.
pub(super) fn passkey_request(request: Request) -> Response {
    let wire = Wire {
        challenge: request.challenge.text(),
        rp_id: request.relying_party,
        timeout: CHALLENGE_S.saturating_mul(1_000),
        user_verification: "required",
        allow_credentials: request.credentials.iter().map(|id| URL_SAFE_NO_PAD.encode(id)).collect(),
    };
    let mut response = Json(wire).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
