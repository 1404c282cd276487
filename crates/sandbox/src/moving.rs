//! Moves of the clock that are under way in this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the moves of this process. A clone counts the same ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    begun: AtomicU64,
    ended: AtomicU64,
}

/// A move of the clock that is under way, until it is dropped.
#[derive(Debug)]
pub struct Moving(Moves);

impl Moves {
    pub(crate) fn begin(&self) -> Moving {
        self.0.begun.fetch_add(1, Ordering::SeqCst);
        Moving(self.clone())
    }

    pub(crate) fn under_way(&self) -> Option<u64> {
        let ended = self.0.ended.load(Ordering::SeqCst);
        Some(self.0.begun.load(Ordering::SeqCst)).filter(|begun| *begun != ended)
    }
}

impl Drop for Moving {
    fn drop(&mut self) {
        self.0.0.ended.fetch_add(1, Ordering::SeqCst);
    }
}
