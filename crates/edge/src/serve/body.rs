//! Bodies that have to keep coming.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use thiserror::Error;
use tokio::time::{Instant, Sleep, sleep_until};

use super::ServeLimits;

/// Why reading a body ended early: answered with 408 in the area's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the body did not arrive in time")]
pub(crate) struct BodyTimeout;

/// What reading a timed body can end with.
#[derive(Debug, Error)]
pub(crate) enum BodyError {
    // Not `transparent`: the cause has to stay visible in the chain of sources.
    #[error("the body did not arrive in time")]
    Timeout(#[from] BodyTimeout),
    #[error(transparent)]
    Connection(#[from] hyper::Error),
}

/// A request's body that is cut when it stalls or takes too long as a whole. The clock runs only while
/// somebody waits for the body, except for the whole, which begins with the first wait.
pub(crate) struct TimedBody {
    body: Incoming,
    stall_max: Duration,
    time_max: Duration,
    /// When the whole body must be there; set at the first wait.
    whole_deadline: Option<Instant>,
    /// Runs while the body is waited for.
    timer: Option<Pin<Box<Sleep>>>,
}

impl TimedBody {
    pub(crate) fn new(body: Incoming, limits: &ServeLimits) -> Self {
        Self {
            body,
            stall_max: limits.body_stall_max,
            time_max: limits.body_time_max,
            whole_deadline: None,
            timer: None,
        }
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
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(context) {
            this.timer = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(BodyError::from)));
        }
        let whole = *this.whole_deadline.get_or_insert_with(|| Instant::now() + this.time_max);
        let timer = this
            .timer
            .get_or_insert_with(|| Box::pin(sleep_until(whole.min(Instant::now() + this.stall_max))));
        timer.as_mut().poll(context).map(|()| Some(Err(BodyTimeout.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
