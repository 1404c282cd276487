//! A worker: what does the jobs of one kind in one process.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use store::Result;

use crate::handler::AnyHandler;
use crate::{Handler, JobKind};

/// Looks for things that need a job of the kind and have none, and enqueues it.
pub type Look = Arc<dyn Fn() -> BoxFuture<'static, Result<()>> + Send + Sync>;

/// Does the jobs of one kind in one process.
#[derive(Clone)]
pub struct Worker {
    pub(crate) kind: JobKind,
    pub(crate) at_once: usize,
    pub(crate) handler: AnyHandler,
    pub(crate) look: Option<Look>,
}

impl Worker {
    /// Makes a worker that does up to `at_once` jobs (1 at least) at once.
    pub fn new(kind: JobKind, at_once: usize, handler: impl Handler) -> Self {
        Self { kind, at_once: at_once.max(1), handler: Arc::new(handler), look: None }
    }

    /// Looks for things that need a job before it leases any, where the unit that makes such a thing does not know
    /// that.
    pub fn looking(self, look: Look) -> Self {
        Self { look: Some(look), ..self }
    }

    pub const fn kind(&self) -> JobKind {
        self.kind
    }
}

kernel::debug_shows!(Worker { kind, .. });
