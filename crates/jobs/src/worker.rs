//! A worker: what does the jobs of one kind in one process.

use std::fmt;
use std::sync::Arc;

use crate::handler::AnyHandler;
use crate::{Handler, JobKind};

/// Does the jobs of one kind in one process.
#[derive(Clone)]
pub struct Worker {
    pub(crate) kind: JobKind,
    pub(crate) at_once: usize,
    pub(crate) handler: AnyHandler,
}

impl Worker {
    /// Makes a worker that does up to `at_once` jobs (1 at least) at once.
    pub fn new(kind: JobKind, at_once: usize, handler: impl Handler) -> Self {
        Self { kind, at_once: at_once.max(1), handler: Arc::new(handler) }
    }

    /// Names the kind of its jobs.
    pub const fn kind(&self) -> JobKind {
        self.kind
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Worker").field("kind", &self.kind).finish_non_exhaustive()
    }
}
