//! The calls of the currency certificates area (spec section 4.3): a document out, a task back, its status.

use kernel::text_enum;
use serde::{Deserialize, Serialize};

use crate::bank::{Bank, text_of};
use crate::error::SdkError;

text_enum! {
    /// The bank's progress with a message.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum CertificateTaskState {
        /// The message is stored.
        Registered = "REGISTERED",
        /// Its certificates are being checked.
        Checking = "CHECKING",
        /// Final: every certificate was accepted.
        Accepted = "ACCEPTED",
        /// Final: some certificates were accepted, some rejected.
        PartlyAccepted = "PARTLY_ACCEPTED",
        /// Final: every certificate was rejected.
        Rejected = "REJECTED",
    }
}

impl CertificateTaskState {
    /// Tells whether nothing changes any more.
    pub const fn is_final(self) -> bool {
        match self {
            Self::Registered | Self::Checking => false,
            Self::Accepted | Self::PartlyAccepted | Self::Rejected => true,
        }
    }
}

/// The bank's answer about a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CertificateTask {
    /// The identifier that the message was answered with.
    pub task_id: String,
    /// The bank's progress.
    pub status: CertificateTaskState,
    /// `GrpHdr/MsgId` of the message.
    pub message_id: String,
    /// The certificates in the order of the message.
    pub certificates: Vec<Certificate>,
}

/// The bank's answer about one certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// `TxId`.
    pub transaction_id: String,
    /// `Cert/Id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate_id: Option<String>,
    /// `ACCEPTED` or `REJECTED`; nothing before the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The reasons of the rejection.
    pub reasons: Vec<CertificateReason>,
}

/// The reason of a certificate's rejection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateReason {
    /// The code, for programs.
    pub code: String,
    /// The message, for people.
    pub message: String,
    /// The line of the document.
    pub line: u32,
    /// The column in the line.
    pub column: u32,
    /// The element.
    pub path: String,
}

impl Bank {
    /// Sends a document of ISO 20022 auth.024, byte by byte as it is; the identifier of its task. Once the bank has
    /// answered, the document is stored there; the same document sent again is [`SdkError::Refused`] with status 409.
    ///
    /// # Errors
    /// The bank refuses: 400 lists every violation with line, column, path and reason.
    pub fn submit_certificates(&mut self, document: Vec<u8>) -> Result<String, SdkError> {
        let path = ["v1", "iso20022", "currency-transaction-certificate"];
        let answer = self.post_bytes(&path, "application/xml", document)?;
        let id = answer.trim().strip_prefix("<taskId>").and_then(|rest| rest.strip_suffix("</taskId>"));
        id.map(str::to_owned).ok_or_else(|| SdkError::Answer(format!("no task in {answer}")))
    }

    /// Reads the bank's progress with a message. A task of another company is absent: [`SdkError::Refused`] with
    /// status 404.
    pub fn certificate_task(&mut self, task_id: &str) -> Result<CertificateTask, SdkError> {
        self.get(&["v1", "iso20022", "tasks", task_id], &[])
    }

    /// The status report on a message: ISO 20022 auth.027 as XML.
    pub fn certificate_status_report(&mut self, task_id: &str) -> Result<String, SdkError> {
        text_of(self.get_bytes(&["v1", "iso20022", "tasks", task_id, "status-report"])?)
    }
}
