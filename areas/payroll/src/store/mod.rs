//! SQL of the payroll area.
//!
//! `statements` and `transfers` are the rows; `intake`, `checking` and `office` are units of work over them. What execution
//! writes is in `execution`, and what `clientbank check` proves in `check`.

pub(crate) mod check;
pub(crate) mod checking;
pub(crate) mod codec;
pub(crate) mod conversions;
pub(crate) mod dictionaries;
pub(crate) mod execution;
pub(crate) mod findings;
pub(crate) mod intake;
pub(crate) mod lapse;
pub mod office;
pub(crate) mod signatures;
pub(crate) mod statements;
pub(crate) mod transfers;
pub(crate) mod validating;
pub(crate) mod viewing;

use jiff::civil::Date;
use kernel::Cnum;
use store::{DynamicQuery, Migration, MigrationTree, Query};

/// The tables of this area. They refer to companies, users and accounts without foreign keys, because those belong to other
/// crates.
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
    ],
};

/// The texts that are put together while the program runs, in each of their shapes and as for one company and day: for the
/// test that reads the plans of all texts.
#[must_use]
pub fn dynamic_queries(cnum: &Cnum, day: Date) -> Vec<DynamicQuery> {
    office::dynamic_queries(cnum, day)
}

/// Every text of the area, for the test that prepares them on both engines.
#[must_use]
pub fn queries() -> Vec<&'static Query> {
    [
        crate::import::queries(),
        check::QUERIES,
        checking::QUERIES,
        conversions::QUERIES,
        dictionaries::QUERIES,
        execution::chunk::QUERIES,
        execution::finish::QUERIES,
        execution::rail::QUERIES,
        findings::QUERIES,
        intake::QUERIES,
        lapse::QUERIES,
        &office::queries(),
        signatures::QUERIES,
        statements::QUERIES,
        transfers::QUERIES,
        viewing::QUERIES,
    ]
    .concat()
}
