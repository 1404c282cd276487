//! `GET /v1/iso20022/tasks/{id}`, an extension of the specification.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{AcceptLanguage, AreaPath, Caller, Fault, accept_language};
use http::{HeaderMap, HeaderValue, header};
use kernel::Language;
use uuid::Uuid;

use super::accept::prefers_xml;
use super::document::TaskFailures;
use super::error::CertificatesError;
use super::get_status_report::{EXAMPLE_REPORT, status_report};
use super::online_user::OnlineUser;
use super::wire::{TaskResponse, example};
use crate::state::CertificatesState;
use crate::store::read::{Viewer, WholeTask, whole_task};

/// How far the work on a message is, with the status of each certificate and the reasons of those that were rejected.
///
/// JSON, or the status report auth.027 for a request whose `Accept` prefers `application/xml`. Somebody else's task is answered like an
/// absent one.
#[utoipa::path(
    get,
    path = "/v1/iso20022/tasks/{id}",
    operation_id = "getCertificateTask",
    tag = "Currency certificates",
    params(
        ("id" = String, Path, format = "uuid", example = "019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1",
            description = "The identifier that the message was answered with"),
        AcceptLanguage,
    ),
    responses(
        (status = 200, description = "The task", headers(("Vary" = String, description = "Accept, Accept-Language")),
            content(
                (TaskResponse = "application/json", example = json!(example())),
                (String = "application/xml", example = json!(EXAMPLE_REPORT)),
            )),
        TaskFailures,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(crate) async fn get_task(
    State(state): State<CertificatesState>,
    OnlineUser(caller): OnlineUser,
    AreaPath(id, _): AreaPath<CertificatesError, String>,
    headers: HeaderMap,
) -> Result<Response, CertificatesError> {
    let whole = visible(&state, &caller, &id).await?;
    let language = language(&headers);
    let mut response = if prefers_xml(&headers) {
        status_report(&state, &whole, language)?
    } else {
        Json(TaskResponse::new(&whole.task, &whole.certificates, &state.zone, language)).into_response()
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-language"));
    Ok(response)
}

/// The language of the reasons.
pub(super) fn language(headers: &HeaderMap) -> Language {
    accept_language(headers).unwrap_or_default()
}

/// The task, if the caller may see it. What is no identifier belongs to no task.
pub(super) async fn visible(
    state: &CertificatesState,
    caller: &Caller,
    id: &str,
) -> Result<WholeTask, CertificatesError> {
    let id: Uuid = id.parse().map_err(|_| Fault::NotFound)?;
    let viewer = Viewer { company: caller.company.clone(), user: caller.user.clone() };
    let whole = whole_task(&state.store, viewer, id).await?;
    whole.ok_or_else(|| Fault::NotFound.into())
}
