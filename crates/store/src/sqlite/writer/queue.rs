//! The queue of the writer thread.

use std::time::Instant;

use tokio::sync::oneshot;

use super::answers::{Answers, OnItsWay};
use crate::metric::QueueSlot;
use crate::{StoreError, Tx, unit};

/// A message to the writer thread.
pub(super) enum Message {
    /// Run this unit of work.
    Unit(Box<dyn QueuedUnit>),
    /// End, after the messages that were queued before.
    Close,
}

/// A unit of work in the queue, with its types erased.
pub(super) trait QueuedUnit: Send {
    /// Nobody waits for it any more.
    fn is_abandoned(&self) -> bool;
    /// Returns the time at which it was queued.
    fn queued_at(&self) -> Instant;
    /// Runs it and tells whether its changes may be kept. The outcome of an earlier run is forgotten.
    fn run(&mut self, tx: &mut Tx) -> bool;
    /// Tells whether it ran, with any outcome.
    fn has_run(&self) -> bool;
    /// Sends the outcome to the caller.
    fn answer(self: Box<Self>, commit: Result<(), StoreError>, answers: &Answers);
}

/// A unit of work with the channel that takes its outcome.
pub(super) struct Unit<T, E, F> {
    name: &'static str,
    work: F,
    outcome: Option<Result<T, E>>,
    answer: oneshot::Sender<(Result<T, E>, OnItsWay)>,
    queued_at: Instant,
    span: tracing::Span,
    _slot: QueueSlot,
}

impl<T, E, F> Unit<T, E, F> {
    /// Takes a slot in the queue for the work.
    pub(super) fn new(
        name: &'static str,
        work: F,
        answer: oneshot::Sender<(Result<T, E>, OnItsWay)>,
    ) -> Self {
        let (queued_at, span) = (Instant::now(), tracing::Span::current());
        Self { name, work, outcome: None, answer, queued_at, span, _slot: QueueSlot::taken() }
    }
}

impl<T, E, F> QueuedUnit for Unit<T, E, F>
where
    T: Send,
    E: From<StoreError> + Send,
    F: FnMut(&mut Tx) -> Result<T, E> + Send,
{
    fn is_abandoned(&self) -> bool {
        self.answer.is_closed()
    }

    fn queued_at(&self) -> Instant {
        self.queued_at
    }

    fn run(&mut self, tx: &mut Tx) -> bool {
        let outcome = self.span.in_scope(|| unit::attempt(tx, self.name, &mut self.work));
        self.outcome.insert(outcome).is_ok()
    }

    fn has_run(&self) -> bool {
        self.outcome.is_some()
    }

    fn answer(self: Box<Self>, commit: Result<(), StoreError>, answers: &Answers) {
        // After a failed commit even a refusal may rest on rows that never came to be.
        let outcome = match (commit, self.outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (Ok(()), None) => {
                Err(StoreError::Busy("the unit waited too long in the queue".to_owned()).into())
            }
            (Err(error), _) => Err(error.into()),
        };
        // A caller that stopped waiting takes no answer.
        let _ = self.answer.send((outcome, answers.sent()));
    }
}
