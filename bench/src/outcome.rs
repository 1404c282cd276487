//! The result of everything that may fail here.

use std::error::Error;

/// A result whose error is told to whoever started the program.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;
