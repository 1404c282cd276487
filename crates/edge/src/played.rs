//! Plays the failures that the request of this task asks for.

use std::time::Duration;

use kernel::SessionId;

use crate::context::RequestContext;
use crate::error::EdgeError;
use crate::rehearsal::Fault;

/// The names of the triggers that the request of this task asks for; none outside of a sandbox.
pub fn asked_triggers() -> Vec<&'static str> {
    let context = RequestContext::current();
    context.and_then(|context| Some(context.asked.as_ref()?.names.clone())).unwrap_or_default()
}

/// The failures to play around the work of an area.
#[derive(Debug, Default)]
pub(crate) struct Play {
    /// The work begins later, or the error comes later.
    pub(crate) delay: Option<Duration>,
    pub(crate) error: Option<EdgeError>,
    pub(crate) loses_answer: bool,
}

/// Returns the failures that the request of this task asks for; none outside of a sandbox.
pub(crate) fn asked_failure() -> Play {
    let context = RequestContext::current();
    let Some(asked) = context.as_ref().and_then(|context| context.asked.as_ref()) else {
        return Play::default();
    };
    if asked.has_unknown {
        let message = "Sandbox-Trigger names no trigger of this sandbox, or too many: `GET /sandbox/v1/triggers` \
                       of the administration port lists them";
        return Play { error: Some(EdgeError::malformed(message)), ..Play::default() };
    }
    let error = match asked.fault {
        Some(Fault::TooManyRequests { retry_after_s }) => Some(EdgeError::TooManyRequests { retry_after_s }),
        Some(Fault::Internal) => Some(EdgeError::internal("asked for by Sandbox-Trigger")),
        Some(Fault::Unavailable) => Some(EdgeError::Unavailable),
        // The caller is known only when the tokens have been verified.
        Some(Fault::Slow(_) | Fault::LostAnswer | Fault::TokenRevoked) | None => None,
    };
    Play { delay: asked.delay, error, loses_answer: asked.fault == Some(Fault::LostAnswer) }
}

/// Ends the session of a verified caller, when the request asks for that; `true` when it has ended.
pub(crate) async fn revokes(session: &SessionId) -> bool {
    let Some(context) = RequestContext::current() else { return false };
    let Some(asked) = context.asked.as_ref().filter(|asked| asked.fault == Some(Fault::TokenRevoked)) else {
        return false;
    };
    asked.rehearsals.end_session(session.clone()).await;
    true
}
