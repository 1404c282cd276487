//! Timers that are moved with almost every request and hardly ever fire.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::time::{Instant, Sleep, sleep_until};

/// A deadline that can be moved. Moving it later costs nothing: the timer fires at the old time, sees that it
/// is early and goes on.
#[derive(Debug, Default)]
pub(super) struct Deadline {
    at: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    pub(super) const fn is_set(&self) -> bool {
        self.at.is_some()
    }

    pub(super) fn set(&mut self, at: Instant) {
        self.at = Some(at);
    }

    pub(super) fn clear(&mut self) {
        self.at = None;
    }

    /// Ready when the deadline has passed. Never ready when there is none.
    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(at) = self.at else { return Poll::Pending };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(at)));
        if timer.deadline() > at {
            timer.as_mut().reset(at);
        }
        ready!(timer.as_mut().poll(context));
        if timer.deadline() >= at {
            return Poll::Ready(());
        }
        timer.as_mut().reset(at);
        timer.as_mut().poll(context)
    }
}
