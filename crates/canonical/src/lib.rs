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

mod error;
mod form;
mod lexer;

use sha2::{Digest as _, Sha256};

pub use error::CanonicalError;
pub use form::{DEPTH_MAX, bytes};

/// SHA-256 of the canonical form of `json`: the 32 bytes that are signed.
///
/// # Errors
/// `json` is no single JSON value, repeats a name within an object, or is nested too deeply.
pub fn digest(json: &str) -> Result<[u8; 32], CanonicalError> {
    Ok(Sha256::digest(bytes(json)?).into())
}
