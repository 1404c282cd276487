//! Group commit and full queues.

use std::future::poll_fn;
use std::sync::mpsc::Sender;
use std::task::Poll;
use std::time::Duration;

use futures_util::future::join_all;
use store::{Store, StoreError, StoreLimits, Tx, params};
use testkit::{Bench, Engine, on_both_engines};
use tokio::task::JoinHandle;

use super::tables::*;

const UNITS: i64 = 400;
/// A wait that only ends in vain: what need not wait is quicker on the busiest machine.
const LONG_WAIT: Duration = Duration::from_secs(3);

/// Holds the only place for a unit until it is told to go on.
async fn occupy(store: &Store) -> (Sender<()>, JoinHandle<Result<(), StoreError>>) {
    let (mut halt, is_occupied, release) = halt();
    let store = store.clone();
    let unit = move |_: &mut Tx| {
        halt();
        Ok(())
    };
    let unit = tokio::spawn(async move { store.write("occupies", unit).await });
    is_occupied.await.unwrap();
    (release, unit)
}

on_both_engines! {
    async fn many_units_share_few_commits(bench: Bench) {
        with_tables(&bench).await;
        let before = bench.store.statistics();
        let (release, occupied) = occupy(&bench.store).await;
        let units = begun((0..UNITS).map(|key| insert(&bench.store, key))).await;
        release.send(()).unwrap();
        assert_eq!(occupied.await.unwrap(), Ok(()));
        let outcomes = join_all(units).await;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        assert_eq!(count(&bench.store).await, UNITS);
        let after = bench.store.statistics();
        let units = UNITS.unsigned_abs() + 1;
        assert_eq!(after.units - before.units, units);
        let shared = units.div_ceil(Bench::limits().batch_units_max as u64);
        let expected = if bench.engine == Engine::Sqlite { shared } else { units };
        assert_eq!(after.commits - before.commits, expected);
    }

    async fn an_answer_comes_after_the_commit(bench: Bench) {
        with_tables(&bench).await;
        let other = bench.open_again(Bench::limits()).await;
        for key in 0..50 {
            let (first, second) = tokio::join!(insert(&bench.store, 2 * key), insert(&bench.store, 2 * key + 1));
            assert_eq!((first, second), (Ok(()), Ok(())));
            // Another process reads committed rows alone.
            assert_eq!(count(&other).await, 2 * key + 2);
        }
        other.close().await;
    }

    async fn an_answer_that_nobody_takes_stops_no_other(bench: Bench) {
        with_tables(&bench).await;
        let (release, occupied) = occupy(&bench.store).await;
        let untaken = begun([insert(&bench.store, 0)]).await;
        release.send(()).unwrap();
        assert_eq!(occupied.await.unwrap(), Ok(()));
        for key in 1..20 {
            insert(&bench.store, key).await.unwrap();
        }
        assert_eq!(join_all(untaken).await, [Ok(())]);
        assert_eq!(count(&bench.store).await, 20);
    }

    async fn a_full_queue_answers_busy(bench: Bench) {
        with_tables(&bench).await;
        let limits = StoreLimits { queue_length_max: 4, postgres_connections_max: 1, ..Bench::limits() };
        let store = bench.open_again(limits).await;
        let (release, occupied) = occupy(&store).await;
        let mut accepted = Vec::new();
        for key in 0..10 {
            let mut unit = Box::pin(insert(&store, key));
            match poll_fn(|context| Poll::Ready(unit.as_mut().poll(context))).await {
                Poll::Ready(outcome) => assert!(matches!(outcome, Err(StoreError::Busy(_))), "{outcome:?}"),
                Poll::Pending => accepted.push(unit),
            }
        }
        assert_eq!(accepted.len(), 4);
        release.send(()).unwrap();
        assert_eq!(occupied.await.unwrap(), Ok(()));
        assert!(join_all(accepted).await.iter().all(Result::is_ok));
        assert_eq!(count(&store).await, 4);
        store.close().await;
    }

    async fn a_wait_that_is_too_long_answers_busy(bench: Bench) {
        with_tables(&bench).await;
        let limits = StoreLimits {
            wait_max: LONG_WAIT,
            postgres_connections_max: 1,
            batch_units_max: 1,
            ..Bench::limits()
        };
        let store = bench.open_again(limits).await;
        let (release, occupied) = occupy(&store).await;
        let waiting = begun([insert(&store, 1)]).await.remove(0);
        if bench.engine == Engine::Sqlite {
            // There the writer finds out when it comes to the unit.
            let queued = std::time::Instant::now();
            while queued.elapsed() < LONG_WAIT + Duration::from_millis(200) {
                tokio::task::yield_now().await;
            }
            release.send(()).unwrap();
            assert!(matches!(waiting.await, Err(StoreError::Busy(_))));
        } else {
            assert!(matches!(waiting.await, Err(StoreError::Busy(_))));
            release.send(()).unwrap();
        }
        assert_eq!(occupied.await.unwrap(), Ok(()));
        insert(&store, 2).await.unwrap();
        assert_eq!(count(&store).await, 1);
        store.close().await;
    }

    async fn read_units_do_not_starve_queries(bench: Bench) {
        with_tables(&bench).await;
        let limits = StoreLimits {
            sqlite_readers_max: 2,
            postgres_connections_max: 2,
            wait_max: Duration::from_mins(1),
            ..Bench::limits()
        };
        let store = bench.open_again(limits).await;
        let (mut halt, is_reading, release) = halt();
        let slow = move |tx: &mut Tx| {
            let row = tx.query_one(&COUNT, params![])?;
            halt();
            row.integer("things")
        };
        let reader = store.clone();
        let reading = tokio::spawn(async move { reader.read("slow", slow).await });
        is_reading.await.unwrap();
        assert_eq!(count(&store).await, 0);
        release.send(()).unwrap();
        assert_eq!(reading.await.unwrap(), Ok(0));
        store.close().await;
    }
}
