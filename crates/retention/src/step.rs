//! The work on a unit as others see it: its steps, and the unit that has left.

use std::sync::Arc;

use kernel::Instant;
use store::Tx;

use crate::RetentionError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archived {
    pub kind: &'static str,
    pub number: i64,
    /// Rows of all tables.
    pub rows: i64,
    pub file_bytes: u64,
    pub archive: String,
    /// The moment of the newest thing in it.
    pub through: Instant,
}

/// Leaves an entry about a unit in the trail, in the unit of work that deletes it, or refuses the unit.
pub type Note = Arc<dyn Fn(&mut Tx, &Archived) -> Result<(), RetentionError> + Send + Sync>;

/// Looks on at each step; an error ends the work there as a kill would. For tests.
pub type Watch = Arc<dyn Fn(Step) -> Result<(), String> + Send + Sync>;

/// Moment in the work on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Read,
    /// The file is on the disk and was read back; the manifest does not have it.
    FileWritten,
    /// The manifest has it; the rows are still there.
    Noted,
    /// The rows are gone from one table, in a unit of work that has not ended.
    DeletedFromTable,
    Deleted,
}
