//! Rows are judged by the moment at which their import began, and take effect at that of their own unit of work.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use import::{
    ChunkSizes, Chunks, ImportContext, ImportError, ImportFile, ImportOptions, ImportRow, Pace, Progress,
    Report, RowError, RowOutcome, RowResult, Stage, TableImporter, columns,
};
use kernel::{Clock, Instant, MovableClock, SeededRandomness};
use store::{Migration, MigrationTree, Store, StoreError, Tx, params};
use testkit::{Bench, on_both_engines};
use tokio::sync::Notify;

use crate::things::Folder;

static MIGRATIONS: MigrationTree = MigrationTree {
    area: "moments",
    migrations: &[Migration {
        version: 1,
        note: "rows with the moments of their import",
        sql: "create table recorded (code text not null primary key, judged_at_us bigint not null,
            applied_at_us bigint not null);",
    }],
};

store::queries! {
    /// Records the moments of a row.
    RECORD = "insert into recorded (code, judged_at_us, applied_at_us) values ($1, $2, $3) \
        on conflict (code) do update set judged_at_us = excluded.judged_at_us, applied_at_us = excluded.applied_at_us";
    /// The moments that are recorded.
    RECORDED = "select code, judged_at_us, applied_at_us from recorded order by code";
}

/// Longer than a process may give no sign of life.
const LEASE_S: i64 = 11;

/// Takes a file with this name, and lets time pass while it prepares each row, as hashing a password does.
struct Recorded {
    stem: &'static str,
    is_chunked: bool,
    clock: Arc<MovableClock>,
    prepare_s: i64,
}

impl TableImporter for Recorded {
    fn file(&self) -> ImportFile {
        ImportFile {
            columns: columns! { code },
            chunks: self.is_chunked.then(|| Chunks::new("recorded", "code")),
            ..ImportFile::new(self.stem, self.stem, &["code"])
        }
    }

    fn prepare(&self, _: &mut ImportRow, _: &ImportContext<'_>) -> Result<(), RowError> {
        self.clock.advance_seconds(self.prepare_s);
        Ok(())
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        tx.execute_one(&RECORD, params![row.text("code")?, context.now, context.applied_at])?;
        Ok(RowOutcome::Created)
    }
}

/// A file of each kind: three rows in chunks, one in a unit of its own.
struct Files {
    folder: Folder,
    importers: Vec<Arc<dyn TableImporter>>,
}

fn files(bench: &Bench, name: &str, prepare_s: i64) -> Files {
    let folder = Folder::new(&format!("{name}_{:?}", bench.engine))
        .with("many.csv", "code\na\nb\nc\n")
        .with("one.csv", "code\nz\n");
    let importer = |stem, is_chunked| -> Arc<dyn TableImporter> {
        Arc::new(Recorded { stem, is_chunked, clock: Arc::clone(&bench.clock), prepare_s })
    };
    Files { folder, importers: vec![importer("many", true), importer("one", false)] }
}

async fn migrate(bench: &Bench) {
    bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &MIGRATIONS]).await;
}

async fn import(bench: &Bench, clock: &dyn Clock, files: &Files, pace: &Pace) -> Result<Report, ImportError> {
    let options = ImportOptions { dry_run: false, operator: "test".to_owned(), approved: None };
    let randomness =
        Arc::new(SeededRandomness::new(u64::try_from(bench.clock.now().microseconds()).unwrap()));
    let importers = files.importers.clone();
    import::run_at(pace, &bench.store, files.folder.path(), importers, options, clock, randomness).await
}

/// Every import by the staging table, a row a chunk, broken off where `is_over` says so.
fn chunked(is_over: impl Fn(Progress) -> bool + Send + Sync + 'static) -> Pace {
    let listener = move |progress| {
        if is_over(progress) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    Pace {
        chunked_from_bytes: 0,
        chunks: ChunkSizes::fixed(1),
        pause: Duration::ZERO,
        listener: Arc::new(listener),
        ..Pace::default()
    }
}

/// The moments of each row in seconds behind `began`: by which it was judged, and at which it was applied.
async fn recorded(store: &Store, began: Instant) -> Vec<(String, i64, i64)> {
    let rows = store.query(&RECORDED, params![]).await.unwrap();
    let of_row = |row: &store::Row| {
        let behind = |column| {
            (row.instant(column).unwrap().microseconds() - began.microseconds()).div_euclid(1_000_000)
        };
        (row.text("code").unwrap().to_owned(), behind("judged_at_us"), behind("applied_at_us"))
    };
    rows.iter().map(of_row).collect()
}

fn told(rows: &[(&str, i64, i64)]) -> Vec<(String, i64, i64)> {
    rows.iter().map(|(code, judged, applied)| ((*code).to_owned(), *judged, *applied)).collect()
}

/// The moments of entries of the trail, in seconds behind `began`.
async fn trail(store: &Store, action: &str, began: Instant) -> Vec<i64> {
    let filter = audit::Filter { action: Some(action.to_owned()), ..audit::Filter::default() };
    let entries = audit::list(store, &filter, 100).await.unwrap();
    let behind = |at: Instant| (at.microseconds() - began.microseconds()).div_euclid(1_000_000);
    entries.iter().map(|entry| behind(entry.at)).collect()
}

/// A clock that tells how often it was looked at.
#[derive(Debug)]
struct Watched {
    clock: Arc<MovableClock>,
    looks: AtomicU64,
    looked: Notify,
}

impl Clock for Watched {
    fn now(&self) -> Instant {
        self.looks.fetch_add(1, Ordering::SeqCst);
        self.looked.notify_one();
        self.clock.now()
    }
}

impl Watched {
    /// Waits until it was looked at so many times more.
    async fn looked_at(&self, times: u64) {
        let wanted = self.looks.load(Ordering::SeqCst) + times;
        while self.looks.load(Ordering::SeqCst) < wanted {
            self.looked.notified().await;
        }
    }
}

on_both_engines! {
    async fn idn_11_an_import_takes_effect_behind_its_preparation(bench: Bench) {
        migrate(&bench).await;
        let (files, began) = (files(&bench, "prepared", 15), bench.clock.now());
        import(&bench, bench.clock.as_ref(), &files, &Pace::default()).await.unwrap();
        // Four rows were prepared for a quarter of a minute each.
        let rows = [("a", 0, 60), ("b", 0, 60), ("c", 0, 60), ("z", 0, 60)];
        assert_eq!(recorded(&bench.store, began).await, told(&rows));
        assert_eq!(trail(&bench.store, "import.applied", began).await, [60, 60]);
    }

    async fn idn_11_each_part_of_an_import_takes_effect_at_its_own_moment(bench: Bench) {
        migrate(&bench).await;
        let (files, began) = (files(&bench, "parts", 0), bench.clock.now());
        let clock = Arc::clone(&bench.clock);
        let pace = chunked(move |progress| {
            let is_applying = progress.stage == Stage::Applying;
            if is_applying {
                clock.advance_seconds(60);
            }
            is_applying && progress.done == 2
        });
        let broken_off = import(&bench, bench.clock.as_ref(), &files, &pace).await;
        assert!(matches!(broken_off, Err(ImportError::Interrupted)), "{broken_off:?}");
        assert_eq!(recorded(&bench.store, began).await, told(&[("a", 0, 60), ("b", 0, 120)]));
        assert_eq!(trail(&bench.store, "import.decided", began).await, [60]);
        // An hour later the next process goes on.
        bench.clock.set(began.plus_seconds(3_600 + LEASE_S));
        import(&bench, bench.clock.as_ref(), &files, &chunked(|_| false)).await.unwrap();
        let late = 3_600 + LEASE_S;
        let rows = [("a", 0, 60), ("b", 0, 120), ("c", 0, late), ("z", 0, late)];
        assert_eq!(recorded(&bench.store, began).await, told(&rows));
        assert_eq!(trail(&bench.store, "import.applied", began).await, [late, late]);
    }

    async fn idn_11_an_import_that_waits_for_others_takes_effect_behind_them(bench: Bench) {
        migrate(&bench).await;
        let (files, began) = (files(&bench, "waiting", 0), bench.clock.now());
        let watched = Watched { clock: Arc::clone(&bench.clock), looks: AtomicU64::new(0), looked: Notify::new() };
        let (holds, held) = channel();
        let (release, released) = channel::<()>();
        let (ends, store) = (Mutex::new(Some((holds, released))), bench.store.clone());
        let block = move |tx: &mut Tx| {
            tx.execute_one(&RECORD, params!["a", 0, 0])?;
            // Once, however often the unit is run.
            if let Some((holds, released)) = ends.lock().unwrap().take() {
                holds.send(()).unwrap();
                released.recv().unwrap();
            }
            Ok::<_, StoreError>(())
        };
        let blocker = tokio::spawn(async move { store.write("test.block", block).await });
        tokio::task::block_in_place(|| held.recv()).unwrap();
        let others = async {
            // The import waits: it looks at the clock at its beginning, before its unit, and while that has not ended.
            watched.looked_at(5).await;
            bench.clock.advance_seconds(60);
            watched.looked_at(2).await;
            release.send(()).unwrap();
        };
        let pace = Pace::default();
        let (report, ()) = tokio::join!(import(&bench, &watched, &files, &pace), others);
        report.unwrap();
        blocker.await.unwrap().unwrap();
        let rows = [("a", 0, 60), ("b", 0, 60), ("c", 0, 60), ("z", 0, 60)];
        assert_eq!(recorded(&bench.store, began).await, told(&rows));
    }
}
