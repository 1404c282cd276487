//! `GET /v1/iso20022/tasks/{id}` and its `/status-report`, extensions of the specification.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{AcceptLanguage, AreaPath, EdgeError};
use http::{HeaderMap, HeaderValue, header};
use kernel::Language;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::accept::prefers_xml;
use super::document_body::APPLICATION_XML;
use super::error::CertificatesError;
use super::online_user::OnlineUser;
use super::wire::{TaskResponse, example};
use crate::certificate::WholeTask;
use crate::report::report_text;
use crate::state::CertificatesState;
use crate::viewer::Viewer;
use crate::work::read_task::whole_task;

/// The task of a path.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct TaskPath {
    /// The identifier that the message was answered with.
    #[param(format = "uuid", example = "019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1")]
    id: String,
}

/// Reads the task, if the caller may see it. A text that is no identifier belongs to no task.
async fn visible_task(
    state: &CertificatesState,
    viewer: Viewer,
    path: &TaskPath,
) -> Result<WholeTask, CertificatesError> {
    let id: Uuid = path.id.parse().map_err(|_| EdgeError::NotFound)?;
    let whole = whole_task(state, viewer, id).await?;
    whole.ok_or_else(|| EdgeError::NotFound.into())
}

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
    OnlineUser(viewer): OnlineUser,
    AreaPath(path, _): AreaPath<CertificatesError, TaskPath>,
    AcceptLanguage(language): AcceptLanguage,
    headers: HeaderMap,
) -> Result<Response, CertificatesError> {
    let whole = visible_task(&state, viewer, &path).await?;
    let mut response = if prefers_xml(&headers) {
        status_report(&state, &whole, language)?
    } else {
        Json(TaskResponse::new(&whole.task, &whole.certificates, &state.zone, language)).into_response()
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-language"));
    Ok(response)
}

/// The example of the description: the report on `examples/partly_wrong.xml`.
const EXAMPLE_REPORT: &str = include_str!("../../examples/status_report.xml");

/// The status report on a message: ISO 20022 auth.027 `CurrencyControlStatusAdvice`.
///
/// In the generation of the message it answers: auth.027.001.03 for auth.024.001.03. The message is the group, each
/// notification a package, each certificate a record; a report on a task that is not final says RCVD or PDNG.
#[utoipa::path(
    get,
    path = "/v1/iso20022/tasks/{id}/status-report",
    responses((status = 200, description = "The report", content_type = "application/xml", body = String,
        headers(("Vary" = String, description = "Accept-Language")), example = json!(EXAMPLE_REPORT))),
)]
pub(crate) async fn get_certificate_status_report(
    State(state): State<CertificatesState>,
    OnlineUser(viewer): OnlineUser,
    AreaPath(path, _): AreaPath<CertificatesError, TaskPath>,
    AcceptLanguage(language): AcceptLanguage,
) -> Result<Response, CertificatesError> {
    let whole = visible_task(&state, viewer, &path).await?;
    let mut response = status_report(&state, &whole, language)?;
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-language"));
    Ok(response)
}

fn status_report(
    state: &CertificatesState,
    whole: &WholeTask,
    language: Language,
) -> Result<Response, CertificatesError> {
    let bank = (&state.bank, &state.zone);
    let text = report_text(whole, &state.reader, bank, language).map_err(EdgeError::internal)?;
    Ok(([(header::CONTENT_TYPE, APPLICATION_XML)], text).into_response())
}
