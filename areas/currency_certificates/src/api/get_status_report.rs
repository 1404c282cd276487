//! `GET /v1/iso20022/tasks/{id}/status-report`, an extension of the specification.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{AcceptLanguage, AreaPath, EdgeError};
use http::{HeaderValue, header};
use kernel::Language;

use super::document_body::APPLICATION_XML;
use super::error::CertificatesError;
use super::online_user::OnlineUser;
use super::visible_task::{TaskPath, visible_task};
use crate::certificate::WholeTask;
use crate::report::report_text;
use crate::state::CertificatesState;

/// The example of the description: the report on `examples/partly_wrong.xml`.
pub(super) const EXAMPLE_REPORT: &str = include_str!("../../examples/status_report.xml");

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
    OnlineUser(caller): OnlineUser,
    AreaPath(path, _): AreaPath<CertificatesError, TaskPath>,
    AcceptLanguage(language): AcceptLanguage,
) -> Result<Response, CertificatesError> {
    let whole = visible_task(&state, &caller, &path).await?;
    let mut response = status_report(&state, &whole, language)?;
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-language"));
    Ok(response)
}

/// The report as an answer.
pub(super) fn status_report(
    state: &CertificatesState,
    whole: &WholeTask,
    language: Language,
) -> Result<Response, CertificatesError> {
    let bank = (&state.bank, &state.zone);
    let text = report_text(whole, &state.reader, bank, language).map_err(EdgeError::internal)?;
    Ok(([(header::CONTENT_TYPE, APPLICATION_XML)], text).into_response())
}
