//! Things that only a server beside the process does to a unit of work.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier};

use futures_util::future::join_all;
use store::{Store, StoreError, StoreLimits, Tx, params};
use testkit::{Bench, Engine, run};

use super::tables::*;

/// A sum that two units must not both find below its limit.
const LIMIT: i64 = 1;

/// Work for a key that waits for the other's where it calls what it is given.
type Work<T> = fn(&mut Tx, i64, &mut dyn FnMut()) -> Result<T, StoreError>;

/// Does `work` for two keys at once. Each of the two waits for the other in its first run.
async fn two_at_once<T: Send + 'static>(store: &Store, work: Work<T>) -> Vec<T> {
    let barrier = Arc::new(Barrier::new(2));
    let units = (0..2).map(|key| {
        let (store, barrier, mut is_first) = (store.clone(), Arc::clone(&barrier), true);
        let mut meet = move || {
            if std::mem::take(&mut is_first) {
                barrier.wait();
            }
        };
        tokio::spawn(async move { store.write("two at once", move |tx| work(tx, key, &mut meet)).await })
    });
    join_all(units).await.into_iter().map(|unit| unit.unwrap().unwrap()).collect()
}

#[test]
fn units_that_disturb_each_other_both_end_right() {
    run(Engine::Postgres, |bench: Bench| async move {
        with_tables(&bench).await;
        let outcomes = two_at_once(&bench.store, |tx, key, meet| {
            let total = tx.query_one(&SUM, params![])?.integer("total")?;
            // Both have read before either writes: without SERIALIZABLE both would go on.
            meet();
            if total >= LIMIT {
                return Ok(false);
            }
            tx.execute_one(&INSERT_THING, params![key, key.to_string(), 1])?;
            Ok(true)
        })
        .await;
        assert_eq!(outcomes.iter().filter(|inserted| **inserted).count(), 1, "{outcomes:?}");
        assert_eq!(count(&bench.store).await, 1);
        assert!(bench.store.statistics().retries >= 1);
    });
}

#[test]
fn a_unit_that_hides_its_failure_is_run_again_all_the_same() {
    run(Engine::Postgres, |bench: Bench| async move {
        with_tables(&bench).await;
        for key in 0..2 {
            insert(&bench.store, key).await.unwrap();
        }
        two_at_once(&bench.store, |tx, key, meet| {
            let mut add = |key| tx.execute_one(&ADD, params![key, 1]);
            // An error of the closure's own hides that of the engine.
            let hidden = |_| StoreError::Unavailable("hidden".to_owned());
            add(key).map_err(hidden)?;
            meet();
            add(1 - key).map_err(hidden)
        })
        .await;
        let total = bench.store.query_optional(&SUM, params![]).await.unwrap().unwrap();
        assert_eq!(total.integer("total"), Ok(4));
        assert!(bench.store.statistics().retries >= 1);
    });
}

#[test]
fn a_unit_is_not_run_for_ever() {
    run(Engine::Postgres, |bench: Bench| async move {
        with_tables(&bench).await;
        insert(&bench.store, 1).await.unwrap();
        let store = bench.open_again(StoreLimits { attempts_max: 3, ..Bench::limits() }).await;
        let runs = Arc::new(AtomicU32::new(0));
        let (counted, other, handle) =
            (Arc::clone(&runs), bench.store.clone(), tokio::runtime::Handle::current());
        let result = store
            .write("always disturbed", move |tx| {
                counted.fetch_add(1, Ordering::SeqCst);
                tx.query_one(&SUM, params![])?;
                // Somebody else changes the row between the reading and the writing of every run.
                handle.block_on(other.write("disturbs", |tx| tx.execute_one(&ADD, params![1, 1])))?;
                tx.execute_one(&ADD, params![1, 1])
            })
            .await;
        assert!(matches!(result, Err(StoreError::Busy(_))), "{result:?}");
        assert_eq!(runs.load(Ordering::SeqCst), 3);
        assert_eq!(store.statistics().retries, 2);
        store.close().await;
    });
}

#[test]
fn a_lost_connection_costs_one_unit() {
    run(Engine::Postgres, |bench: Bench| async move {
        with_tables(&bench).await;
        for _ in 0..5 {
            let result = bench
                .store
                .write("loses its connection", |tx| {
                    tx.execute_one(&INSERT_THING, params![1, "x", 0])?;
                    tx.query(&END_BACKEND, params![])?;
                    tx.execute_one(&INSERT_THING, params![2, "y", 0])
                })
                .await;
            assert!(matches!(result, Err(StoreError::Unavailable(_))), "{result:?}");
        }
        insert(&bench.store, 1).await.unwrap();
        assert_eq!(count(&bench.store).await, 1);
    });
}

#[test]
fn idle_connections_that_were_cut_are_replaced() {
    run(Engine::Postgres, |bench: Bench| async move {
        with_tables(&bench).await;
        let limits = StoreLimits { postgres_connections_max: 1, ..Bench::limits() };
        let store = bench.open_again(limits).await;
        for key in 0..5 {
            let row = store.query_optional(&BACKEND, params![]).await.unwrap().unwrap();
            let backend = row.integer("backend").unwrap();
            let end = format!("select pg_terminate_backend({backend})");
            testkit::postgres::execute(testkit::postgres::shared_url(), &end).await;
            // The caller does not notice the cut, known or not.
            if key % 2 == 0 {
                insert(&store, key).await.unwrap();
            } else {
                count(&store).await;
            }
        }
        store.close().await;
    });
}

#[test]
fn a_statement_that_takes_too_long_answers_busy() {
    run(Engine::Postgres, |bench: Bench| async move {
        with_tables(&bench).await;
        let limits = StoreLimits { statement_max: std::time::Duration::from_secs(3), ..Bench::limits() };
        let store = bench.open_again(limits).await;
        let result = store.query(&SLOW, params![]).await.map(|_| ());
        assert!(matches!(result, Err(StoreError::Busy(_))), "{result:?}");
        insert(&store, 1).await.unwrap();
        store.close().await;
    });
}

#[test]
fn the_server_sees_the_programs_name_and_habits() {
    run(Engine::Postgres, |bench: Bench| async move {
        let row = bench.store.query_optional(&SETTINGS, params![]).await.unwrap().unwrap();
        assert_eq!(row.text("name"), Ok("clientbank"));
        assert_eq!(row.text("statement_timeout"), Ok("30s"));
        assert_eq!(row.text("read_only"), Ok("on"));
        let isolation = bench
            .store
            .write("isolation", |tx| {
                Ok::<_, StoreError>(tx.query_one(&SETTINGS, params![])?.text("isolation")?.to_owned())
            })
            .await;
        assert_eq!(isolation.as_deref(), Ok("serializable"));
    });
}

store::queries! {
    SLOW = "select 1 as one from pg_sleep(30)";
    /// Reads the settings that the server has for this connection.
    SETTINGS = "select current_setting('application_name') as name,
        current_setting('statement_timeout') as statement_timeout,
        current_setting('default_transaction_read_only') as read_only,
        current_setting('transaction_isolation') as isolation";
}
