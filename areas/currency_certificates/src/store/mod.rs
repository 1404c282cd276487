//! SQL of this area.
//!
//! The query that reads a task decides who sees it: the company of the login sent the message, and the user may act for
//! that company and for every owner of its certificates. The rights are tables of crate `clients`, joined here on
//! purpose, so that somebody else's task takes the same way as an absent one (GEN-04).

pub(crate) mod check;
pub(crate) mod kept;
pub(crate) mod read;
pub(crate) mod register;

use store::{Migration, MigrationTree, Query};

/// The tables of this area.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "currency_certificates",
    migrations: &[
        Migration {
            version: 1,
            note: "messages, their certificates and what has come of them",
            sql: include_str!("../../migrations/0001_certificates.sql"),
        },
        Migration {
            version: 2,
            note: "messages by state",
            sql: include_str!("../../migrations/0002_refused.sql"),
        },
        Migration {
            version: 3,
            note: "messages whose check has ended, by their end",
            sql: include_str!("../../migrations/0003_ended.sql"),
        },
        Migration {
            version: 4,
            note: "corrections by what they correct",
            sql: include_str!("../../migrations/0004_corrections.sql"),
        },
    ],
};

/// Every text of this area, file by file.
pub(crate) static QUERIES: &[&[&Query]] = &[check::QUERIES, kept::QUERIES, read::QUERIES, register::QUERIES];
