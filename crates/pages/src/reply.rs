//! The answer of a port.

use std::pin::Pin;

use crate::error::PageError;

/// The answer of a port: a future behind a trait.
pub type Reply<'a, T> = Pin<Box<dyn Future<Output = Result<T, PageError>> + Send + 'a>>;
