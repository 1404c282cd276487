//! The queue of the writer thread.

use std::time::Instant;

use tokio::sync::oneshot;

use super::answers::{Answers, OnItsWay};
use crate::metric::QueueSlot;
use crate::unit::{self, Ended, ErasedWork};
use crate::{StoreError, Tx};

pub(super) enum Message {
    Unit(Box<Unit>),
    /// End, after the messages that were queued before.
    Close,
}

/// A unit of work with the channel that tells how it ended.
pub(super) struct Unit {
    name: &'static str,
    work: ErasedWork,
    ended: Option<Result<Ended, StoreError>>,
    answer: oneshot::Sender<(Result<(), StoreError>, OnItsWay)>,
    queued_at: Instant,
    span: tracing::Span,
    _slot: QueueSlot,
}

impl Unit {
    /// Takes a slot in the queue for the work.
    pub(super) fn new(
        name: &'static str,
        work: ErasedWork,
        answer: oneshot::Sender<(Result<(), StoreError>, OnItsWay)>,
    ) -> Self {
        let (queued_at, span) = (Instant::now(), tracing::Span::current());
        Self { name, work, ended: None, answer, queued_at, span, _slot: QueueSlot::taken() }
    }

    /// Nobody waits for it any more.
    pub(super) fn is_abandoned(&self) -> bool {
        self.answer.is_closed()
    }

    /// Returns the time at which it was queued.
    pub(super) const fn queued_at(&self) -> Instant {
        self.queued_at
    }

    /// Runs it and tells whether its changes may be kept. The outcome of an earlier run is forgotten.
    pub(super) fn run(&mut self, tx: &mut Tx) -> bool {
        let ended = self.span.in_scope(|| unit::attempt(tx, self.name, &mut self.work));
        matches!(self.ended.insert(ended), Ok(Ended::WithValue))
    }

    /// Tells whether it ran, with any outcome.
    pub(super) const fn has_run(&self) -> bool {
        self.ended.is_some()
    }

    /// Tells the caller whether the outcome stands.
    pub(super) fn answer(self, commit: Result<(), StoreError>, answers: &Answers) {
        // After a failed commit even a refusal may rest on rows that never came to be.
        let result = match (commit, self.ended) {
            (Ok(()), Some(ended)) => ended.map(drop),
            (Ok(()), None) => Err(StoreError::Busy("the unit waited too long in the queue".to_owned())),
            (Err(error), _) => Err(error),
        };
        // A caller that stopped waiting takes no answer.
        let _ = self.answer.send((result, answers.sent()));
    }
}
