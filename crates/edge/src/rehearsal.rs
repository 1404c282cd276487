//! Failures on demand: a caller of a sandbox names them in a header, so that its software can be tried against them.
//!
//! A live program has no [`Rehearsals`], and the header means nothing to it. The failures are answered by the same code
//! as real ones, in the body of the area; the names and what else a trigger does are in the table of the sandbox.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderName};
use kernel::SessionId;

/// The header that names triggers, divided by commas.
pub const SANDBOX_TRIGGER: HeaderName = HeaderName::from_static("sandbox-trigger");
/// The most triggers of one request.
pub const TRIGGERS_MAX: usize = 4;

/// A failure that can be asked for at every operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 429, as above the request rate; nothing is done.
    TooManyRequests {
        /// Whole seconds of `Retry-After`.
        retry_after_s: u64,
    },
    /// 500, as after a mistake of the program; nothing is done.
    Internal,
    /// 503, as while the database does not answer; nothing is done.
    Unavailable,
    Slow(Duration),
    /// The work is done and committed, then the connection closes without an answer.
    LostAnswer,
    /// The session ends for good, and its tokens are refused from this request on.
    TokenRevoked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundTrigger {
    pub name: &'static str,
    /// The failure that the frame plays; none for a trigger that an area understands.
    pub fault: Option<Fault>,
}

/// The triggers that a sandbox knows, and what playing them needs of the program.
pub trait Rehearsals: Send + Sync + fmt::Debug {
    /// Finds a trigger of the header by its name.
    fn find(&self, name: &str) -> Option<FoundTrigger>;

    /// Ends a session for good; what goes wrong is logged.
    fn end_session(&self, session: SessionId) -> BoxFuture<'_, ()>;
}

/// The triggers that one request asks for.
#[derive(Debug)]
pub(crate) struct AskedTriggers {
    pub(crate) rehearsals: Arc<dyn Rehearsals>,
    pub(crate) names: Vec<&'static str>,
    /// The first fault that is no delay.
    pub(crate) fault: Option<Fault>,
    /// The time by which the answer comes late, whatever it is.
    pub(crate) delay: Option<Duration>,
    pub(crate) has_unknown: bool,
}

impl AskedTriggers {
    /// Reads the header; none when it was not sent.
    pub(crate) fn read(rehearsals: &Arc<dyn Rehearsals>, headers: &HeaderMap) -> Option<Self> {
        let mut asked = Self {
            rehearsals: Arc::clone(rehearsals),
            names: Vec::new(),
            fault: None,
            delay: None,
            has_unknown: false,
        };
        let mut values = headers.get_all(SANDBOX_TRIGGER).iter().peekable();
        values.peek()?;
        for value in values {
            for name in value.to_str().unwrap_or("?").split(',').map(str::trim) {
                asked.add(name);
            }
        }
        Some(asked)
    }

    fn add(&mut self, name: &str) {
        match self.rehearsals.find(name) {
            Some(found) if self.names.len() < TRIGGERS_MAX => {
                match found.fault {
                    Some(Fault::Slow(time)) => self.delay = self.delay.or(Some(time)),
                    other => self.fault = self.fault.or(other),
                }
                self.names.push(found.name);
            }
            _ => self.has_unknown = true,
        }
    }
}
