//! Migrations are applied once, in order, by one process at a time, and never change.

use store::{Migration, MigrationTree, StoreError};
use testkit::{Bench, Engine, on_both_engines};

use crate::tables::*;

const FIRST: Migration =
    Migration { version: 1, note: "The first.", sql: "create table first (key bigint not null primary key)" };
const SECOND: Migration = Migration {
    version: 2,
    note: "What the engines cannot share.",
    sql: "create table second (key bigint not null primary key);
--@ sqlite
create trigger second_grows before delete on second begin select raise(abort, 'second only grows'); end;
--@ postgres
create function second_grows() returns trigger language plpgsql as $$
begin raise exception 'second only grows'; end $$;
create trigger second_grows before delete on second for each row execute function second_grows();
--@ both
insert into second (key) values (1)",
};
const EDITED: Migration = Migration { sql: "create table first (key bigint primary key)", ..FIRST };
const BROKEN: Migration =
    Migration { version: 3, note: "Fails half way.", sql: "create table third (key bigint); create tabel" };

static NOTHING: MigrationTree = MigrationTree { area: "tree", migrations: &[] };
static ONE: MigrationTree = MigrationTree { area: "tree", migrations: &[FIRST] };
static TWO: MigrationTree = MigrationTree { area: "tree", migrations: &[FIRST, SECOND] };
static LATER: MigrationTree = MigrationTree { area: "tree", migrations: &[SECOND] };
static EDITED_TREE: MigrationTree = MigrationTree { area: "tree", migrations: &[EDITED, SECOND] };
static THREE: MigrationTree = MigrationTree { area: "tree", migrations: &[FIRST, SECOND, BROKEN] };
static TREES: &[&MigrationTree] = &[&TWO, &THINGS];
static BACKWARDS: MigrationTree = MigrationTree { area: "tree", migrations: &[SECOND, FIRST] };

store::queries! {
    /// Empties a table that only grows.
    SHRINK = "delete from second where key = $1";
    /// Reads a table that a failed migration must not have left behind.
    THIRD = "select key from third";
    /// Reads the ledger.
    LEDGER = "select area, version, note, checksum, applied_at_us from schema_migrations order by version";
}

fn refused_version(result: Result<store::MigrationReport, StoreError>) -> u32 {
    match result {
        Err(StoreError::Migration { version, .. }) => version,
        result => panic!("{result:?}"),
    }
}

on_both_engines! {
    async fn each_migration_is_applied_once(bench: Bench) {
        let report = bench.store.migrate(&[&ONE, &NOTHING]).await.unwrap();
        assert_eq!((report.applied, report.present), (vec![("tree", 1)], 0));
        let report = bench.store.migrate(&[&TWO]).await.unwrap();
        assert_eq!((report.applied, report.present), (vec![("tree", 2)], 1));
        let report = bench.store.migrate(&[&TWO, &THINGS]).await.unwrap();
        assert_eq!((report.applied, report.present), (vec![("things", 1)], 2));
        let rows = bench.store.query(&LEDGER, vec![]).await.unwrap();
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[2].text("note"), Ok("What the engines cannot share."));
        assert_eq!(rows[2].text("checksum").unwrap().len(), 64);
        assert_eq!(QUERIES.len(), 3);
    }

    async fn a_section_reaches_its_engine_alone(bench: Bench) {
        bench.migrate(&[&TWO]).await;
        let result = bench.store.write("shrink", |tx| tx.execute(&SHRINK, store::params![1])).await;
        assert!(matches!(result, Err(StoreError::Constraint { query: "SHRINK", .. })), "{result:?}");
    }

    async fn an_edited_migration_is_refused(bench: Bench) {
        bench.migrate(&[&TWO]).await;
        assert_eq!(refused_version(bench.store.migrate(&[&EDITED_TREE]).await), 1);
    }

    async fn a_migration_out_of_order_is_refused(bench: Bench) {
        assert_eq!(refused_version(bench.store.migrate(&[&BACKWARDS]).await), 1);
        bench.migrate(&[&LATER]).await;
        assert_eq!(refused_version(bench.store.migrate(&[&TWO]).await), 1);
    }

    async fn ops_01_a_database_of_a_newer_program_is_refused(bench: Bench) {
        bench.migrate(&[&TWO]).await;
        let refused = bench.store.migrate(&[&ONE, &THINGS]).await;
        let told = format!("{refused:?}");
        assert_eq!(refused_version(refused), 2);
        assert!(told.contains("newer version"), "{told}");
        assert_eq!(bench.store.query(&LEDGER, vec![]).await.unwrap().len(), 2, "nothing was applied beside it");
        assert_eq!(bench.store.migrate(&[&TWO]).await.unwrap().present, 2);
    }

    async fn a_failed_migration_leaves_nothing(bench: Bench) {
        bench.migrate(&[&ONE]).await;
        assert_eq!(refused_version(bench.store.migrate(&[&THREE]).await), 3);
        assert!(bench.store.query(&THIRD, vec![]).await.is_err());
        assert_eq!(bench.store.query(&LEDGER, vec![]).await.unwrap().len(), 1);
        let report = bench.store.migrate(&[&TWO]).await.unwrap();
        assert_eq!(report.applied, vec![("tree", 2)]);
        // This time the migration that fails is the only one: no row was written before it did.
        assert_eq!(refused_version(bench.store.migrate(&[&THREE]).await), 3);
        assert!(bench.store.query(&THIRD, vec![]).await.is_err());
    }

    async fn processes_that_start_at_once_take_turns(bench: Bench) {
        let count = if bench.engine == Engine::Sqlite { 6 } else { 8 };
        let stores = (0..count).map(|_| bench.open_again(Bench::limits()));
        let stores = futures_util::future::join_all(stores).await;
        let reports = stores.iter().map(|store| store.migrate(TREES));
        let reports = futures_util::future::join_all(reports).await;
        let applied: usize = reports.iter().map(|report| report.as_ref().unwrap().applied.len()).sum();
        assert_eq!(applied, 3);
        for store in stores {
            store.close().await;
        }
    }
}
