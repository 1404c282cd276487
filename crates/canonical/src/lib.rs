//! The canonical form of a JSON text, and its digest, as signers and the bank both compute them (PAY-11).
//!
//! Canonical means: the members of every object sorted by their names, no white space between tokens, numbers exactly
//! as they were written, strings as RFC 8785 section 3.2.2.2 writes them. Names are compared as RFC 8785 section
//! 3.2.3 says, by their UTF-16 code units. Numbers keep their lexemes because amounts are decimals: a form that goes
//! through binary floating point would sign `1.1` and `1.10000000000000001` as the same thing. A text whose numbers
//! are in their shortest form has the bytes of RFC 8785.
//!
//! ```
//! let canonical = canonical::bytes("{\"sum\": 100.50, \"name\": \"\\u0410\"}")?;
//! assert_eq!(canonical, "{\"name\":\"А\",\"sum\":100.50}".as_bytes());
//! # Ok::<(), canonical::CanonicalError>(())
//! ```

mod form;
mod lexer;

use sha2::{Digest as _, Sha256};
use thiserror::Error;

pub use form::{DEPTH_MAX, bytes};

/// SHA-256 of the canonical form of `json`: the 32 bytes that are signed.
///
/// # Errors
/// `json` is no single JSON value, repeats a name within an object, or is nested too deeply.
pub fn digest(json: &str) -> Result<[u8; 32], CanonicalError> {
    Ok(Sha256::digest(bytes(json)?).into())
}

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
