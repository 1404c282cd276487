//! `GET /v1/iso20022/tasks/{id}`, an extension of the specification.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{AcceptLanguage, AreaPath};
use http::{HeaderMap, HeaderValue, header};

use super::accept::prefers_xml;
use super::error::CertificatesError;
use super::get_status_report::{EXAMPLE_REPORT, status_report};
use super::online_user::OnlineUser;
use super::visible_task::{TaskPath, visible_task};
use super::wire::{TaskResponse, example};
use crate::state::CertificatesState;

/// State of the work on a message, with the status of each certificate and the reasons of those that were rejected.
///
/// JSON, or the status report auth.027 for a request whose `Accept` prefers `application/xml`. Somebody else's task
/// is answered like an absent one.
#[utoipa::path(
    get,
    path = "/v1/iso20022/tasks/{id}",
    responses((status = 200, description = "The task",
        headers(("Vary" = String, description = "Accept, Accept-Language")), content(
            (TaskResponse = "application/json", example = json!(example())),
            (String = "application/xml", example = json!(EXAMPLE_REPORT))))),
)]
pub(crate) async fn get_certificate_task(
    State(state): State<CertificatesState>,
    OnlineUser(caller): OnlineUser,
    AreaPath(path, _): AreaPath<CertificatesError, TaskPath>,
    AcceptLanguage(language): AcceptLanguage,
    headers: HeaderMap,
) -> Result<Response, CertificatesError> {
    let whole = visible_task(&state, &caller, &path).await?;
    let mut response = if prefers_xml(&headers) {
        status_report(&state, &whole, language)?
    } else {
        Json(TaskResponse::new(&whole.task, &whole.certificates, &state.zone, language)).into_response()
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-language"));
    Ok(response)
}
