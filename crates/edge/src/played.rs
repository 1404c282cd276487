//! Plays the failures that the request of this task asks for.

use std::time::Duration;

use kernel::SessionId;

use crate::context::RequestContext;
use crate::error::EdgeError;
use crate::rehearsal::Fault;

/// The names of the triggers that the request of this task asks for; none outside of a sandbox.
#[must_use]
pub fn asked_triggers() -> Vec<&'static str> {
    let context = RequestContext::current();
    context.and_then(|context| Some(context.asked()?.names.clone())).unwrap_or_default()
}

/// The failure to play around the work of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Play {
    /// The work begins later.
    After(Duration),
    /// Its answer is lost.
    LosingTheAnswer,
}

/// Returns the failure that the request of this task asks for: an error in place of the work, or a way to spoil it.
pub(crate) fn asked_failure() -> Result<Option<Play>, EdgeError> {
    let Some(context) = RequestContext::current() else { return Ok(None) };
    let Some(asked) = context.asked() else { return Ok(None) };
    if asked.has_unknown {
        return Err(EdgeError::malformed("Sandbox-Trigger names no trigger of this sandbox, or too many"));
    }
    match asked.fault {
        Some(Fault::TooManyRequests { retry_after_s }) => Err(EdgeError::TooManyRequests { retry_after_s }),
        Some(Fault::Internal) => Err(EdgeError::internal("asked for by Sandbox-Trigger")),
        Some(Fault::Unavailable) => Err(EdgeError::Unavailable),
        Some(Fault::Slow(time)) => Ok(Some(Play::After(time))),
        Some(Fault::LostAnswer) => Ok(Some(Play::LosingTheAnswer)),
        // The caller is known only when the tokens have been verified.
        Some(Fault::TokenRevoked) | None => Ok(None),
    }
}

/// Ends the session of a verified caller, when the request asks for that; `true` when it has ended.
pub(crate) async fn revokes(session: &SessionId) -> bool {
    let Some(context) = RequestContext::current() else { return false };
    let Some(asked) = context.asked().filter(|asked| asked.fault == Some(Fault::TokenRevoked)) else {
        return false;
    };
    asked.rehearsals.end_session(session.clone()).await;
    true
}
