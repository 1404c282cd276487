//! The seam of the simulation: a gate before each unit of work.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;

use crate::Result;

/// The wait of a unit of work at a gate.
pub type Passage<'gate> = Pin<Box<dyn Future<Output = Result<()>> + Send + 'gate>>;

/// Stands before every unit of work and every short read of a store, so that a test can play them one at a time, in any
/// order. [`Store::open_behind`](crate::Store::open_behind) puts it there; a store that serves has none.
pub trait Gate: Debug + Send + Sync {
    /// Waits until the unit, or the query, of this name may begin. An error is an outage that it meets.
    fn pass(&self, unit: &'static str) -> Passage<'_>;
}
