//! An import in chunks, before its work.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kernel::{Clock, Randomness};
use store::Store;

use crate::plan::Plan;
use crate::{ImportOptions, Pace, Without};

pub(crate) struct Job<'a> {
    pub(crate) store: &'a Store,
    pub(crate) plan: Plan,
    pub(crate) options: ImportOptions,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) randomness: Arc<dyn Randomness>,
    pub(crate) pace: &'a Pace,
    /// Rows that are left out, once the import is decided.
    pub(crate) without: Without,
    /// Set when the import comes to its end: its lease ends with it and is renewed no more.
    pub(crate) is_ending: AtomicBool,
}
