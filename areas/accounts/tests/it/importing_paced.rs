//! Chunks that follow the time they take, and imports that go on with chunks of another size.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use import::{ChunkSizes, ImportError, Pace, Progress, Stage};
use tempfile::TempDir;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, assert_unchanged};
use crate::importing_chunks::{LEASE_S, employees, files, number, paced, state};

const AIM: Duration = Duration::from_millis(10);
const SIZES: ChunkSizes = ChunkSizes { first: 8, fewest: 2, most: 64, aim_alone: AIM, aim_beside: AIM };

/// Accounts of so many employees, for the demo's bank.
fn many_employees(count: u32) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut text = "number,status,branch_id,last_name,first_name\n".to_owned();
    for person in 0..count {
        writeln!(text, "{},1,001,Иванов,Иван", number(&format!("4081781000000009{person:04}"))).unwrap();
    }
    std::fs::write(folder.path().join("employees_accounts.csv"), text).unwrap();
    folder
}

/// Time as a test drives it: it passes while a chunk is applied, by what `takes` says of the rows before it.
struct Driven {
    /// Microseconds that pass between two looks at the stopwatch.
    takes: Arc<AtomicU64>,
    applied: Arc<Mutex<Vec<u64>>>,
    pace: Pace,
}

impl Driven {
    fn new(sizes: ChunkSizes, takes: impl Fn(u64) -> Duration + Send + Sync + 'static) -> Self {
        let micros = |took: Duration| u64::try_from(took.as_micros()).unwrap();
        let (passed, takes_us) = (AtomicU64::new(0), Arc::new(AtomicU64::new(micros(takes(0)))));
        let (applied, step) = (Arc::<Mutex<Vec<u64>>>::default(), Arc::clone(&takes_us));
        let (heard, told) = (Arc::clone(&applied), Arc::clone(&takes_us));
        let listener = move |progress: Progress| {
            if progress.stage == Stage::Applying {
                heard.lock().unwrap().push(progress.done);
                told.store(micros(takes(progress.done)), Ordering::SeqCst);
            }
            ControlFlow::Continue(())
        };
        let stopwatch = move || {
            let step = step.load(Ordering::SeqCst);
            Duration::from_micros(passed.fetch_add(step, Ordering::SeqCst))
        };
        let pace = Pace { listener: Arc::new(listener), stopwatch: Arc::new(stopwatch), ..paced(sizes) };
        Self { takes: takes_us, applied, pace }
    }

    /// The rows of each chunk.
    fn chunks(&self) -> Vec<u64> {
        let applied = self.applied.lock().unwrap();
        applied.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }
}

on_both_engines! {
    async fn lif_02_chunks_shrink_while_they_take_long_and_grow_while_they_do_not(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let before = employees(&bank).await;
        let slow_between = |done| if (100..200).contains(&done) { Duration::from_secs(1) } else { Duration::ZERO };
        let driven = Driven::new(SIZES, slow_between);
        bank.import_at(&driven.pace, many_employees(400).path(), false).await.unwrap();
        assert_eq!(driven.chunks(), [8, 16, 32, 64, 64, 16, 4, 8, 16, 32, 64, 64, 12]);
        assert_eq!(employees(&bank).await, before + 400);
        assert_eq!(driven.takes.load(Ordering::SeqCst), 0);
        bank.assert_sound().await;
    }

    async fn lif_02_chunks_are_shorter_where_all_others_wait_for_them(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let sizes = ChunkSizes { aim_beside: AIM * 4, ..SIZES };
        let driven = Driven::new(sizes, |_| AIM * 2);
        bank.import_at(&driven.pace, many_employees(200).path(), false).await.unwrap();
        let chunks = driven.chunks();
        let expected: &[u64] = if bank.bench.store.writes_at_once() { &[8, 16, 32, 64, 64] } else { &[8, 4, 2, 2, 2] };
        assert_eq!(&chunks[..5], expected);
    }

    async fn lif_02_an_import_goes_on_behind_its_last_chunk_with_chunks_of_any_size(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        let (mut runs, mut before) = (0_usize, 0);
        let report = loop {
            let size = [1, 7, 3, 16, 2, 5, 1_000][runs % 7];
            let known = u64::try_from(before).unwrap();
            let listener = move |progress: Progress| {
                let is_over = runs < 9 && progress.stage == Stage::Applying && progress.done > known;
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let pace = Pace { listener: Arc::new(listener), ..paced(ChunkSizes::fixed(size)) };
            match bank.import_at(&pace, folder.path(), false).await {
                Ok(report) => break report,
                Err(ImportError::Interrupted) => runs += 1,
                Err(other) => panic!("{other:?}"),
            }
            let (_, applied) = state(&bank).await.unwrap();
            assert!(applied > before, "run {runs} applied nothing");
            before = applied;
            bank.bench.clock.advance_seconds(LEASE_S);
        };
        assert!(runs > 5, "{runs}");
        // Every row once: one that is applied again would be unchanged, one that is left out would be missing.
        for table in &report.tables {
            let text = std::fs::read_to_string(folder.path().join(&table.file)).unwrap();
            let is_opening = table.file == "ledger_openings.csv";
            // An opening balance of nothing leaves its account as it is.
            let nothing = text.lines().filter(|line| is_opening && line.contains(",0.00,")).count();
            let rows = text.lines().count() - 1;
            let counted = [table.created, table.changed, table.unchanged];
            let expected = [rows - nothing, 0, nothing].map(|count| u64::try_from(count).unwrap());
            assert_eq!(counted, expected, "{}", table.file);
        }
        bank.assert_sound().await;
        assert_unchanged(&bank.import(folder.path()).await.unwrap());
    }
}
