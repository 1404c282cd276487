//! Failures of reading a document and of taking a message.

use iso20022::Violations;
use store::StoreError;

use crate::message::MessageError;

/// The most transaction ids that the text about used ones lists.
pub(crate) const IDS_SHOWN_MAX: usize = 50;

/// Error for a message that is not taken, or a document that cannot be read.
#[derive(Debug)]
pub enum IntakeError {
    /// The document is not valid, or the message as a whole is wrong.
    Violations(Violations),
    /// The user may not act for the company any more, or not through this software.
    NotActing,
    /// The company has used the message id, for this task.
    MessageUsed {
        message_id: String,
        task: String,
    },
    /// The company has used these transaction ids, or the message has them more than once.
    TransactionsUsed(Vec<String>),
    /// The reading of the document broke off.
    BrokenOff(String),
    Store(StoreError),
}

impl From<StoreError> for IntakeError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<MessageError> for IntakeError {
    fn from(error: MessageError) -> Self {
        match error {
            MessageError::Violations(violations) => Self::Violations(violations),
            MessageError::RepeatedTransactions(ids) => Self::TransactionsUsed(ids),
        }
    }
}

impl IntakeError {
    /// Names what was used already, a line for each of it; nothing for an error of another kind.
    pub(crate) fn used(&self) -> String {
        match self {
            Self::MessageUsed { message_id, task } => {
                format!("The message id {message_id} was already used, by task {task}\n")
            }
            Self::TransactionsUsed(ids) => {
                let line = |id: &String| format!("The transaction id {id} was already used\n");
                let shown: String = ids.iter().take(IDS_SHOWN_MAX).map(line).collect();
                match ids.len().checked_sub(IDS_SHOWN_MAX) {
                    None | Some(0) => shown,
                    Some(more) => format!("{shown}and {more} more\n"),
                }
            }
            Self::Violations(_) | Self::NotActing | Self::BrokenOff(_) | Self::Store(_) => String::new(),
        }
    }
}
