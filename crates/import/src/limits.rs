//! Limits of an import.

/// The most files in the folder.
pub const FILES_MAX: usize = 256;

/// The most bytes of one file.
pub const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// The most rows of one file.
pub const ROWS_MAX: usize = 500_000;

/// The most cells of one row.
pub const CELLS_MAX: usize = 256;

/// The most characters of one cell.
pub const CELL_CHARACTERS_MAX: usize = 65_536;

/// The most errors one import lists; it stops looking for more after that.
pub const ERRORS_MAX: usize = 100;
