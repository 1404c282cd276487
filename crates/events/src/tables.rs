//! The tables of the outbox.

use store::{Migration, MigrationTree};

pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "events",
    migrations: &[Migration {
        version: 1,
        note: "the outbox, events by number, and epochs",
        sql: include_str!("../migrations/0001_baseline.sql"),
    }],
};
