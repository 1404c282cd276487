//! `POST /v1/iso20022/currency-transaction-certificate`.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;

use super::document_body::{APPLICATION_XML, DocumentBody};
use super::error::CertificatesError;
use super::online_user::OnlineUser;
use crate::examples;
use crate::state::CertificatesState;
use crate::work::take_in::take_in;

/// Take a message with currency transaction certificates.
///
/// The document is ISO 20022 auth.024 `PaymentRegulatoryInformationNotification`, versions 001.01 to 001.04, told
/// apart by their namespaces: `Document`, alone or after an `AppHdr` in an envelope, in UTF-8, UTF-16 or
/// windows-1251, without DOCTYPE. A message that is taken is stored before the answer; its certificates are checked
/// in the background.
#[utoipa::path(
    post,
    path = "/v1/iso20022/currency-transaction-certificate",
    request_body(content = String, content_type = "application/xml", description = "The document, at most 5 MiB",
        example = json!(examples::CERTIFICATES)),
    responses((status = 200, description = "The identifier of the task", body = String,
        content_type = "application/xml", example = "<taskId>019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1</taskId>")),
)]
pub(crate) async fn import_currency_transaction_certificate(
    State(state): State<CertificatesState>,
    OnlineUser(sender): OnlineUser,
    document: DocumentBody,
) -> Result<Response, CertificatesError> {
    let task = take_in(&state, sender, document.bytes, document.charset).await?;
    Ok(([(header::CONTENT_TYPE, APPLICATION_XML)], format!("<taskId>{task}</taskId>")).into_response())
}
