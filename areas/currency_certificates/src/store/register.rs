//! Rows of a message that is taken. Its unique keys decide between messages that arrive at once.

use std::collections::HashSet;

use kernel::{Cnum, Instant};
use store::{Result, StoreError, Tx, Value, params};
use uuid::Uuid;

use crate::message::Message;
use crate::task::TaskState;
use crate::viewer::Viewer;

store::queries! {
    /// A new task, unless the company has used the message id.
    TASK_INSERT = "insert into certificate_tasks (task_id, cnum, message_id, message_name, message_created_at, user_id,
            client_id, certificate_count, state, registered_at_us, state_changed_at_us)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
        on conflict (cnum, message_id) do nothing";

    TASK_BY_MESSAGE = "select task_id from certificate_tasks where cnum = $1 and message_id = $2";

    DOCUMENT_INSERT = "insert into certificate_documents (task_id, body, charset, sha256) values ($1, $2, $3, $4)";

    /// A company whose certificates the message has.
    OWNER_INSERT = "insert into certificate_task_owners (task_id, cnum) values ($1, $2)";

    /// A certificate, unless the company has used the transaction id.
    CERTIFICATE_INSERT = "insert into certificates (task_id, position, cnum, transaction_id, owner_cnum,
            notification_id, document_id, issued_on, is_correction, original_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        on conflict (cnum, transaction_id) do nothing";

    TRANSACTIONS_OF_TASK = "select transaction_id from certificates where task_id = $1";
}

/// Message with everything that is stored when it is taken.
#[derive(Clone, Debug)]
pub(crate) struct Registration {
    pub(crate) task: Uuid,
    pub(crate) sender: Viewer,
    pub(crate) message: Message,
    pub(crate) body: Vec<u8>,
    pub(crate) charset: Option<String>,
    pub(crate) sha256: [u8; 32],
    pub(crate) at: Instant,
}

/// Writes the task and tells whether it did: not when the company has used the message id.
pub(crate) fn insert_task(tx: &mut Tx, registration: &Registration) -> Result<bool> {
    Ok(tx.execute(&TASK_INSERT, task_values(registration))? == 1)
}

pub(crate) fn task_of_message(tx: &mut Tx, company: &Cnum, message_id: &str) -> Result<String> {
    Ok(tx.query_one(&TASK_BY_MESSAGE, params![company, message_id])?.text("task_id")?.to_owned())
}

/// Writes the bytes of the message, and the companies that own its certificates.
pub(crate) fn insert_document(tx: &mut Tx, registration: &Registration) -> Result<()> {
    let Registration { task, message, body, charset, sha256, .. } = registration;
    tx.execute_one(&DOCUMENT_INSERT, params![*task, body, charset.clone(), sha256])?;
    let owners = message.owners().into_iter().map(|owner| params![*task, owner]).collect();
    tx.execute_many(&OWNER_INSERT, owners)?;
    Ok(())
}

/// Writes the certificates and counts those that it wrote: not those whose transaction id the company has used.
pub(crate) fn insert_certificates(tx: &mut Tx, registration: &Registration) -> Result<usize> {
    let changed = tx.execute_many(&CERTIFICATE_INSERT, certificate_values(registration))?;
    usize::try_from(changed)
        .map_err(|_| StoreError::RowsChanged { query: CERTIFICATE_INSERT.name(), changed })
}

pub(crate) fn transactions_of(tx: &mut Tx, task: Uuid) -> Result<HashSet<String>> {
    Ok(tx.select(&TRANSACTIONS_OF_TASK, params![task])?.into_iter().collect())
}

fn task_values(registration: &Registration) -> Vec<Value> {
    let Registration { task, sender: Viewer { company, user, client }, message, at, .. } = registration;
    let Message { message_id, message_name, created_at, certificates } = message;
    let (client, count) = (client.clone(), i64::try_from(certificates.len()).unwrap_or(i64::MAX));
    let state = TaskState::Registered.as_str();
    params![*task, company, message_id, message_name, created_at, user, client, count, state, *at]
}

fn certificate_values(registration: &Registration) -> Vec<Vec<Value>> {
    let Registration { task, sender: Viewer { company, .. }, message, .. } = registration;
    let numbered = (1_i64..).zip(&message.certificates);
    numbered
        .map(|(position, certificate)| {
            params![
                *task,
                position,
                company,
                &certificate.transaction_id,
                &certificate.owner,
                &certificate.notification_id,
                certificate.document_id.clone(),
                &certificate.issued_on,
                certificate.is_correction,
                certificate.original_id.clone()
            ]
        })
        .collect()
}
