//! Imports that meet somebody who holds them up.

use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use import::{ChunkSizes, Pace, Progress, Stage};
use kernel::Randomness;
use store::{Store, StoreError, StoreLimits, Tx, params};
use testkit::{Bench, on_both_engines};
use tokio::sync::oneshot;

use crate::bank::{Bank, import_at};
use crate::importing_chunks::{files, paced};

store::queries! {
    /// Takes the row that every chunk changes.
    TAKE = "update import_runs set applied_count = applied_count where open_slot = 1";
}

/// The longest wait of the import for others.
const SHORT: Duration = Duration::from_millis(200);

async fn take(store: &Store) -> Result<(), StoreError> {
    store.write_guarded("test.take", |tx: &mut Tx| tx.execute(&TAKE, params![]).map(drop)).await
}

on_both_engines! {
    async fn lif_02_who_is_in_the_way_for_a_moment_ends_no_import(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let short = StoreLimits { lock_max: SHORT, wait_max: SHORT, ..Bench::limits() };
        let (store, other) = (bank.bench.open_again(short).await, bank.bench.store.clone());
        let (holds, held) = channel();
        let (release, released) = channel::<()>();
        let (begin, begun) = oneshot::channel::<()>();
        let blocker = tokio::spawn(async move {
            begun.await.unwrap();
            let block = move |tx: &mut Tx| {
                tx.execute(&TAKE, params![])?;
                holds.send(()).unwrap();
                released.recv().unwrap();
                Ok::<_, StoreError>(())
            };
            other.write_guarded("test.block", block).await
        });
        let (stands, in_the_way) = oneshot::channel::<()>();
        let first = Mutex::new(Some((begin, held, stands)));
        let listener = move |progress: Progress| {
            let is_begun = progress.stage == Stage::Applying && progress.done > 0;
            if is_begun && let Some((begin, held, stands)) = first.lock().unwrap().take() {
                begin.send(()).unwrap();
                held.recv().unwrap();
                stands.send(()).unwrap();
            }
            ControlFlow::Continue(())
        };
        let pace = Pace { listener: Arc::new(listener), ..paced(ChunkSizes::fixed(4)) };
        let randomness = Arc::clone(&bank.bench.randomness) as Arc<dyn Randomness>;
        let folder = files();
        let work = import_at(&store, &*bank.bench.clock, randomness, &pace, folder.path(), false);
        let go_away = async {
            in_the_way.await.unwrap();
            // Whoever comes with the next chunk, and once more after it, waits longer than they may.
            for _ in 0..2 {
                assert!(matches!(take(&store).await, Err(StoreError::Busy(_))));
            }
            release.send(()).unwrap();
        };
        let (report, ()) = tokio::join!(work, go_away);
        assert!(report.unwrap().tables.iter().any(|table| table.created > 0));
        blocker.await.unwrap().unwrap();
        bank.assert_sound().await;
        store.close().await;
    }
}
