//! Tasks and certificates as the bank has stored them.

use kernel::{Cnum, Instant, UserId};
use uuid::Uuid;

use crate::reason::Reason;
use crate::task::{CertificateStatus, TaskState};

/// A stored message and how far the work on it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The identifier that the sender was answered with.
    pub id: Uuid,
    /// The company that sent the message.
    pub company: Cnum,
    /// The user on whose behalf it was sent.
    pub user: UserId,
    /// `GrpHdr/MsgId`.
    pub message_id: String,
    /// The message definition, such as `auth.024.001.04`.
    pub message_name: String,
    /// `GrpHdr/CreDtTm` as sent.
    pub message_created_at: String,
    /// How many certificates the message has.
    pub certificate_count: i64,
    /// How far the work is.
    pub state: TaskState,
    /// When the message was stored.
    pub registered_at: Instant,
    /// Since when the task is in its state.
    pub state_changed_at: Instant,
}

/// A stored certificate.
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
    /// What the check came to; nothing before it.
    pub status: Option<CertificateStatus>,
    /// Why it was rejected, in the order of the checks; empty when it was not.
    pub reasons: Vec<Reason>,
}
