//! SQL and rows of the payroll area: functions that take and give domain values. Nothing is decided here.
//!
//! To add a query, write it beside the others of its table, and add a new file's `QUERIES` to [`QUERIES`].

mod codec;
pub(crate) mod dictionaries;
pub(crate) mod findings;
pub(crate) mod kept;
pub(crate) mod listing;
pub(crate) mod numbers;
pub(crate) mod outcomes;
pub(crate) mod payments;
pub(crate) mod progress;
pub(crate) mod proofs;
pub(crate) mod rolls;
pub(crate) mod signatures;
pub(crate) mod statements;
mod transfer_columns;
pub(crate) mod transfers;
pub(crate) mod unclaimed;

use store::Query;

store::migrations! {
    /// The tables of this area. They refer to companies, users and accounts without foreign keys, because those belong
    /// to other crates.
    "payroll":
        1 "statements, what became of them, and rolls" "../../migrations/0001_baseline.sql"
}

/// Every text of the area, file by file.
pub(crate) static QUERIES: &[&[&Query]] = &[
    dictionaries::QUERIES,
    findings::QUERIES,
    kept::QUERIES,
    listing::QUERIES,
    numbers::QUERIES,
    outcomes::QUERIES,
    payments::QUERIES,
    progress::QUERIES,
    proofs::QUERIES,
    proofs::money::QUERIES,
    proofs::steps::QUERIES,
    rolls::QUERIES,
    signatures::QUERIES,
    statements::QUERIES,
    transfers::QUERIES,
    unclaimed::QUERIES,
];
