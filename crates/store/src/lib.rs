//! One SQL text on two engines: SQLite inside the process, PostgreSQL beside it.
//!
//! An area declares its texts with [`queries!`] and its tables with a [`MigrationTree`], and sees
//! only [`Store`], [`Tx`] and [`Row`]. Which engine runs is known to this crate alone.
//!
//! # Units of work
//! A change is one synchronous closure handed to [`Store::write`]. It is whole or absent, whatever
//! happens to its caller, and its answer arrives only after the commit is on the disk. The closure
//! may run several times (PostgreSQL asks for that when two units disturb each other), so it must
//! have no effect outside of its [`Tx`]. A statement that fails costs its unit: PostgreSQL accepts
//! nothing after it, and SQLite is held to the same rule.
//!
//! # The portable subset of SQL
//! - Columns are `BIGINT`, `TEXT`, `BYTEA` and `BOOLEAN`; money is in minor units, moments are in UTC
//!   microseconds (`…_at_us`), identifiers are minted by the program.
//! - Parameters are `$1`, `$2`, …, each used at least once. A parameter whose type the text does not
//!   tell is cast: `cast($1 as text) is null`.
//! - Columns are named one by one (`select *` does not compile) and expressions get a name with `as`.
//! - Sums are cast: `cast(sum(minor) as bigint)`; those of money that may be damaged are [`wide_sum!`]. `NULLS LAST`
//!   is written. There is no `LIKE`.
//! - A change for many rows at once ([`Tx::insert_bulk`], [`Tx::update_bulk`]) is written as the change of one row, and
//!   many readings at once ([`Tx::query_bulk`]) as one of them.
//! - A clash of keys is `insert … on conflict (…) do nothing` and the number of rows changed; a
//!   transition is `update … where state = $2` and [`Tx::execute_one`].
//!
//! A filter or a sort that a caller asks for is a [`DynamicQuery`], in the same subset.
//!
//! # What a statement costs
//! Rows are looked up through indexes, beginning with what the text asks for, on both engines: tables that a
//! statement joins need an index for it, and a unit whose statements go through whole tables says [`Tx::survey`].
//! [`Store::plan_of`] shows the way that an engine takes.
//!
//! To add an engine: give [`Tx`] one more connection and pass the contract suite in `crates/testkit/tests`.

mod bulk;
mod catalogue;
mod columns;
mod copy;
mod dynamic;
mod error;
mod gate;
mod location;
mod metric;
mod migrate;
mod migration;
mod own_queries;
mod postgres;
mod private_file;
mod query;
mod rights;
mod room;
mod row;
mod side;
mod sqlite;
mod store;
mod sync;
mod table;
mod tx;
mod unit;
mod value;
mod wide;

pub use bulk::{BULK_ROWS_MAX, Column};
pub use dynamic::{DynamicQuery, Replication};
pub use error::{Result, StoreError};
pub use gate::{Gate, Passage};
pub use location::{Durability, LocationError, StoreLimits, StoreLocation};
pub use metric::Statistics;
pub use migrate::{PlannedMigration, PlannedTable, TableLock};
pub use migration::{Migration, MigrationReport, MigrationTree};
pub use own_queries::QUERIES;
pub use postgres::settings_of_role;
pub use private_file::{FileOwner, create_private, folder_of, place_new, read_private};
pub use query::Query;
pub use rights::Rights;
pub use row::Row;
pub use side::Side;
pub use sqlite::copy::{SQLITE_FAULTS_MAX, copy_sqlite, faults_of_sqlite, fold_sqlite_log};
pub use store::Store;
pub use store_derive::TableRow;
pub use table::{
    ColumnPart, ColumnType, ColumnValue, FromRow, Joined, Selected, Table, TableRow, Written, joined_text,
    parameters, read_via, text_bytes,
};
pub use tx::Tx;
pub use value::Value;
