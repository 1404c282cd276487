//! What the operations work with, and the one way by which a message is taken: over the interface and in the online bank.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use clients::Directory;
use edge::Edge;
use iso20022::{Document, Reader, Violations};
use kernel::{BankZone, Bic, ClientId, Cnum, Instant, Randomness, UserId};
use sha2::{Digest, Sha256};
use store::{Store, StoreError, Tx};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::checks::message::Surroundings;
use crate::message::{Message, Refusal};
use crate::store::read::StoredDocument;
use crate::store::register::{RegisterError, Registration, register};
use crate::store::trail;
use crate::worker::CHECK;

/// The messages that are taken, all versions of them: what the reader of documents is narrowed to.
pub const MESSAGES: &str = "auth.024";
/// The most bytes of a document (requirement CTC-06).
pub const DOCUMENT_BYTES_MAX: usize = 5 * 1024 * 1024;
/// The most violations that an answer lists (requirement CTC-02).
pub const VIOLATIONS_MAX: usize = 50;
/// The largest document that is read on the thread of the request; a larger one would hold up others there.
const INLINE_BYTES_MAX: usize = 64 * 1024;
/// Larger documents that one process reads at once; the others wait, so that memory has a bound.
const LARGE_AT_ONCE_MAX: usize = 4;

/// The turns in which large documents are read. Clones share them.
#[derive(Clone, Debug)]
pub struct LargeDocuments(Arc<Semaphore>);

impl Default for LargeDocuments {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(LARGE_AT_ONCE_MAX)))
    }
}

/// What the operations, the pages and the worker work with.
#[derive(Clone)]
pub struct CertificatesState {
    /// The database.
    pub store: Store,
    /// Verification of tokens and the clock.
    pub edge: Edge,
    /// Where identifiers come from.
    pub randomness: Arc<dyn Randomness>,
    /// The reader of documents with the schemas it knows.
    pub reader: Arc<Reader>,
    /// This bank.
    pub bank: Bic,
    /// The bank's calendar.
    pub zone: BankZone,
    /// Tells the worker that there is work.
    pub wake: jobs::Wake,
    /// The turns of large documents.
    pub large_documents: LargeDocuments,
}

impl fmt::Debug for CertificatesState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CertificatesState").field("bank", &self.bank).finish_non_exhaustive()
    }
}

/// On whose behalf a message is sent.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    pub(crate) user: UserId,
    pub(crate) company: Cnum,
    /// The calling software; none in the online bank.
    pub(crate) client: Option<ClientId>,
}

/// Why a message is not taken.
#[derive(Debug)]
pub(crate) enum IntakeError {
    /// The document is not valid, or the message as a whole is wrong.
    Violations(Violations),
    /// The user may not act for the company any more.
    NotActing,
    /// The company has used the message id, for this task.
    MessageUsed { message_id: String, task: String },
    /// The company has used these transaction ids, or the message has them more than once.
    TransactionsUsed(Vec<String>),
    /// The reading of the document broke off.
    BrokenOff(String),
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for IntakeError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl CertificatesState {
    /// Validates, checks and stores a message; tells the identifier of its task once everything is on the disk.
    pub(crate) async fn take(
        &self,
        sender: Sender,
        body: Bytes,
        charset: Option<String>,
    ) -> Result<Uuid, IntakeError> {
        let directory = Directory::new(self.store.clone());
        let companies = directory.companies_user_may_act_for(&sender.user).await?;
        if !companies.iter().any(|company| company.cnum == sender.company) {
            return Err(IntakeError::NotActing);
        }
        let now = self.edge.clock().now();
        let reading =
            Reading { state: self.clone(), company: sender.company.clone(), companies, now, body, charset };
        let (message, reading) = self.read(reading).await?;
        let task = self.randomness.uuid(now);
        let sha256: [u8; 32] = Sha256::digest(&reading.body).into();
        let entry = trail::registered(
            now,
            &*self.randomness,
            &sender.user,
            &sender.company,
            (task, &message, &sha256),
        );
        let message_id = message.message_id.clone();
        let registration = Registration {
            task,
            company: sender.company,
            user: sender.user,
            client: sender.client,
            message,
            body: reading.body.to_vec(),
            charset: reading.charset,
            sha256,
            at: now,
            entry,
        };
        let work = move |tx: &mut Tx| register(tx, &registration);
        self.store.write("register certificates", work).await.map_err(|error| refused(error, message_id))?;
        self.wake.notify(CHECK);
        Ok(task)
    }

    /// Reads the document and checks the message as a whole.
    async fn read(&self, reading: Reading) -> Result<(Message, Reading), IntakeError> {
        let bytes = reading.body.len();
        self.in_turn(bytes, move || {
            let message = reading.message()?;
            Ok((message, reading))
        })
        .await
    }

    /// The document of a task once more, to be shown.
    pub(crate) async fn opened(&self, stored: StoredDocument) -> Result<Document, IntakeError> {
        let reader = Arc::clone(&self.reader);
        let bytes = stored.body.len();
        let read = move || reader.read(&stored.body, stored.charset.as_deref());
        self.in_turn(bytes, move || read().map_err(IntakeError::Violations)).await
    }

    /// Does the work on a document of so many bytes: on this thread, or for a large one on a thread of its own in its turn.
    async fn in_turn<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce() -> Result<T, IntakeError> + Send + 'static,
    ) -> Result<T, IntakeError> {
        if bytes <= INLINE_BYTES_MAX {
            return work();
        }
        let broken = |error: &dyn fmt::Display| IntakeError::BrokenOff(error.to_string());
        let turn =
            Arc::clone(&self.large_documents.0).acquire_owned().await.map_err(|error| broken(&error))?;
        let work = move || {
            // The turn ends with the work, also when nobody waits for it any more.
            let _turn = turn;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| broken(&error))?
    }
}

/// A document on its way to becoming a message.
struct Reading {
    state: CertificatesState,
    company: Cnum,
    companies: Vec<clients::Company>,
    now: Instant,
    body: Bytes,
    charset: Option<String>,
}

impl Reading {
    fn message(&self) -> Result<Message, IntakeError> {
        let state = &self.state;
        let document =
            state.reader.read(&self.body, self.charset.as_deref()).map_err(IntakeError::Violations)?;
        let surroundings = Surroundings {
            bank: &state.bank,
            zone: &state.zone,
            now: self.now,
            company: &self.company,
            companies: &self.companies,
        };
        Message::taken(&document, &surroundings, VIOLATIONS_MAX).map_err(|refusal| match refusal {
            Refusal::Violations(violations) => IntakeError::Violations(violations),
            Refusal::RepeatedTransactions(ids) => IntakeError::TransactionsUsed(ids),
        })
    }
}

fn refused(error: RegisterError, message_id: String) -> IntakeError {
    match error {
        RegisterError::MessageUsed { task } => IntakeError::MessageUsed { message_id, task },
        RegisterError::TransactionsUsed(ids) => IntakeError::TransactionsUsed(ids),
        RegisterError::Store(error) => IntakeError::Store(error),
    }
}
