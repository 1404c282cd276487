//! The JSON form of a task, an extension of the specification.

use kernel::{BankZone, Language};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::certificate::{StoredCertificate, Task};
use crate::reason::{Reason, ReasonCode};
use crate::task::{CertificateStatus, TaskState};

/// A task: how far the work on a message is and what has come of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CertificateTask)]
pub(super) struct TaskResponse {
    /// The identifier that the message was answered with.
    #[schema(format = "uuid")]
    task_id: String,
    /// The progress of the work; the last three are final.
    status: TaskState,
    /// `GrpHdr/MsgId` of the message.
    #[schema(min_length = 1, max_length = 35)]
    message_id: String,
    /// The message definition.
    #[schema(pattern = r"^auth\.024\.001\.0[1-4]$")]
    message_name: String,
    /// Time at which the message was stored.
    #[schema(format = DateTime)]
    registered_at: String,
    /// Since when the task has its status.
    #[schema(format = DateTime)]
    status_at: String,
    /// The certificates in the order of the message.
    certificates: Vec<CertificateResponse>,
}

/// A certificate of a message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CurrencyCertificate)]
struct CertificateResponse {
    /// `TxId`.
    #[schema(min_length = 1, max_length = 35)]
    transaction_id: String,
    /// `TxNtfctnId` of its notification.
    #[schema(min_length = 1, max_length = 35)]
    notification_id: String,
    /// `Cert/Id`; absent when it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 35)]
    certificate_id: Option<String>,
    /// `Cert/DtOfIsse` as the message has it.
    issued_on: String,
    /// The result of the check; absent before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    status: Option<CertificateStatus>,
    /// The reasons of its rejection; empty when it was not rejected.
    #[schema(max_items = 8)]
    reasons: Vec<ReasonResponse>,
}

/// A reason for which a certificate was rejected.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CertificateReason)]
struct ReasonResponse {
    /// The error, for programs.
    code: ReasonCode,
    /// The error in words, in the language of the request.
    message: String,
    /// The line of the element in the document.
    #[schema(minimum = 1)]
    line: u32,
    /// The column of the element in its line.
    #[schema(minimum = 1)]
    column: u32,
    /// The element.
    path: String,
}

edge::texts_of_bodies! {
    /// State of the work on a message.
    TaskState as "CertificateTaskStatus";
    /// Outcome of the check of a certificate.
    CertificateStatus as "CurrencyCertificateStatus";
    /// Fault of a certificate.
    ReasonCode as "CertificateReasonCode";
}

impl TaskResponse {
    /// The task as it is answered.
    pub(super) fn new(
        task: &Task,
        certificates: &[StoredCertificate],
        zone: &BankZone,
        language: Language,
    ) -> Self {
        Self {
            task_id: task.id.to_string(),
            status: task.state,
            message_id: task.message_id.clone(),
            message_name: task.message_name.clone(),
            registered_at: zone.date_time_text(task.registered_at),
            status_at: zone.date_time_text(task.state_changed_at),
            certificates: certificates.iter().map(|one| certificate(one, language)).collect(),
        }
    }
}

fn certificate(stored: &StoredCertificate, language: Language) -> CertificateResponse {
    CertificateResponse {
        transaction_id: stored.transaction_id.clone(),
        notification_id: stored.notification_id.clone(),
        certificate_id: stored.document_id.clone(),
        issued_on: stored.issued_on.clone(),
        status: stored.status,
        reasons: stored.reasons.iter().map(|one| reason(one, language)).collect(),
    }
}

fn reason(reason: &Reason, language: Language) -> ReasonResponse {
    ReasonResponse {
        code: reason.code,
        message: reason.message(language),
        line: reason.line,
        column: reason.column,
        path: reason.path.clone(),
    }
}

/// The example of the description: the message `examples/partly_wrong.xml` as it is answered after its check.
pub(super) fn example() -> Value {
    let reason = |code: ReasonCode, found: &str, (line, column, path): (u32, u32, &str)| {
        json!({
            "code": code.as_str(),
            "message": code.message(found, Language::English),
            "line": line,
            "column": column,
            "path": format!("/Document/PmtRgltryInfNtfctn/TxNtfctn[1]/{path}"),
        })
    };
    let certificate = |number: i32, status: CertificateStatus, reasons: Vec<Value>| {
        json!({
            "transactionId": format!("ROMASHKA-TX-000{number}"),
            "notificationId": "ROMASHKA-2026-0002-1",
            "certificateId": format!("{number}/2026"),
            "issuedOn": "2026-02-17",
            "status": status.as_str(),
            "reasons": reasons,
        })
    };
    let wrong = vec![
        reason(ReasonCode::AccountKey, "40702810700000000001", (39, 25, "TxCert[2]/Acct/Id/Othr/Id")),
        reason(ReasonCode::CurrencyCode, "RUR", (47, 13, "TxCert[2]/CertRcrd[1]/Tx/Amt")),
        reason(ReasonCode::AmountNotPositive, "0.00", (47, 13, "TxCert[2]/CertRcrd[1]/Tx/Amt")),
    ];
    let unknown =
        vec![reason(ReasonCode::OriginalNotFound, "99/2025", (54, 39, "TxCert[3]/Amdmnt/OrgnlDocId"))];
    json!({
        "taskId": "019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1",
        "status": TaskState::PartlyAccepted.as_str(),
        "messageId": "ROMASHKA-2026-0002",
        "messageName": "auth.024.001.04",
        "registeredAt": "2026-11-20T12:00:00+03:00",
        "statusAt": "2026-11-20T12:00:00+03:00",
        "certificates": [
            certificate(3, CertificateStatus::Accepted, Vec::new()),
            certificate(4, CertificateStatus::Rejected, wrong),
            certificate(5, CertificateStatus::Rejected, unknown),
        ],
    })
}
