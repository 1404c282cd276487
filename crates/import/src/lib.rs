//! Files of the bank into tables (OPS-01): CSV and JSON, a dry run, errors exact to the row, all or nothing.
//!
//! A folder holds one file per table. Each area brings a [`TableImporter`] for each of its files; the order of the
//! importers is the order in which the files are applied, so that a table follows those it refers to. The files are
//! read and checked in full, then applied: small ones in one unit of work, which is rolled back when any row is wrong
//! or when only a dry run was asked for; large ones by a staging table, one switch, and chunks. Applying the same files
//! twice changes nothing the second time.
//!
//! To import another table, implement [`TableImporter`] in the area's `import.rs` and add it to the area's
//! `importers()`. One that grows with the bank says how it is cut ([`ImportFile::chunks`]) and takes many rows at
//! once ([`TableImporter::take`]). The formats are documented for banks in `docs/IMPORT.md`.

mod apply;
mod check;
mod chunks;
mod error;
mod file;
mod finish;
mod importer;
mod job;
mod limits;
mod pacing;
mod plan;
mod progress;
mod read;
mod reading;
mod registry;
mod rehearse;
mod report;
mod row;
mod rows;
mod runs;
mod staged;
mod staging;
mod started;
mod traced;
mod without;

use store::Query;

pub use apply::{apply_rows, finish_without, run, run_at};
pub use chunks::{Ahead, Chunks, Look, Outcomes, Reference, Taking, outcomes};
pub use error::{FileError, ImportError};
pub use importer::{
    Column, Guarded, ImportContext, ImportFile, Remark, RowOutcome, RowResult, RowSlice, TableImporter,
    upsert, upsert_row,
};
pub use limits::{
    CELL_CHARACTERS_MAX, CELLS_MAX, CHANGES_MAX, CHUNKED_ROWS_MAX, ERRORS_MAX, FILE_BYTES_MAX, FILES_MAX,
    KEY_CHARACTERS_MAX, KEY_ROWS_MAX, REMARKS_MAX, ROWS_MAX,
};
pub use progress::{AtEnd, ChunkSizes, Listener, Pace, Progress, Stage, Stopwatch};
pub use read::{Batch, Files, Seen, Table, look, read, read_rows};
pub use registry::{SEARCHED_ROWS_MAX, StoredRow, row_of, rows_after, rows_where};
pub use report::{Approved, ImportOptions, Report, TableReport, counts};
pub use row::{ImportRow, RowError};
pub use runs::{ListedImport, OpenImport, list_imports, open_import, stop};
pub use staging::{MIGRATIONS, TABLES as STAGING_TABLES};
pub use started::{Started, StartedState, list_started};
pub use without::{RowPlace, Without};

pub fn queries() -> Vec<&'static Query> {
    [runs::QUERIES, staging::QUERIES, started::QUERIES].concat()
}
