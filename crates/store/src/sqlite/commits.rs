//! Counts the commits of this process to a file.

use std::path::{Path, PathBuf};

use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Arc, Mutex, PoisonError, Weak};

/// Counts the commits to one file. All stores of a process share the count of a file, so that each sees the commits
/// of the others at once.
#[derive(Clone, Debug)]
pub(super) struct Commits(Arc<AtomicU64>);

/// The counts of the files that are open; a process opens one, tests open many.
static OPEN: Mutex<Vec<(PathBuf, Weak<AtomicU64>)>> = Mutex::new(Vec::new());

impl Commits {
    /// The count of the file, which exists.
    pub(super) fn at(path: &Path) -> Self {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(_, count)| count.strong_count() > 0);
        let known = open.iter().find(|(own, _)| *own == path).and_then(|(_, count)| count.upgrade());
        Self(known.unwrap_or_else(|| {
            let count = Arc::default();
            open.push((path, Arc::downgrade(&count)));
            count
        }))
    }

    /// One more; to be called after the commit and before anybody is told of it.
    pub(super) fn add(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}
