//! Why a text has no canonical form.

use thiserror::Error;

/// Why a text has no canonical form. Positions are bytes from the beginning of the text, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The text is not one JSON value (RFC 8259).
    #[error("not JSON at byte {position}")]
    Syntax {
        /// Where the reading stopped.
        position: usize,
    },
    /// An object has two members of the same name, so which of them is meant nobody can tell.
    #[error("a name stands twice in the object that begins at byte {position}")]
    RepeatedName {
        /// Where the object begins.
        position: usize,
    },
    /// Arrays and objects are nested deeper than [`crate::DEPTH_MAX`].
    #[error("nested too deeply at byte {position}")]
    Depth {
        /// Where the array or object begins that is too deep.
        position: usize,
    },
    /// A string has half of a surrogate pair, for which there is no UTF-8.
    #[error("half of a surrogate pair at byte {position}")]
    Surrogate {
        /// Where the escape is.
        position: usize,
    },
}
