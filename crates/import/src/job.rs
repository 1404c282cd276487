//! An import in chunks, before its work.

use std::sync::Arc;

use kernel::{Clock, Randomness};
use store::Store;

use crate::plan::Plan;
use crate::{ImportOptions, Pace};

/// An import with all that it needs.
pub(crate) struct Job<'a> {
    pub(crate) store: &'a Store,
    pub(crate) plan: Plan,
    pub(crate) options: ImportOptions,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) randomness: Arc<dyn Randomness>,
    pub(crate) pace: &'a Pace,
}
