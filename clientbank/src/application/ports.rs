//! Ports of one area that another answers; the program connects them, because it knows both (docs/adr/0007).

use store::{Migration, MigrationTree};

/// The views through which areas ask; each stands behind the tables that it reads.
pub(super) static MIGRATIONS: MigrationTree = MigrationTree {
    area: "ports",
    migrations: &[Migration {
        version: 1,
        note: "open settlement accounts, for treasury",
        sql: include_str!("../../migrations/0001_open_settlement_accounts.sql"),
    }],
};
