//! Bodies that have to keep coming.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use thiserror::Error;
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep_until};

use super::ServeLimits;
use super::remains::Remains;

/// Error of a body that arrived too slowly: answered with 408 in the area's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the body did not arrive in time")]
pub(crate) struct BodyTimeout;

#[derive(Debug, Error)]
pub(crate) enum BodyError {
    // Not `transparent`: the cause has to stay visible in the chain of sources.
    #[error("the body did not arrive in time")]
    Timeout(#[from] BodyTimeout),
    #[error(transparent)]
    Connection(#[from] hyper::Error),
}

/// A request's body that is cut when it stalls or takes too long as a whole. The first clock runs only while the body
/// is waited for; that of the whole begins with the first wait.
pub(crate) struct TimedBody {
    /// There until the body is let go.
    body: Option<Incoming>,
    /// Tells the connection the fate of the body.
    remains: Option<oneshot::Sender<Remains>>,
    /// Somebody has waited for the body: a sender that expects 100 has been told to go on.
    is_wanted: bool,
    /// The body stalled or broke off: its end will not be seen.
    is_lost: bool,
    stall_max: Duration,
    time_max: Duration,
    /// Deadline of the whole body; set at the first wait.
    whole_deadline: Option<Instant>,
    /// Runs while the body is waited for.
    timer: Option<Pin<Box<Sleep>>>,
}

impl TimedBody {
    /// Wraps the body, and returns a receiver of its remains.
    pub(super) fn new(body: Incoming, limits: &ServeLimits) -> (Self, oneshot::Receiver<Remains>) {
        let (sender, receiver) = oneshot::channel();
        let timed = Self {
            body: Some(body),
            remains: Some(sender),
            is_wanted: false,
            is_lost: false,
            stall_max: limits.body_stall_max,
            time_max: limits.body_time_max,
            whole_deadline: None,
            timer: None,
        };
        (timed, receiver)
    }
}

impl Drop for TimedBody {
    fn drop(&mut self) {
        let (Some(body), Some(sender)) = (self.body.take(), self.remains.take()) else { return };
        let remains = if self.is_lost {
            Remains::Lost
        } else if body.is_end_stream() {
            Remains::Nothing
        } else {
            Remains::Unread { body, is_wanted: self.is_wanted }
        };
        // Nobody listens when the connection is gone.
        drop(sender.send(remains));
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let this = self.get_mut();
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        this.is_wanted = true;
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            this.timer = None;
            this.is_lost |= matches!(frame, Some(Err(_)));
            return Poll::Ready(frame.map(|frame| frame.map_err(BodyError::from)));
        }
        let whole = *this.whole_deadline.get_or_insert_with(|| Instant::now() + this.time_max);
        let timer = this
            .timer
            .get_or_insert_with(|| Box::pin(sleep_until(whole.min(Instant::now() + this.stall_max))));
        let waited = timer.as_mut().poll(context);
        this.is_lost |= waited.is_ready();
        waited.map(|()| Some(Err(BodyTimeout.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}
