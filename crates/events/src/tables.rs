//! The tables of the outbox.

use store::{Migration, MigrationTree};

/// The tables of the outbox.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "events",
    migrations: &[
        Migration {
            version: 1,
            note: "the outbox, and events by number",
            sql: include_str!("../migrations/0001_events.sql"),
        },
        Migration {
            version: 2,
            note: "epochs of numbers, for restored databases",
            sql: include_str!("../migrations/0002_epochs.sql"),
        },
    ],
};
