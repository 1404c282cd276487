//! The progress of one connection, shared by stream, service and accept loop.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::head_error::HeadError;

/// The state that the stream of a connection, which sees heads, shares with its service, which answers them in the
/// same order.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Heads handed to hyper.
    heads: AtomicU64,
    /// Requests that the service was called with.
    called: AtomicU64,
    answered: AtomicU64,
    /// The request that is refused, counted from 1, and why. Nothing is read after it.
    refused: OnceLock<(u64, HeadError)>,
}

impl Progress {
    pub(super) fn head_handed_on(&self) {
        self.heads.fetch_add(1, Ordering::AcqRel);
    }

    /// The next head handed on stands for one that is refused.
    pub(super) fn refuse_next(&self, refusal: HeadError) {
        let next = self.heads.load(Ordering::Acquire) + 1;
        // There is only one: after it nothing is read any more.
        let _ = self.refused.set((next, refusal));
    }

    /// Counts a call of the service. Tells whether the request is to be refused.
    pub(super) fn request_called(&self) -> Option<HeadError> {
        let number = self.called.fetch_add(1, Ordering::AcqRel) + 1;
        self.refused.get().filter(|(refused, _)| number >= *refused).map(|(_, refusal)| *refusal)
    }

    pub(super) fn request_answered(&self) {
        self.answered.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn is_busy(&self) -> bool {
        self.answered.load(Ordering::Acquire) < self.heads.load(Ordering::Acquire)
    }
}
