//! SQL and rows of the payroll area: functions that take and give domain values. Nothing is decided here.
//!
//! To add a query, write it beside the others of its table, and add a new file's `QUERIES` to [`QUERIES`].

mod codec;
pub(crate) mod conversions;
pub(crate) mod dictionaries;
pub(crate) mod findings;
pub(crate) mod history;
pub(crate) mod kept;
pub(crate) mod listing;
pub(crate) mod numbers;
pub(crate) mod outcomes;
pub(crate) mod payable;
pub(crate) mod payments;
pub(crate) mod people;
pub(crate) mod progress;
pub(crate) mod proofs;
pub(crate) mod rolls;
pub(crate) mod row_versions;
pub(crate) mod signatures;
pub(crate) mod signing_terms;
pub(crate) mod statements;
mod transfer_columns;
pub(crate) mod transfers;
pub(crate) mod unclaimed;
pub(crate) mod waiting;

use jiff::civil::Date;
use kernel::Cnum;
use store::{DynamicQuery, Migration, MigrationTree, Query, Table, TableRow};

/// The tables of this area. They refer to companies, users and accounts without foreign keys, because those belong to
/// other crates.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "payroll",
    migrations: &[
        Migration {
            version: 1,
            note: "statements, transfers, what is found at them and what becomes of them",
            sql: include_str!("../../migrations/0001_payroll.sql"),
        },
        Migration {
            version: 2,
            note: "room for changes in the pages of statements",
            sql: include_str!("../../migrations/0002_room.sql"),
        },
        Migration {
            version: 3,
            note: "terms of conversions, and what is sold of a currency on a day",
            sql: include_str!("../../migrations/0003_conversion_terms.sql"),
        },
        Migration {
            version: 4,
            note: "one signature of a person, days that signatures may take, reasons of steps",
            sql: include_str!("../../migrations/0004_people.sql"),
        },
        Migration {
            version: 5,
            note: "what waits for people, by company and state",
            sql: include_str!("../../migrations/0005_waiting.sql"),
        },
        Migration {
            version: 6,
            note: "rolls that become statements, versions of single transfers",
            sql: include_str!("../../migrations/0006_rolls.sql"),
        },
        Migration {
            version: 7,
            note: "statements that have ended, by time",
            sql: include_str!("../../migrations/0007_ended.sql"),
        },
        Migration {
            version: 10,
            note: "what tells a statement that comes again, and one that pays the same",
            sql: include_str!("../../migrations/0010_likeness.sql"),
        },
        Migration {
            version: 11,
            note: "statements by what they pay",
            sql: include_str!("../../migrations/0011_by_rows.sql"),
        },
        Migration {
            version: 12,
            note: "payments that operators decided, and money that nobody takes",
            sql: include_str!("../../migrations/0012_unclaimed.sql"),
        },
        Migration {
            version: 20,
            note: "what became of transfers belongs to statements, what is paid stands still",
            sql: include_str!("../../migrations/0020_statements_belong.sql"),
        },
    ],
};

/// Returns the texts that are put together while the program runs, in each of their shapes and as for one company and
/// day: for the test that reads the plans of all texts.
#[must_use]
pub(crate) fn dynamic_queries(cnum: &Cnum, day: Date) -> Vec<DynamicQuery> {
    listing::dynamic_queries(cnum, day)
}

/// The tables that structs declare.
pub(crate) static TABLES: &[Table] = &[<statements::StatementRow<'_> as TableRow>::TABLE];

/// Every text of the area, file by file.
pub(crate) static QUERIES: &[&[&Query]] = &[
    crate::import::QUERIES,
    conversions::QUERIES,
    dictionaries::QUERIES,
    findings::QUERIES,
    history::QUERIES,
    kept::QUERIES,
    numbers::QUERIES,
    outcomes::QUERIES,
    payable::QUERIES,
    payments::QUERIES,
    people::QUERIES,
    progress::QUERIES,
    proofs::QUERIES,
    proofs::money::QUERIES,
    proofs::steps::QUERIES,
    rolls::QUERIES,
    row_versions::QUERIES,
    signatures::QUERIES,
    signing_terms::QUERIES,
    statements::QUERIES,
    transfers::QUERIES,
    unclaimed::QUERIES,
    waiting::QUERIES,
];
