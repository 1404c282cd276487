//! Taking a message: one unit of work that holds the message, its certificates, its job and its entry in the trail, or
//! nothing at all (requirement CTC-04).

use std::collections::HashSet;

use audit::Entry;
use kernel::{ClientId, Cnum, Instant, UserId};
use store::{StoreError, Tx, params};
use thiserror::Error;
use uuid::Uuid;

use crate::message::Message;
use crate::task::TaskState;
use crate::worker::CHECK;

store::queries! {
    /// A new task, unless the company has used the message id.
    TASK_INSERT = "insert into certificate_tasks (task_id, cnum, message_id, message_name, message_created_at, user_id,
            client_id, certificate_count, state, registered_at_us, state_changed_at_us)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
        on conflict (cnum, message_id) do nothing";

    /// The task whose message has this id.
    TASK_BY_MESSAGE = "select task_id from certificate_tasks where cnum = $1 and message_id = $2";

    /// The evidence.
    DOCUMENT_INSERT = "insert into certificate_documents (task_id, body, charset, sha256) values ($1, $2, $3, $4)";

    /// A company whose certificates the message has.
    OWNER_INSERT = "insert into certificate_task_owners (task_id, cnum) values ($1, $2)";

    /// A certificate, unless the company has used the transaction id.
    CERTIFICATE_INSERT = "insert into certificates (task_id, position, cnum, transaction_id, owner_cnum, notification_id,
            document_id, issued_on, is_correction, original_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        on conflict (cnum, transaction_id) do nothing";

    /// The transaction ids of a task.
    TRANSACTIONS_OF_TASK = "select transaction_id from certificates where task_id = $1";
}

/// Everything about a message that is stored when it is taken.
#[derive(Clone, Debug)]
pub(crate) struct Registration {
    pub(crate) task: Uuid,
    pub(crate) company: Cnum,
    pub(crate) user: UserId,
    pub(crate) client: Option<ClientId>,
    pub(crate) message: Message,
    pub(crate) body: Vec<u8>,
    pub(crate) charset: Option<String>,
    pub(crate) sha256: [u8; 32],
    pub(crate) at: Instant,
    pub(crate) entry: Entry,
}

/// Why a message is not stored.
#[derive(Debug, Error)]
pub(crate) enum RegisterError {
    /// The company has used the message id.
    #[error("the message id was already used")]
    MessageUsed {
        /// The task that it was used for.
        task: String,
    },
    /// The company has used these transaction ids.
    #[error("transaction ids were already used")]
    TransactionsUsed(Vec<String>),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Stores the message; its unique keys decide between messages that arrive at once.
pub(crate) fn register(tx: &mut Tx, registration: &Registration) -> Result<(), RegisterError> {
    let Registration { task, company, message, .. } = registration;
    if tx.execute(&TASK_INSERT, task_values(registration))? == 0 {
        let row = tx.query_one(&TASK_BY_MESSAGE, params![company, &message.message_id])?;
        return Err(RegisterError::MessageUsed { task: row.text("task_id")?.to_owned() });
    }
    let document = params![*task, &registration.body, registration.charset.clone(), &registration.sha256];
    tx.execute_one(&DOCUMENT_INSERT, document)?;
    let owners = message.owners().into_iter().map(|owner| params![*task, owner]).collect();
    tx.execute_many(&OWNER_INSERT, owners)?;
    let certificates = certificate_values(registration);
    let wanted = certificates.len();
    let inserted = tx.execute_many(&CERTIFICATE_INSERT, certificates)?;
    if usize::try_from(inserted) != Ok(wanted) {
        return Err(RegisterError::TransactionsUsed(used(tx, registration)?));
    }
    audit::record(tx, registration.entry.clone())?;
    jobs::enqueue(tx, CHECK, &task.to_string(), registration.at)?;
    Ok(())
}

fn task_values(registration: &Registration) -> Vec<store::Value> {
    let Registration { task, company, user, client, message, at, .. } = registration;
    params![
        *task,
        company,
        &message.message_id,
        &message.message_name,
        &message.created_at,
        user,
        client.clone(),
        i64::try_from(message.certificates.len()).unwrap_or(i64::MAX),
        TaskState::Registered.as_str(),
        *at
    ]
}

fn certificate_values(registration: &Registration) -> Vec<Vec<store::Value>> {
    let Registration { task, company, message, .. } = registration;
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

/// The transaction ids of the message that are not the task's own, because an earlier message has them.
fn used(tx: &mut Tx, registration: &Registration) -> Result<Vec<String>, StoreError> {
    let rows = tx.query(&TRANSACTIONS_OF_TASK, params![registration.task])?;
    let own: HashSet<&str> = rows.iter().map(|row| row.text("transaction_id")).collect::<Result<_, _>>()?;
    let all = registration.message.certificates.iter().map(|certificate| &certificate.transaction_id);
    Ok(all.filter(|id| !own.contains(id.as_str())).cloned().collect())
}
