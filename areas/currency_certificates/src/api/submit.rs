//! `POST /v1/iso20022/currency-transaction-certificate`.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;

use super::document_body::{APPLICATION_XML, DocumentBody};
use super::error::CertificatesError;
use super::online_user::OnlineUser;
use crate::examples;
use crate::state::CertificatesState;
use crate::work::take_in::{Sender, take_in};

/// Take a message with currency transaction certificates.
///
/// The document is ISO 20022 auth.024 `PaymentRegulatoryInformationNotification`, versions 001.01 to 001.04, told apart by
/// their namespaces: `Document`, alone or behind an `AppHdr` in an envelope, in UTF-8, UTF-16 or windows-1251, without
/// DOCTYPE. A message that is taken is stored before the answer; its certificates are checked in the background.
#[utoipa::path(
    post,
    path = "/v1/iso20022/currency-transaction-certificate",
    operation_id = "importCurrencyTransactionCertificate",
    tag = "Currency certificates",
    request_body(content = String, content_type = "application/xml",
        description = "The document, at most 5 MiB", example = json!(examples::CERTIFICATES)),
    responses(
        (status = 200, description = "The identifier of the task", content_type = "application/xml", body = String,
            example = json!("<taskId>019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1</taskId>")),
        (status = 400, description = "The document is not valid: every violation, up to 50, each on a line of its own",
            content_type = "text/plain", body = String, example = json!(
            "line 6, column 7, /Document/PmtRgltryInfNtfctn/GrpHdr/NbOfItms: says 2, but TxNtfctn stands 1 times\n")),
        (status = 403, description = "The user has no role ONLINE-USER, or may not act for the company any more",
            content_type = "text/plain", body = String, example = json!("Access denied")),
        (status = 409, description = "The company has used the message id, or a transaction id",
            content_type = "text/plain", body = String, example = json!(
            "The message id ROMASHKA-2026-0001 was already used, by task 019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1\n")),
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(crate) async fn submit_certificates(
    State(state): State<CertificatesState>,
    OnlineUser(caller): OnlineUser,
    document: DocumentBody,
) -> Result<Response, CertificatesError> {
    let sender = Sender {
        user: caller.user.clone(),
        company: caller.company.clone(),
        client: Some(caller.client.clone()),
    };
    let task = take_in(&state, sender, document.bytes, document.charset).await?;
    Ok(([(header::CONTENT_TYPE, APPLICATION_XML)], format!("<taskId>{task}</taskId>")).into_response())
}
