//! An import that somebody stops over the bank API, and the one that goes on (LIF-06).

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use import::{ChunkSizes, ImportError, Pace, Report, Stage};
use kernel::AccountNumber;
use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};
use tokio::runtime::Handle;
use tokio::select;
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::block_in_place;

use crate::imported_people;
use crate::people::{Bank, Person, is};

/// Accounts in the file.
const ROWS: u64 = 15;
/// Those of one chunk.
const CHUNK_ROWS: u32 = 2;
/// Seconds after which the lease of an import has ended.
const LEASE_S: i64 = 60;

store::queries! {
    /// Loses rows on their way.
    LOSE = "delete from import_rows where line > 10";
}

pub(crate) fn employees() -> String {
    let bic = "044525999".parse().expect("a BIC");
    let mut text = "number,status,branch_id,last_name,first_name,salary_project_cnum\n".to_owned();
    for person in 0..ROWS {
        let digits: AccountNumber = format!("4081781000001{person:07}").parse().expect("20 digits");
        writeln!(text, "{},1,001,A,B,C00001", digits.with_control_key(&bic)).expect("a text");
    }
    text
}

/// Imports in chunks; others come to their turn in between. `heard` hears of each step.
pub(crate) async fn imported(
    bench: &Bench,
    folder: &Path,
    heard: impl Fn(Stage) + Send + Sync + 'static,
) -> Result<Report, ImportError> {
    let listener = move |progress: import::Progress| {
        heard(progress.stage);
        ControlFlow::Continue(())
    };
    let pace = Pace {
        chunked_from_bytes: 0,
        chunks: ChunkSizes::fixed(CHUNK_ROWS),
        pause: Duration::from_millis(50),
        listener: Arc::new(listener),
        ..Pace::default()
    };
    imported_people::imported(bench, folder, &pace).await
}

pub(crate) async fn newest(bank: &Bank<'_>, petrova: &Person) -> Value {
    bank.get(petrova, "registry/imports").await["rows"][0].clone()
}

on_both_engines! {
    async fn lif_06_an_import_is_stopped_by_a_second_process(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("employees_accounts.csv"), employees()).expect("the file");
        for (number, stage, at_end) in [("1", Stage::Reading, "GIVEN_UP"), ("2", Stage::Applying, "APPLYING")] {
            let is_decided = stage == Stage::Applying;
            let (tell, mut told) = unbounded_channel();
            let heard = move |at| {
                if at == stage {
                    let _ = tell.send(());
                }
            };
            let mut importing = pin!(imported(&bench, folder.path(), heard));
            for _ in 0..if is_decided { 3 } else { 1 } {
                select! {
                    outcome = &mut importing => panic!("it has ended: {outcome:?}"),
                    _ = told.recv() => {}
                }
            }
            // From here on it stands still until it has been stopped.
            let row = newest(&bank, &petrova).await;
            assert_eq!((&row["import"], &row["operator"]), (&json!(number), &json!("sidorov")));
            assert_eq!(row["state"] == "APPLYING", is_decided, "{row}");
            let digest = row["sha256"].as_str().expect("a digest");
            assert!(row["stoppedBy"].is_null() && digest.len() == 64, "{row}");
            is(&bank.does(&petrova, "imports.stop", json!({ "import": "99" })).await, 422, "REFUSED");
            is(&bank.does(&petrova, "imports.stop", json!({ "import": "x" })).await, 400, "MALFORMED");
            let stop = json!({ "import": number });
            let stopped = bank.does(&petrova, "imports.stop", stop.clone()).await;
            assert_eq!(stopped.status, 200, "{}", stopped.text());
            is(&bank.does(&petrova, "imports.stop", stop).await, 422, "REFUSED");
            let error = importing.await.expect_err("it was stopped");
            assert!(error.to_string().contains(&format!("import {number} was stopped by petrova")), "{error}");
            let row = newest(&bank, &petrova).await;
            assert_eq!((&row["state"], &row["stoppedBy"]), (&json!(at_end), &json!("petrova")));
            let applied = row["applied"].as_u64().expect("a number");
            assert!((applied > 0) == is_decided && applied < ROWS, "{row}");
            let trail = bank.get(&petrova, &format!("trail?action=import.stopped&object={number}")).await;
            let detail = &trail["entries"][0]["detail"];
            assert_eq!((&detail["reason"], &detail["decided"]), (&json!("it is needed"), &json!(is_decided)));
        }
        // The next run goes on after what is applied, and does not wait for the end of a lease.
        let report = imported(&bench, folder.path(), |_| {}).await.expect("it goes on");
        assert_eq!(report.tables.iter().map(|table| table.created).sum::<u64>(), ROWS);
        let row = newest(&bank, &petrova).await;
        assert_eq!((&row["import"], &row["state"], &row["applied"]), (&json!("2"), &json!("DONE"), &json!(ROWS)));
        assert!(row["stoppedBy"].is_null() && row["files"][0]["created"] == json!(ROWS), "{row}");
        is(&bank.does(&petrova, "imports.stop", json!({ "import": "2" })).await, 422, "REFUSED");
    }

    async fn lif_02_rows_are_counted_once_where_an_import_begins_again(bench: Bench) {
        let _bank = Bank::of(&bench).await;
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("employees_accounts.csv"), employees()).expect("the file");
        let (store, is_lost) = (bench.store.clone(), AtomicBool::new(false));
        let losing = move |stage| {
            if stage == Stage::Applying && !is_lost.swap(true, Ordering::SeqCst) {
                let lose = async {
                    let side = store.side("import", &import::MIGRATIONS, Bench::limits()).await.expect("the rows");
                    let lose = |tx: &mut Tx| tx.execute(&LOSE, params![]);
                    side.store().write_guarded::<_, StoreError>("test.lose", lose).await.expect("they are lost");
                    side.close().await;
                };
                block_in_place(|| Handle::current().block_on(lose));
            }
        };
        let missed = imported(&bench, folder.path(), losing).await;
        assert!(matches!(missed, Err(ImportError::RowsMissed { .. })), "{missed:?}");
        bench.clock.advance_seconds(LEASE_S);
        let report = imported(&bench, folder.path(), |_| {}).await.expect("it goes on");
        let [table] = report.tables.as_slice() else { panic!("{report:?}") };
        assert_eq!((table.created, table.changed, table.unchanged), (ROWS, 0, 0));
    }
}
