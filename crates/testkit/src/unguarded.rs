//! A ledger without the triggers that let it only grow, so that a test can damage it as somebody would who may change
//! the tables themselves.

use store::{Migration, MigrationTree};

/// Takes the triggers of the ledger away.
pub static UNGUARDED_LEDGER: MigrationTree = MigrationTree {
    area: "unguarded_ledger",
    migrations: &[Migration {
        version: 1,
        note: "no triggers of the ledger",
        sql: "--@ sqlite
            drop trigger journal_entries_refuse_update;
            drop trigger journal_entries_refuse_delete;
            drop trigger journal_entries_refuse_replace;
            drop trigger journal_entries_refuse_closed;
            drop trigger journal_entries_refuse_key;
            drop trigger postings_refuse_update;
            drop trigger postings_refuse_delete;
            drop trigger postings_refuse_replace;
            drop trigger operations_refuse_update;
            drop trigger operations_refuse_delete;
            drop trigger operations_refuse_insert;
            drop trigger closing_balances_refuse_update;
            drop trigger closing_balances_refuse_delete;
            drop trigger closing_balances_refuse_date;
            drop trigger closing_balances_refuse_replace;
            drop trigger closing_days_refuse_opening;
            drop trigger closing_days_refuse_delete;
            drop trigger closing_days_refuse_replace;
            --@ postgres
            alter table journal_entries disable trigger user;
            alter table postings disable trigger user;
            alter table operations disable trigger user;
            alter table closing_balances disable trigger user;
            alter table closing_days disable trigger user;
            --@ both
            ",
    }],
};
