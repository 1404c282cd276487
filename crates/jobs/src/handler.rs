//! The port through which an area has its jobs done, and the worker that does those of one kind in one process.

use std::pin::Pin;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::Instant;
use store::{Result, Tx};

use crate::JobKind;
use crate::error::JobError;
use crate::lease::Lease;

/// The result of an attempt that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The last unit of work called [`Lease::complete`]: the job is gone.
    Completed,
    /// The work goes on at this moment; failures and deaths are counted from zero again.
    Again(Instant),
}

/// Does the jobs of one kind. The same job may be begun several times, even by several processes; [`Lease::check`]
/// and the state of the thing guard its changes.
pub trait Handler: Send + Sync + 'static {
    fn run(&self, lease: Lease) -> impl Future<Output = Result<Next, JobError>> + Send;

    /// Brings the thing to an end, in the unit of work that gives its job up after
    /// [`ATTEMPTS_MAX`](crate::ATTEMPTS_MAX) failures or [`DEATHS_MAX`](crate::DEATHS_MAX) deaths. The job stays in
    /// the table for operators.
    ///
    /// # Errors
    /// The database's. After an outage this is tried again; after every other error the job is given up alone.
    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, now: Instant) -> Result<()> {
        let _ = (tx, key, reason, now);
        Ok(())
    }
}

/// A handler of any type, as the runner keeps it.
pub(crate) type AnyHandler = Arc<dyn ErasedHandler>;

type Run<'a> = Pin<Box<dyn Future<Output = Result<Next, JobError>> + Send + 'a>>;

/// Makes [`Handler`] usable as a trait object, which its `async` method forbids.
pub(crate) trait ErasedHandler: Send + Sync {
    fn run(&self, lease: Lease) -> Run<'_>;
    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, now: Instant) -> Result<()>;
}

impl<H: Handler> ErasedHandler for H {
    fn run(&self, lease: Lease) -> Run<'_> {
        Box::pin(Handler::run(self, lease))
    }

    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, now: Instant) -> Result<()> {
        Handler::give_up(self, tx, key, reason, now)
    }
}

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
