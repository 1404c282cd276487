//! Turns of the workers of one process, which end while somebody wants to be alone with the jobs.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};
use tokio::time::timeout;

/// The longest wait for the attempts that the workers of this process are at.
pub const ALONE_WAIT_MAX: Duration = Duration::from_mins(1);

/// Error of a wait that was longer than [`ALONE_WAIT_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a job of this process has been at work for more than {} seconds", ALONE_WAIT_MAX.as_secs())]
pub struct StillAtWork;

/// Keeps the workers of this process from taking jobs, until it is dropped.
#[derive(Debug)]
pub struct Alone {
    _guard: OwnedRwLockWriteGuard<()>,
}

/// The turns that workers take. Whoever waits to be alone comes before turns that are asked for later.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Arc<RwLock<()>>);

/// The turn of a worker, from its look for a job to the end of the attempt.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    _guard: Arc<OwnedRwLockReadGuard<()>>,
}

impl Turns {
    /// Begins a turn, after whoever is alone.
    pub(crate) async fn one(&self) -> Turn {
        Turn { _guard: Arc::new(Arc::clone(&self.0).read_owned().await) }
    }

    /// Waits until every turn has ended.
    pub(crate) async fn alone(&self) -> Result<Alone, StillAtWork> {
        let guard = timeout(ALONE_WAIT_MAX, Arc::clone(&self.0).write_owned()).await;
        Ok(Alone { _guard: guard.map_err(|_| StillAtWork)? })
    }
}
