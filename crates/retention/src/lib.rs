//! The times for which a bank keeps things, and the archive that they go to afterwards (LIF-03).
//!
//! Each area hands out its [`Kind`]s: what they cover, the least that the law asks for, the tables in which they lie.
//! [`archive`] takes what is over its time in small units beside live traffic: it writes the rows of a unit into a file
//! of an [`ArchiveFolder`], forces the file to the disk, reads it back, notes it in the manifest, and only then deletes
//! the rows, in one unit of work that reads them again and compares. It may be killed at any moment: what the database
//! does not know as archived is still in its tables.
//!
//! [`plan`] tells what that would take, by the same passes; [`find`] finds in the files what has left.
//!
//! To add a kind, declare its tables with [`tables!`] in the `store` of its area, write its `gather`, which decides
//! what may go, in the area's `work`, and name it in the area's `AREA`.

mod archive;
mod error;
mod find;
mod folder;
mod gathering;
mod inspect;
mod kind;
mod manifest;
mod period;
mod plan;
mod rows;
mod step;
mod store;
mod tables;
mod unit;

pub use ::store::ColumnType;
pub use archive::{Archiving, archive};
pub use error::RetentionError;
pub use find::{Sought, find};
pub use folder::ArchiveFolder;
pub use gathering::{Cut, Due, Gathered, Taken, Things};
pub use inspect::{Inspection, inspect};
pub use kind::{Carry, Gather, Kind, Law, Prove, Table};
pub use period::{DAYS_MAX, Period, too_short};
pub use plan::{PLANNED_ROWS_MAX, Planned, plan};
pub use rows::{ArchivedRow, Column, Key, RenderedTable};
pub use step::{Archived, Note, Step, Watch};
pub use store::{MIGRATIONS, QUERIES};
pub use tables::typed;
