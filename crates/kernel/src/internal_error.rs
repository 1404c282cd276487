//! Errors that a caller is told nothing of but whether to try again.

use std::fmt::Display;

/// Error of something that an operation stands on, such as the database. Its text is for the log.
pub trait InternalError: Display {
    /// Tells whether nothing was changed and a later attempt may succeed.
    fn is_temporary(&self) -> bool;
}
