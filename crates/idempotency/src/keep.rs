//! Keeps the answer of a request in the unit of work of its change.

use std::sync::Arc;

use edge::EdgeError;
use kernel::{Clock, Randomness};
use sealing::{MasterKey, Purpose};
use store::{Result, StoreError, Tx};

use crate::answered::Answered;
use crate::store as rows;
use crate::store::KEPT_S;

/// Writes the answer that tells of a `T`.
pub(crate) type Render<T> = fn(&T) -> Result<Answered, EdgeError>;

/// Keeps the answer about a `T`, for whoever sends the request again. For a request without a key it does nothing.
#[derive(Debug)]
pub struct Keep<T>(Option<Ticket<T>>);

impl<T> Clone for Keep<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// The claim of whoever works at a request.
#[derive(Debug)]
pub(crate) struct Ticket<T> {
    pub(crate) kept_id: String,
    pub(crate) claim: i64,
    pub(crate) render: Render<T>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) randomness: Arc<dyn Randomness>,
    pub(crate) master_key: MasterKey,
}

impl<T> Clone for Ticket<T> {
    fn clone(&self) -> Self {
        Self {
            kept_id: self.kept_id.clone(),
            claim: self.claim,
            render: self.render,
            clock: Arc::clone(&self.clock),
            randomness: Arc::clone(&self.randomness),
            master_key: self.master_key.clone(),
        }
    }
}

impl<T> Keep<T> {
    /// Keeps nothing: for changes that no request with a key asks for.
    pub const fn nothing() -> Self {
        Self(None)
    }

    pub(crate) const fn of(ticket: Ticket<T>) -> Self {
        Self(Some(ticket))
    }

    /// Keeps the answer that tells of `made`, in the unit of work that makes it.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when somebody has taken the key over, so that this unit of work must not be committed; or
    /// the database's.
    pub fn keep(&self, tx: &mut Tx, made: &T) -> Result<()> {
        let Some(ticket) = &self.0 else { return Ok(()) };
        let wrong = |reason: String| StoreError::Inconsistency {
            query: "KEY_KEEP",
            column: "sealed".to_owned(),
            reason,
        };
        let Answered { status, body } = (ticket.render)(made).map_err(|error| wrong(format!("{error:?}")))?;
        let sealed = ticket
            .master_key
            .seal(Purpose::KeptAnswers, &ticket.kept_id, &body, &*ticket.randomness)
            .map_err(|error| wrong(error.to_string()))?;
        let until = ticket.clock.now().plus_seconds(KEPT_S);
        if rows::keep(tx, (&ticket.kept_id, ticket.claim), (status, sealed), until)? {
            return Ok(());
        }
        Err(StoreError::Busy("the request was taken for dead, and somebody else answers it".to_owned()))
    }
}
