//! A reading connection of SQLite keeps its snapshot for the next reading, without any visible difference.

use store::{StoreLocation, params};
use testkit::{Bench, Engine, on_both_engines, run};

use super::tables::*;

/// Bytes that each unit of work writes, and how many units there are.
const UNIT_BYTES: usize = 1024 * 1024;
const UNITS: i64 = 100;
/// The log begins anew after 16 MiB; the bytes of a unit or two beyond it are allowed.
const LOG_BYTES_MAX: u64 = 32 * 1024 * 1024;

on_both_engines! {
    async fn every_reading_has_every_commit_that_was_answered(bench: Bench) {
        with_tables(&bench).await;
        let other = bench.open_again(Bench::limits()).await;
        for key in 0..200 {
            let writing = if key % 2 == 0 { &bench.store } else { &other };
            insert(writing, key).await.unwrap();
            assert_eq!((count(&bench.store).await, count(&other).await), (key + 1, key + 1));
        }
        other.close().await;
    }

    async fn a_reading_that_failed_leaves_no_snapshot_behind(bench: Bench) {
        with_tables(&bench).await;
        for key in 0..20 {
            let wrong = bench.store.query(&THING, params!["no number", 2]).await;
            assert!(wrong.is_err(), "{wrong:?}");
            insert(&bench.store, key).await.unwrap();
            assert_eq!(count(&bench.store).await, key + 1);
        }
    }
}

#[test]
fn the_log_begins_anew_while_somebody_reads_without_a_pause() {
    run(Engine::Sqlite, |bench: Bench| async move {
        with_tables(&bench).await;
        let StoreLocation::Sqlite { path } = &bench.location else { panic!("a file") };
        for key in 0..UNITS {
            let write = move |tx: &mut store::Tx| {
                tx.execute_one(&INSERT_FULL, params![key, None::<&str>, vec![7_u8; UNIT_BYTES], true, 0])
            };
            bench.store.write("insert", write).await.unwrap();
            assert_eq!(count(&bench.store).await, key + 1);
        }
        let log_bytes = std::fs::metadata(format!("{}-wal", path.display())).unwrap().len();
        assert!(log_bytes <= LOG_BYTES_MAX, "the log has {log_bytes} bytes");
    });
}
