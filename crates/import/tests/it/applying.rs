//! The effects of an import on the tables.

use std::sync::Arc;
use std::time::Duration;

use import::{ImportError, ImportOptions, Report, TableReport};
use kernel::{Clock, SeededRandomness};
use store::{StoreError, StoreLimits, StoreLocation, params};
use testkit::Bench;

use crate::things::{self, Folder, THINGS, importers};

/// Each engine's test has its own folder.
fn folder(bench: &Bench, name: &str) -> Folder {
    Folder::new(&format!("{name}_{:?}", bench.store).replace(['(', ')'], "_"))
}

async fn import(bench: &Bench, folder: &Folder, dry_run: bool) -> Result<Report, ImportError> {
    let options = ImportOptions { dry_run, operator: "operator-7".to_owned(), approved: None };
    let randomness =
        Arc::new(SeededRandomness::new(u64::try_from(bench.clock.now().microseconds()).unwrap()));
    bench.clock.advance_seconds(1);
    import::run(&bench.store, folder.path(), importers(), options, bench.clock.as_ref(), randomness).await
}

async fn migrate(bench: &Bench) {
    bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &things::MIGRATIONS]).await;
}

async fn codes(bench: &Bench) -> Vec<String> {
    let rows = bench.store.query(&THINGS, params![]).await.unwrap();
    rows.iter().map(|row| row.text("code").unwrap().to_owned()).collect()
}

async fn audit_details(bench: &Bench) -> Vec<(String, String)> {
    let entries = audit::list(&bench.store, &audit::Filter::default(), 1_000).await.unwrap();
    entries.into_iter().map(|entry| (entry.object_id, entry.detail)).collect()
}

/// The entries about whole files.
async fn applied(bench: &Bench) -> Vec<(String, String)> {
    let filter = audit::Filter { action: Some("import.applied".to_owned()), ..audit::Filter::default() };
    let entries = audit::list(&bench.store, &filter, 100).await.unwrap();
    entries.into_iter().map(|entry| (entry.object_id, entry.detail)).collect()
}

fn counts(file: &str, created: u64, changed: u64, unchanged: u64) -> TableReport {
    TableReport { file: file.to_owned(), created, changed, unchanged, ..TableReport::default() }
}

fn messages(error: ImportError) -> Vec<String> {
    match error {
        ImportError::Files { errors, .. } => errors.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

store::queries! {
    /// Tells whether somebody keeps everybody away from the things.
    IS_LOCKED = "select 1 as found from pg_locks where relation = to_regclass('things')
        and mode = 'AccessExclusiveLock' and granted";
}

async fn waits_for_a_lock(bench: Bench) {
    migrate(&bench).await;
    let StoreLocation::Postgres { url, .. } = bench.location.clone() else { panic!("another engine") };
    let hold = "begin; lock table things in access exclusive mode; select pg_sleep(1.5); commit";
    let holder = tokio::spawn(async move { testkit::postgres::execute(&url, hold).await });
    while bench.store.query(&IS_LOCKED, params![]).await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    // Gives up ten times before it gets the table.
    let limits = StoreLimits { lock_max: Duration::from_millis(100), ..Bench::limits() };
    let store = bench.open_again(limits).await;
    let files = folder(&bench, "locked").with("things.csv", "code,inn\na,7707123458\n");
    let options = ImportOptions { dry_run: false, operator: "operator-7".to_owned(), approved: None };
    let randomness = Arc::new(SeededRandomness::new(1));
    let clock = bench.clock.as_ref();
    let report = import::run(&store, files.path(), importers(), options, clock, randomness).await.unwrap();
    assert_eq!(report.tables, [counts("things.csv", 1, 0, 0)]);
    holder.await.unwrap();
    assert_eq!(codes(&bench).await, ["a"]);
    assert_eq!(applied(&bench).await.len(), 1, "applied once");
}

#[test]
fn operator_09_a_lock_that_was_not_free_in_time_is_waited_for_on_postgres() {
    testkit::run(testkit::Engine::Postgres, waits_for_a_lock);
}

#[test]
fn operator_09_the_reason_of_the_database_is_named() {
    let reason = "canceling statement due to lock timeout (55P03)";
    let told = ImportError::from(StoreError::Busy(reason.to_owned())).to_string();
    assert!(told.contains(reason) && told.contains("run it again with the same files"), "{told}");
}

testkit::on_both_engines! {
    async fn ops_01_the_same_files_change_nothing_the_second_time(bench: Bench) {
        migrate(&bench).await;
        let first = folder(&bench, "twice")
            .with("things.csv", "code,inn,amount,parent\na,7707123458,1.5,\nb,7707654321,,a\n")
            .with("more_things.json", r#"[{"code": "c", "inn": "7707123458", "parent": "b"}]"#);
        let report = import(&bench, &first, false).await.unwrap();
        assert_eq!(report.tables, [counts("things.csv", 2, 0, 0), counts("more_things.json", 1, 0, 0)]);
        assert!(!report.dry_run);
        let report = import(&bench, &first, false).await.unwrap();
        assert_eq!(report.tables, [counts("things.csv", 0, 0, 2), counts("more_things.json", 0, 0, 1)]);
        let second = folder(&bench, "changed")
            .with("things.csv", "code,inn,amount,parent\na,7707123458,1.50,\nb,7707654321,3,a\nd,7707123458,,\n");
        let report = import(&bench, &second, false).await.unwrap();
        assert_eq!(report.tables, [counts("things.csv", 1, 1, 1)]);
        assert_eq!(codes(&bench).await, ["a", "b", "c", "d"]);
    }

    async fn ops_01_a_dry_run_counts_and_changes_nothing(bench: Bench) {
        migrate(&bench).await;
        let folder = folder(&bench, "dry").with("things.csv", "code,inn\na,7707123458\n");
        let report = import(&bench, &folder, true).await.unwrap();
        assert_eq!(report.tables, [counts("things.csv", 1, 0, 0)]);
        assert!(report.dry_run);
        assert_eq!(codes(&bench).await, Vec::<String>::new());
        assert_eq!(audit_details(&bench).await, []);
    }

    async fn ops_01_one_wrong_row_rolls_everything_back(bench: Bench) {
        migrate(&bench).await;
        let folder = folder(&bench, "rolled_back")
            .with("things.csv", "code,inn,amount,parent\na,7707123458,,\nb,7707123459,,\nc,7707123458,1.234,\nd,,,\n")
            .with("more_things.csv", "code,inn,parent\ne,7707123458,b\nf,7707123458,a\n");
        assert_eq!(
            messages(import(&bench, &folder, false).await.unwrap_err()),
            [
                "things.csv:3:inn: the check digits of this inn are wrong",
                "things.csv:4:amount: must have at most 2 fraction digits",
                "things.csv:5:inn: must not be empty",
                "more_things.csv:2:parent: there is no thing b",
            ]
        );
        assert_eq!(codes(&bench).await, Vec::<String>::new());
        assert_eq!(audit_details(&bench).await, []);
    }

    async fn ops_01_the_list_of_errors_of_an_import_has_a_limit(bench: Bench) {
        migrate(&bench).await;
        let rows: Vec<String> = (0..=import::ERRORS_MAX).map(|code| format!("{code},7707123459\n")).collect();
        let folder = folder(&bench, "limit").with("things.csv", format!("code,inn\n{}", rows.concat()));
        let error = import(&bench, &folder, false).await.unwrap_err();
        assert!(error.to_string().ends_with("\nmore than 100 faults, the rest is not listed"), "{error}");
        assert_eq!(messages(error).len(), import::ERRORS_MAX);
    }

    async fn ops_02_an_import_leaves_an_audit_entry_per_file(bench: Bench) {
        migrate(&bench).await;
        let folder = folder(&bench, "audited")
            .with("things.csv", "code,inn\na,7707123458\n")
            .with("more_things.csv", "code,inn\nb,7707123458\nc,7707123458\n");
        import(&bench, &folder, false).await.unwrap();
        let mut details = applied(&bench).await;
        details.sort();
        assert_eq!(
            details,
            [
                ("more_things.csv".to_owned(), r#"{"changed":0,"created":2,"unchanged":0}"#.to_owned()),
                ("things.csv".to_owned(), r#"{"changed":0,"created":1,"unchanged":0}"#.to_owned()),
            ]
        );
        let filter = audit::Filter { actor_id: Some("operator-7".to_owned()), ..audit::Filter::default() };
        let entries = audit::list(&bench.store, &filter, 10).await.unwrap();
        assert!(entries.iter().all(|entry| entry.actor_kind == "OPERATOR"));
        assert_eq!(entries.len(), 2 + 3);
    }
}
