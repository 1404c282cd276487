//! Errors of the sandbox.

use store::StoreError;
use thiserror::Error;

use crate::DatabaseKind;

#[derive(Debug, Error)]
pub enum SandboxError {
    /// The database is of the other kind.
    #[error("the database is {}, and {} was asked for: give another database", found.in_words(), wanted.in_words())]
    OtherKind { found: DatabaseKind, wanted: DatabaseKind },
    /// The clock would have to go back.
    #[error("the clock of a sandbox goes forward only")]
    Back,
    /// One move would skip too much.
    #[error("a move of the clock skips ten years at most, and ends before the year 2200")]
    TooFar,
    #[error("the clock was moved by somebody else meanwhile")]
    Moved,
    #[error("the database is a sandbox without a clock")]
    NoState,
    #[error("the database failed: {0:?}")]
    Store(#[from] StoreError),
}
