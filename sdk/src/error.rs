//! Errors between a program and its bank.

use std::fmt;

use thiserror::Error;

/// A call that did not succeed.
#[derive(Debug, Error)]
pub enum SdkError {
    /// The bank could not be reached, or the connection broke. Whether the bank acted on the request is unknown.
    #[error("the bank could not be reached: {0}")]
    Transport(String),
    /// The bank refused the call.
    #[error("{0}")]
    Refused(Box<Problem>),
    /// The bank's answer is not as the specification describes it.
    #[error("the answer is not understood: {0}")]
    Answer(String),
    /// The login ended without a code: the user gave up, or the identity provider refused the request
    /// (RFC 6749, section 4.1.2.1).
    #[error("the login failed: {error}: {description}")]
    Login {
        /// The error code, for example `access_denied`.
        error: String,
        /// The provider's own words; may be empty.
        description: String,
    },
    /// The answer of the browser does not belong to this login: its `state`, its `iss` or its address is another.
    /// It may have been planted by somebody else, and is not to be used.
    #[error("the answer does not belong to this login: {0}")]
    Foreign(&'static str),
}

/// An answer with a status of 400 or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// The body as it came; each area has its own form (spec section 7). At most 64 KiB are kept.
    pub body: String,
    /// Seconds after which the bank allows a retry: `Retry-After` of 429 and 503.
    pub retry_after_s: Option<u64>,
    /// `X-Request-Id`: the reference for the bank's support.
    pub request_id: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the bank answered {}", self.status)?;
        if !self.body.is_empty() {
            write!(formatter, ": {}", self.body)?;
        }
        if let Some(id) = &self.request_id {
            write!(formatter, " (request {id})")?;
        }
        Ok(())
    }
}

impl From<Problem> for SdkError {
    fn from(problem: Problem) -> Self {
        Self::Refused(Box::new(problem))
    }
}
