//! Migrations are applied once, in order, by one process at a time, and never change.

use std::time::Duration;

use store::{Migration, MigrationTree, StoreError, StoreLocation, TableLock};
use testkit::{Bench, Engine, on_both_engines, postgres};

use super::tables::*;

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
/// Step of the version after [`TWO`], when it only adds.
const ADDING: Migration = Migration {
    version: 3,
    note: "Adds a table and a column.",
    sql: "--@ expands
create table third (key bigint not null primary key);
alter table first add column day bigint not null default 0",
};
const INDEXING: Migration = Migration {
    version: 4,
    note: "Finds the first by day.",
    sql: "--@ expands
--@ beside
create index concurrently if not exists first_by_day on first (day)",
};
/// Step of that version, when it does more.
const REMOVING: Migration = Migration { version: 5, note: "Removes.", sql: "drop table third" };
static WITH_ADDED: MigrationTree = MigrationTree { area: "tree", migrations: &[FIRST, SECOND, ADDING] };
static WITH_INDEX: MigrationTree =
    MigrationTree { area: "tree", migrations: &[FIRST, SECOND, ADDING, INDEXING] };
static WITH_INDEX_ALONE: &[&MigrationTree] = &[&WITH_INDEX];
static WITH_REMOVED: MigrationTree =
    MigrationTree { area: "tree", migrations: &[FIRST, SECOND, ADDING, INDEXING, REMOVING] };
const LYING: Migration = Migration { sql: "--@ expands\ndrop table first", ..REMOVING };
static WITH_A_LIE: MigrationTree =
    MigrationTree { area: "tree", migrations: &[FIRST, SECOND, ADDING, INDEXING, LYING] };
static TREES: &[&MigrationTree] = &[&TWO, &THINGS];
static BACKWARDS: MigrationTree = MigrationTree { area: "tree", migrations: &[SECOND, FIRST] };

store::queries! {
    /// Empties a table that only grows.
    SHRINK = "delete from second where key = $1";
    /// Reads a table that a failed migration must not have left behind.
    THIRD = "select key from third";
    /// Uses the table that migrations change.
    FIRSTS = "select key from first";
    /// Adds to it as the version does that knows nothing of its newer columns.
    FIRST_ADD = "insert into first (key) values ($1)";
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
        assert_eq!(QUERIES.len(), 5);
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
        // The one before it is a unit of its own, and stays.
        assert_eq!(refused_version(bench.store.migrate(&[&THREE]).await), 3);
        assert!(bench.store.query(&THIRD, vec![]).await.is_err());
        assert_eq!(bench.store.query(&LEDGER, vec![]).await.unwrap().len(), 2);
        assert_eq!(bench.store.migrate(&[&TWO]).await.unwrap().present, 2);
        // This time the migration that fails is the only one: no row was written before it did.
        assert_eq!(refused_version(bench.store.migrate(&[&THREE]).await), 3);
        assert!(bench.store.query(&THIRD, vec![]).await.is_err());
    }

    async fn lif_04_an_empty_database_gets_everything_or_nothing(bench: Bench) {
        assert_eq!(refused_version(bench.store.migrate(&[&THREE]).await), 3);
        assert!(bench.store.query(&FIRSTS, vec![]).await.is_err());
        assert_eq!(bench.store.migrate(&[&WITH_INDEX]).await.unwrap().applied.len(), 4);
    }

    async fn lif_04_a_version_goes_on_beside_a_newer_one_that_only_adds(bench: Bench) {
        bench.migrate(&[&TWO]).await;
        let older = bench.open_again(Bench::limits()).await;
        assert_eq!(bench.store.migrate(&[&WITH_INDEX]).await.unwrap().applied, vec![("tree", 3), ("tree", 4)]);
        // The older version goes on, and starts anew.
        assert_eq!(older.migrate(&[&TWO]).await.unwrap().present, 2);
        older.write("add", |tx| tx.execute_one(&FIRST_ADD, store::params![1])).await.unwrap();
        assert_eq!(bench.store.query(&FIRSTS, vec![]).await.unwrap().len(), 1);
        // A step that does more ends its time, also when the steps before only add.
        bench.migrate(&[&WITH_REMOVED]).await;
        let refused = older.migrate(&[&TWO]).await;
        let told = format!("{refused:?}");
        assert_eq!(refused_version(refused), 5);
        assert!(told.contains("does more than add: run the newer version"), "{told}");
        older.close().await;
    }

    async fn lif_04_a_migration_that_says_it_only_adds_is_not_believed(bench: Bench) {
        bench.migrate(&[&WITH_INDEX]).await;
        let refused = bench.store.migrate(&[&WITH_A_LIE]).await;
        assert!(format!("{refused:?}").contains("says --@ expands, but has: drop table first"), "{refused:?}");
        assert!(bench.store.query(&FIRSTS, vec![]).await.is_ok());
    }

    async fn lif_04_the_plan_tells_tables_locks_and_sizes(bench: Bench) {
        assert_eq!(bench.store.migration_plan(&[&TWO]).await.unwrap().len(), 2);
        bench.migrate(&[&TWO]).await;
        assert_eq!(bench.store.migration_plan(&[&TWO]).await.unwrap(), []);
        for key in 0..100 {
            bench.store.write("add", move |tx| tx.execute_one(&FIRST_ADD, store::params![key])).await.unwrap();
        }
        if let StoreLocation::Postgres { url, .. } = &bench.location {
            postgres::execute(url, "analyze first").await;
        }
        let plan = bench.store.migration_plan(&[&WITH_REMOVED]).await.unwrap();
        let [adding, indexing, removing] = plan.as_slice() else { panic!("{plan:?}") };
        assert_eq!((adding.version, adding.note, adding.is_expanding), (3, ADDING.note, true));
        let [first] = adding.tables.as_slice() else { panic!("{adding:?}") };
        assert_eq!((first.name.as_str(), first.lock), ("first", TableLock::AccessExclusive));
        assert_eq!(first.rows, Some(100));
        assert!(first.bytes >= 4_096, "{first:?}");
        assert_eq!(indexing.tables[0].lock, TableLock::ShareUpdateExclusive);
        assert!(!removing.is_expanding);
        assert_eq!(removing.tables, [], "the table is not there yet");
        let refused = bench.store.migration_plan(&[&ONE]).await;
        assert!(matches!(refused, Err(StoreError::Migration { version: 2, .. })), "{refused:?}");
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

async fn execute(bench: &Bench, sql: &str) {
    if let StoreLocation::Postgres { url, .. } = &bench.location {
        postgres::execute(url, sql).await;
    }
}

#[test]
fn lif_04_a_migration_lets_go_of_a_table_in_use_and_comes_back() {
    testkit::run(Engine::Postgres, |bench| async move {
        bench.migrate(&[&TWO]).await;
        let (mut halt, is_taken, release) = halt();
        let user = bench.open_again(Bench::limits()).await;
        let reading = user.clone();
        let use_it = tokio::spawn(async move {
            let work = move |tx: &mut store::Tx| {
                let rows = tx.query(&FIRSTS, vec![])?.len();
                halt();
                Ok::<_, StoreError>(rows)
            };
            reading.read("use", work).await
        });
        is_taken.await.unwrap();
        let busy = bench.store.migrate_within(&[&WITH_ADDED], Duration::ZERO).await.unwrap_err();
        assert!(
            matches!(&busy, StoreError::Busy(reason) if reason.contains("migration 3 of tree")),
            "{busy}"
        );
        // It stands in nobody's way between its attempts.
        let store = bench.store.clone();
        let migrating = tokio::spawn(async move { store.migrate(&[&WITH_ADDED]).await });
        assert_eq!(user.query(&FIRSTS, vec![]).await.unwrap().len(), 0);
        release.send(()).unwrap();
        assert_eq!(use_it.await.unwrap(), Ok(0));
        assert_eq!(migrating.await.unwrap().unwrap().applied, vec![("tree", 3)]);
        user.close().await;
    });
}

#[test]
fn lif_04_an_index_is_built_beside_the_traffic_and_one_left_unfinished_anew() {
    testkit::run(Engine::Postgres, |bench| async move {
        bench.migrate(&[&WITH_ADDED]).await;
        // Rest of a process that died in the middle.
        execute(&bench, "create index first_by_day on first (key)").await;
        let unfinished = "update pg_index set indisvalid = false where indexrelid = 'first_by_day'::regclass";
        execute(&bench, unfinished).await;
        let others = (0..3).map(|_| bench.open_again(Bench::limits()));
        let others = futures_util::future::join_all(others).await;
        let reports = others.iter().map(|store| store.migrate(WITH_INDEX_ALONE));
        let reports = futures_util::future::join_all(reports).await;
        let applied: usize = reports.iter().map(|report| report.as_ref().unwrap().applied.len()).sum();
        assert_eq!(applied, 1);
        let check = "do $$ begin
            assert (select indisvalid from pg_index where indexrelid = 'first_by_day'::regclass);
            assert pg_get_indexdef('first_by_day'::regclass) like '%(day)'; end $$";
        execute(&bench, check).await;
        for store in others {
            store.close().await;
        }
    });
}
