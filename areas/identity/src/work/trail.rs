//! The author of every entry that identity writes into the audit trail, and the occasion of a change.

use audit::Entry;
use kernel::{Instant, Randomness};

pub use area::Author;

/// Occasion of a change, as its unit of work needs it: who makes it and when, and the randomness for what it writes.
#[derive(Clone, Copy, Debug)]
pub struct Occasion<'a> {
    pub author: &'a Author,
    pub randomness: &'a dyn Randomness,
    pub now: Instant,
}

impl Occasion<'_> {
    /// Begins an entry of the trail about it.
    pub(super) fn entry(&self, action: &'static str, object: (&'static str, &str)) -> Entry {
        self.author.entry(self.now, self.randomness, action, object)
    }
}
