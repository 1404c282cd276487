//! Limits of an import.

use std::time::Duration;

pub const FILES_MAX: usize = 256;

/// The most bytes of one file that is applied in one unit of work; a file that is applied in chunks may have any size.
pub const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// The most rows of one file that is applied in one unit of work.
pub const ROWS_MAX: usize = 500_000;

/// The most rows of one file that is applied in chunks.
pub const CHUNKED_ROWS_MAX: usize = 1_000_000_000;

pub const CELLS_MAX: usize = 256;

pub const CELL_CHARACTERS_MAX: usize = 65_536;

/// The most characters of a cell by which rows are found on their way into the tables: the indexes of PostgreSQL take
/// 2,700 bytes.
pub const KEY_CHARACTERS_MAX: usize = 200;

/// The most rows with one key, such as those of one account, in all files that are cut at it: they are one unit of
/// work.
pub const KEY_ROWS_MAX: u32 = 100_000;

/// The most errors one import lists; it stops looking for more after that.
pub const ERRORS_MAX: usize = 100;

/// The bytes of a file that are looked at together.
pub(crate) const WINDOW_BYTES: usize = 4 * 1024 * 1024;

/// The most bytes of one row; the end of a longer one is not looked for.
pub(crate) const ROW_BYTES_MAX: usize = 64 * 1024 * 1024;

/// The rows that are staged with one statement.
pub(crate) const STAGED_AT_ONCE: usize = 20_000;

/// The rows of one file of a chunk that are looked at together.
pub(crate) const SLICE_ROWS: usize = 5_000;

/// The most staged rows that are read at once, beside those of the last key: both together are fewer than one statement
/// may return.
pub(crate) const BLOCK_ROWS_MAX: usize = 50_000;

/// The time that an import belongs to a process which gives no sign of life.
pub(crate) const LEASE: Duration = Duration::from_secs(10);

pub(crate) const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// The longest that a unit which waits for its turn goes by a moment that has passed.
pub(crate) const MOMENT_AGE_MAX: Duration = Duration::from_millis(5);

/// The time for which a unit is tried again while somebody else is in the way or the database is away.
pub(crate) const BUSY_MAX: Duration = Duration::from_mins(5);

/// The wait before it is tried again doubles from the first to the second of these.
pub(crate) const BUSY_PAUSE_FIRST: Duration = Duration::from_millis(10);
pub(crate) const BUSY_PAUSE_MAX: Duration = Duration::from_secs(5);

/// The most remarks that are listed of one file; all of them are counted.
pub const REMARKS_MAX: usize = 100;

/// The most changes of an import that are told in words, before the digest of the others; the trail has all of them.
pub const CHANGES_MAX: usize = 200;
