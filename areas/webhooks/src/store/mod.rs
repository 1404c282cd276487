//! The tables of the area.

pub(crate) mod attempts;
pub(crate) mod deliveries;
pub(crate) mod due;
pub(crate) mod webhooks;

use store::{Migration, MigrationTree, Query};

pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "webhooks",
    migrations: &[Migration {
        version: 1,
        note: "webhooks, deliveries and their log",
        sql: include_str!("../../migrations/0001_baseline.sql"),
    }],
};

pub(crate) static QUERIES: &[&[&Query]] =
    &[attempts::QUERIES, deliveries::QUERIES, due::QUERIES, webhooks::QUERIES];
