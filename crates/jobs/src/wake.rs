//! Telling the workers of the same process that there is something to do.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use crate::JobKind;

/// Wakes the runner of this process without waiting for its next look at the table. Cheap to clone; a wake-up that is
/// missed costs that wait and nothing else.
#[derive(Clone, Debug, Default)]
pub struct Wake(Arc<Mutex<BTreeMap<JobKind, Arc<Notify>>>>);

impl Wake {
    /// Says that a job of `kind` was enqueued, after the commit.
    pub fn notify(&self, kind: JobKind) {
        self.of(kind).notify_one();
    }

    pub(crate) fn of(&self, kind: JobKind) -> Arc<Notify> {
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(kinds.entry(kind).or_default())
    }
}
