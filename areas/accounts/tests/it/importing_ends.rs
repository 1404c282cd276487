//! The end of an import, and rows on their way that get lost.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use accounts::ledger;
use import::{ChunkSizes, ImportError, Pace, Progress, Report, Stage, Without};
use kernel::{Clock as _, Randomness};
use store::{Store, StoreError, StoreLimits, Tx, params};
use tempfile::TempDir;
use testkit::{Bench, on_both_engines};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, block_in_place};

use crate::bank::{ABSENT, Bank, CARD, SETTLEMENT, VASILEK, assert_unchanged, import_at, importers};
use crate::importing_chunks::{LEASE_S, chunks_of, employees, files, paced, state, trail, write};
use crate::ledger::hold_of;

store::queries! {
    /// Counts rows on their way, and holds their table until the end of the unit.
    LOOK = "select count(1) as staged from import_rows";
    /// Loses rows of the last step.
    LOSE = "delete from import_rows where group_number = (select max(group_number) from import_rows)";
}

/// The longest wait of the import for others.
const SHORT: Duration = Duration::from_millis(200);

async fn second_process(bank: &Bank) -> Store {
    bank.bench.open_again(StoreLimits { lock_max: SHORT, wait_max: SHORT, ..Bench::limits() }).await
}

async fn import(bank: &Bank, store: &Store, pace: &Pace, folder: &Path) -> Result<Report, ImportError> {
    let randomness = Arc::clone(&bank.bench.randomness) as Arc<dyn Randomness>;
    import_at(store, &*bank.bench.clock, randomness, pace, folder, false).await
}

/// Finishes the import that is decided without rows.
async fn finish_without(bank: &Bank, folder: &Path, rows: &[&str]) -> Result<Report, ImportError> {
    let rows = rows.iter().map(|row| row.parse().unwrap()).collect();
    let (without, pace) = (Without { rows, operator: "duty".to_owned() }, chunks_of(1));
    let randomness = Arc::clone(&bank.bench.randomness) as Arc<dyn Randomness>;
    let (store, clock) = (&bank.bench.store, &*bank.bench.clock);
    import::finish_without(without, &pace, store, folder, importers(), clock, randomness).await
}

/// Somebody who reads the table of rows on their way, as one does who copies the database.
struct Reader {
    release: std::sync::mpsc::Sender<()>,
    reading: JoinHandle<Result<(), StoreError>>,
}

impl Reader {
    /// Begins to read, and returns when the table is held.
    fn begin(store: Store) -> Self {
        let (holds, held) = channel();
        let (release, released) = channel::<()>();
        let look = move |tx: &mut Tx| {
            tx.query_one(&LOOK, params![])?;
            holds.send(()).unwrap();
            released.recv().unwrap();
            Ok::<_, StoreError>(())
        };
        let reading = tokio::spawn(async move { store.read("test.look", look).await });
        block_in_place(|| held.recv()).unwrap();
        Self { release, reading }
    }

    async fn end(self) {
        self.release.send(()).unwrap();
        self.reading.await.unwrap().unwrap();
    }
}

/// A pace whose listener begins to read when `is_time`, once.
fn reading_from(
    store: &Store,
    is_time: impl Fn(Progress) -> bool + Send + Sync + 'static,
) -> (Pace, Arc<Mutex<Option<Reader>>>) {
    let reader = Arc::new(Mutex::new(None));
    let (own, store) = (Arc::clone(&reader), store.clone());
    let listener = move |progress: Progress| {
        let mut own = own.lock().unwrap();
        if own.is_none() && is_time(progress) {
            *own = Some(Reader::begin(store.clone()));
        }
        ControlFlow::Continue(())
    };
    (Pace { listener: Arc::new(listener), ..paced(ChunkSizes::fixed(4)) }, reader)
}

/// A pace whose listener loses rows when `is_time`, once.
fn losing(bank: &Bank, is_time: impl Fn(Progress) -> bool + Send + Sync + 'static) -> Pace {
    let (store, is_done) = (bank.bench.store.clone(), Mutex::new(false));
    let listener = move |progress: Progress| {
        let mut is_done = is_done.lock().unwrap();
        if !*is_done && is_time(progress) {
            *is_done = true;
            let run = async {
                let side = store.side("import", &import::MIGRATIONS, Bench::limits()).await.unwrap();
                let lose = |tx: &mut Tx| tx.execute(&LOSE, params![]);
                let rows = side.store().write_guarded::<_, StoreError>("test.lose", lose).await.unwrap();
                side.close().await;
                rows
            };
            let lost = block_in_place(|| Handle::current().block_on(run));
            assert!(lost > 0);
        }
        ControlFlow::Continue(())
    };
    Pace { listener: Arc::new(listener), ..chunks_of(2) }
}

on_both_engines! {
    async fn lif_02_an_import_says_what_it_did_whoever_holds_its_staged_rows(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let (store, folder) = (second_process(&bank).await, files());
        let is_applying = |progress: Progress| progress.stage == Stage::Applying && progress.done > 0;
        let (pace, reader) = reading_from(&bank.bench.store, is_applying);
        let report = import(&bank, &store, &pace, folder.path()).await.unwrap();
        assert!(report.tables.iter().all(|table| table.created > 0));
        assert_eq!(state(&bank).await.unwrap().0, "DONE");
        let reader = reader.lock().unwrap().take().unwrap();
        reader.end().await;
        // The next one begins with an empty table.
        assert_unchanged(&bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap());
        store.close().await;
    }

    async fn lif_02_an_import_names_its_faults_whoever_holds_its_staged_rows(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (store, folder) = (second_process(&bank).await, TempDir::new().unwrap());
        let head = "hold_id,account,amount,placed_at,description\n";
        write(folder.path(), "holds.csv", &format!("{head}H-1,{ABSENT},1,2026-01-01T00:00:00Z,x\n"));
        let (pace, reader) = reading_from(&bank.bench.store, |progress| progress.stage == Stage::Checking);
        let refused = import(&bank, &store, &pace, folder.path()).await;
        assert!(matches!(&refused, Err(ImportError::Files { errors, .. }) if errors.len() == 1), "{refused:?}");
        assert_eq!(state(&bank).await.unwrap().0, "GIVEN_UP");
        let reader = reader.lock().unwrap().take().unwrap();
        reader.end().await;
        store.close().await;
    }

    async fn lif_02_an_import_waits_for_whoever_holds_the_table_of_staged_rows(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let (store, folder) = (second_process(&bank).await, files());
        let reader = Reader::begin(bank.bench.store.clone());
        let (begun, begins) = oneshot::channel::<()>();
        let randomness = Arc::clone(&bank.bench.randomness) as Arc<dyn Randomness>;
        let (clock, path, other) = (Arc::clone(&bank.bench.clock), folder.path().to_owned(), store.clone());
        let work = tokio::spawn(async move {
            begun.send(()).unwrap();
            import_at(&other, &*clock, randomness, &chunks_of(4), &path, false).await
        });
        begins.await.unwrap();
        if bank.bench.store.writes_at_once() {
            // Whoever empties the table waits longer than they may, and so does the import.
            for _ in 0..3 {
                let side = store.side("import", &import::MIGRATIONS, Bench::limits()).await.unwrap();
                assert!(matches!(side.empty(&["import_rows"]).await, Err(StoreError::Busy(_))));
            }
            assert!(!work.is_finished());
        }
        reader.end().await;
        let report = work.await.unwrap().unwrap();
        assert!(report.tables.iter().all(|table| table.created > 0));
        store.close().await;
    }

    async fn lif_02_no_sign_of_life_comes_behind_the_end(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        // A sign of life is on its way at every moment, also while the end is.
        let pace = Pace { sign_of_life: Duration::ZERO, ..chunks_of(4) };
        bank.import_at(&pace, folder.path(), true).await.unwrap();
        for _ in 0..5 {
            bank.import_at(&pace, folder.path(), false).await.unwrap();
            assert_eq!(state(&bank).await.unwrap().0, "DONE");
        }
        assert_eq!(trail(&bank, "import.decided").await, 5);
    }

    async fn lif_02_rows_that_get_lost_before_the_switch_decide_nothing(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        let pace = losing(&bank, |progress| progress.stage == Stage::Checking && progress.done == progress.total);
        let refused = bank.import_at(&pace, folder.path(), false).await;
        let is_astray =
            matches!(&refused, Err(ImportError::RowsAstray { expected, found, .. }) if expected > found);
        assert!(is_astray, "{refused:?}");
        assert_eq!((employees(&bank).await, trail(&bank, "import.decided").await), (0, 0));
        bank.bench.clock.advance_seconds(LEASE_S);
        bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        assert_eq!(employees(&bank).await, 20);
    }

    async fn lif_02_rows_that_get_lost_behind_the_switch_are_applied_by_the_next_run(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        let pace = losing(&bank, |progress| progress.stage == Stage::Applying && progress.done > 0);
        let missed = bank.import_at(&pace, folder.path(), false).await;
        let is_missed = matches!(&missed, Err(ImportError::RowsMissed { expected, found, .. }) if expected > found);
        assert!(is_missed, "{missed:?}");
        assert_eq!(state(&bank).await.unwrap(), ("APPLYING".to_owned(), 0));
        assert!(employees(&bank).await < 20);
        bank.bench.clock.advance_seconds(LEASE_S);
        let report = bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        let of_employees = report.tables.iter().find(|table| table.file == "employees_accounts.csv").unwrap();
        assert_eq!((employees(&bank).await, of_employees.created), (20, 20));
        bank.assert_sound().await;
        assert_unchanged(&bank.import(folder.path()).await.unwrap());
    }

    async fn lif_02_a_decided_import_is_finished_without_a_row_that_cannot_be_applied(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let folder = TempDir::new().unwrap();
        write(folder.path(), "holds.csv", &format!(
            "hold_id,account,amount,placed_at,description\nH-1,{CARD},1,2026-01-01T00:00:00Z,x\n\
            H-2,{SETTLEMENT},1,2026-01-01T00:00:00Z,x\nH-3,{VASILEK},1,2026-01-01T00:00:00Z,x\n"
        ));
        let none = finish_without(&bank, folder.path(), &[]).await;
        assert!(matches!(none, Err(ImportError::NothingDecided)), "{none:?}");
        // The account of the second row is emptied after the switch.
        let spoil = |progress: Progress| progress.stage == Stage::Applying && progress.done == 1;
        let store = bank.bench.store.clone();
        let all = hold_of("ALL", SETTLEMENT, 500_000_000_000, bank.bench.clock.now());
        let listener = move |progress: Progress| {
            if spoil(progress) {
                let all = all.clone();
                let hold = store.write("test.hold", move |tx| ledger::place_hold(tx, &all));
                block_in_place(|| Handle::current().block_on(hold)).unwrap();
            }
            ControlFlow::Continue(())
        };
        let pace = Pace { listener: Arc::new(listener), ..chunks_of(1) };
        let stopped = bank.import_at(&pace, folder.path(), false).await;
        let Err(ImportError::Stopped { errors, .. }) = &stopped else { panic!("{stopped:?}") };
        assert!(errors[0].to_string().starts_with("holds.csv:3:amount: "), "{errors:?}");
        bank.bench.clock.advance_seconds(LEASE_S);
        let refused = finish_without(&bank, folder.path(), &["holds.csv:2", "holds.csv:9", "accounts.csv:2"]).await;
        let Err(ImportError::NotLeftOut { errors, .. }) = &refused else { panic!("{refused:?}") };
        let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(told, [
            "accounts.csv:2: is no file of this import",
            "holds.csv:2: is applied already",
            "holds.csv:9: has no row that begins here",
        ]);
        bank.bench.clock.advance_seconds(LEASE_S);
        let report = finish_without(&bank, folder.path(), &["holds.csv:3"]).await.unwrap();
        assert_eq!((report.tables[0].created, report.tables[0].unchanged), (2, 0));
        assert_eq!(state(&bank).await.unwrap(), ("DONE".to_owned(), 3));
        let filter = audit::Filter { action: Some("import.row_left_out".to_owned()), ..audit::Filter::default() };
        let [entry] = &audit::list(&bank.bench.store, &filter, 10).await.unwrap()[..] else { panic!("one row") };
        assert_eq!((entry.object_id.as_str(), entry.actor_id.as_deref()), ("holds.csv", Some("duty")));
        assert_eq!(entry.detail, r#"{"import":1,"line":3}"#);
        bank.assert_sound().await;
    }
}
