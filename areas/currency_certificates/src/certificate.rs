//! Tasks and certificates as the bank has stored them.

use clients::Company;
use kernel::{Cnum, Instant, UserId};
use uuid::Uuid;

use crate::reason::Reason;
use crate::task::{CertificateStatus, TaskState};

/// A stored message and how far the work on it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The identifier that the sender was answered with.
    pub id: Uuid,
    pub company: Cnum,
    pub user: UserId,
    /// `GrpHdr/MsgId`.
    pub message_id: String,
    /// The message definition, such as `auth.024.001.04`.
    pub message_name: String,
    /// `GrpHdr/CreDtTm` as sent.
    pub message_created_at: String,
    pub certificate_count: i64,
    pub state: TaskState,
    pub registered_at: Instant,
    /// The moment since which the task is in its state.
    pub state_changed_at: Instant,
}

/// Bytes of a message as they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDocument {
    pub body: Vec<u8>,
    /// The charset that the sender named.
    pub charset: Option<String>,
    pub sha256: Vec<u8>,
}

/// Task with everything that the bank has found out about it.
#[derive(Clone, Debug)]
pub struct WholeTask {
    pub task: Task,
    /// Its certificates, in the order of the document.
    pub certificates: Vec<StoredCertificate>,
    pub company: Company,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCertificate {
    /// The place in the message, from 1.
    pub position: i64,
    /// `TxId`.
    pub transaction_id: String,
    /// `TxNtfctnId` of its notification.
    pub notification_id: String,
    /// `Cert/Id`.
    pub document_id: Option<String>,
    /// `Cert/DtOfIsse`.
    pub issued_on: String,
    /// The result of the check; none before it.
    pub status: Option<CertificateStatus>,
    /// The reasons for which it was rejected, in the order of the checks; empty when it was not.
    pub reasons: Vec<Reason>,
}
