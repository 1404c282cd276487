//! The error of a text without a canonical form.

use thiserror::Error;

/// Error of a text that has no canonical form. Positions are bytes from the beginning of the text, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CanonicalError {
    /// The text is not one JSON value (RFC 8259).
    #[error("not JSON at byte {position}")]
    Syntax { position: usize },
    /// An object has two members of the same name, and a reader may take either.
    #[error("a name occurs twice in the object that begins at byte {position}")]
    RepeatedName { position: usize },
    /// Arrays and objects are nested deeper than [`crate::DEPTH_MAX`].
    #[error("nested too deeply at byte {position}")]
    Depth {
        /// The position where the array or object begins that is too deep.
        position: usize,
    },
    /// A string has half of a surrogate pair, for which there is no UTF-8.
    #[error("half of a surrogate pair at byte {position}")]
    Surrogate { position: usize },
}
