//! The status report on a task: auth.027 `CurrencyControlStatusAdvice` in the generation of the message it answers.
//!
//! | auth.027 | Here |
//! |---|---|
//! | `GrpSts` | the message: RCVD registered, PDNG being checked, ACPT accepted, PART partly accepted, RJCT rejected |
//! | `PackgSts` | a notification, by `TxNtfctnId` |
//! | `RcrdSts` | a certificate, by `TxId`, with `Cert` as `DocId`; its reasons with the code as `Rsn/Prtry` |

use iso20022::Reader;
use iso20022::status::{
    Bank, Code, DocumentId, Original, Package, Party, Reason as ReportedReason, Record, Report, Version,
};
use kernel::{BankZone, Bic, Language};

use crate::certificate::{StoredCertificate, Task, WholeTask};
use crate::reason::Reason;
use crate::task::{CertificateStatus, Outcome, TaskState};

/// Writes the report on the task as XML. The same state gives the same report, its `MsgId` included.
pub fn report_text(
    WholeTask { task, certificates, company }: &WholeTask,
    reader: &Reader,
    (bank, zone): (&Bic, &BankZone),
    language: Language,
) -> Result<String, String> {
    // No stored message is without a counterpart.
    let version = Version::answering(&task.message_name)
        .ok_or_else(|| format!("no report answers {}", task.message_name))?;
    let changed_at = zone.date_time_text(task.state_changed_at);
    let report = Report {
        version,
        message_id: report_id(task),
        created: changed_at.clone(),
        receiver: Party {
            name: Some(company.name(language).to_owned()),
            tax_id: Some(company.inn.to_string()),
        },
        bank: Bank { bic: bank.to_string(), name: None },
        original: Original {
            message_id: task.message_id.clone(),
            message_name: task.message_name.clone(),
            created: Some(task.message_created_at.clone()),
        },
        status: message_code(task.state),
        reasons: Vec::new(),
        status_time: Some(changed_at),
        packages: packages(task.state, certificates, language),
    };
    report.write(reader).map_err(|violations| format!("the report is not valid: {violations}"))
}

/// Names the report by the task and its state: at most 34 of the 35 characters that a `MsgId` has.
fn report_id(task: &Task) -> String {
    let state = TaskState::ALL.iter().position(|state| *state == task.state).unwrap_or_default();
    format!("{}-{state}", task.id.simple())
}

const fn message_code(state: TaskState) -> Code {
    match state {
        TaskState::Registered => Code::Received,
        TaskState::Checking => Code::Pending,
        TaskState::Accepted => Code::Accepted,
        TaskState::PartlyAccepted => Code::PartlyAccepted,
        TaskState::Rejected => Code::Rejected,
    }
}

/// Makes a package of the neighbours of one notification.
fn packages(state: TaskState, certificates: &[StoredCertificate], language: Language) -> Vec<Package> {
    certificates
        .chunk_by(|one, next| one.notification_id == next.notification_id)
        .map(|chunk| Package {
            id: chunk.first().map(|first| first.notification_id.clone()).unwrap_or_default(),
            status: package_code(state, chunk),
            reasons: Vec::new(),
            records: chunk.iter().map(|certificate| record(state, certificate, language)).collect(),
        })
        .collect()
}

fn package_code(state: TaskState, certificates: &[StoredCertificate]) -> Code {
    let statuses: Option<Vec<CertificateStatus>> =
        certificates.iter().map(|certificate| certificate.status).collect();
    match statuses.map(Outcome::of) {
        None => message_code(state),
        Some(Outcome::AllAccepted) => Code::Accepted,
        Some(Outcome::Mixed) => Code::PartlyAccepted,
        Some(Outcome::AllRejected) => Code::Rejected,
    }
}

fn record(state: TaskState, certificate: &StoredCertificate, language: Language) -> Record {
    let reasons = certificate.reasons.iter().map(|reason| ReportedReason {
        code: reason.code.as_str().to_owned(),
        text: reported(reason, language),
    });
    Record {
        id: certificate.transaction_id.clone(),
        status: match certificate.status {
            None => message_code(state),
            Some(CertificateStatus::Accepted) => Code::Accepted,
            Some(CertificateStatus::Rejected) => Code::Rejected,
        },
        reasons: reasons.collect(),
        document: Some(DocumentId {
            id: certificate.document_id.clone(),
            date: certificate.issued_on.clone(),
        }),
    }
}

/// Writes the sentence with line, column and the path inside of the certificate: most fit into one line of the report
/// so.
fn reported(reason: &Reason, language: Language) -> String {
    let path = reason.path_in_certificate();
    format!("{} ({}:{} {path})", reason.message(language), reason.line, reason.column)
}
