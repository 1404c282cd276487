//! Files of the bank into tables (OPS-01): CSV and JSON, a dry run, errors exact to the row, all or nothing.
//!
//! A folder holds one file per table. Each area brings a [`TableImporter`] for each of its files; the order of the
//! importers is the order in which the files are applied, so that a table follows those it refers to. The files are
//! read and checked in full, then applied in one unit of work, which is rolled back when any row is wrong or when
//! only a dry run was asked for. Applying the same files twice changes nothing the second time.
//!
//! To import another table, implement [`TableImporter`] in the area's `import.rs` and add it to the area's
//! `importers()`. The formats are documented for banks in `docs/IMPORT.md`.

mod apply;
mod error;
mod importer;
mod limits;
mod read;
mod reading;
mod report;
mod row;
mod upsert;

pub use apply::run;
pub use error::{FileError, ImportError};
pub use importer::{Column, ImportContext, RowOutcome, TableImporter};
pub use limits::{CELL_CHARACTERS_MAX, CELLS_MAX, ERRORS_MAX, FILE_BYTES_MAX, FILES_MAX, ROWS_MAX};
pub use read::{Batch, Table, read};
pub use report::{ImportOptions, Report, TableReport};
pub use row::{ImportRow, RowError};
pub use upsert::upsert;
