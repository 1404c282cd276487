//! Connections to PostgreSQL that short reads share.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use store::{StoreError, StoreLimits, params};
use testkit::postgres::{execute, shared_url};
use testkit::{Bench, Engine, run};

use super::tables::*;

/// Connections of which two are lanes.
const CONNECTIONS: usize = 8;
const LANES: usize = 2;
/// Reads at once, many more than there are lanes.
const READS: i64 = 48;
/// Looks at the server's locks; each is a read of its own.
const LOOKS_MAX: u32 = 100_000;

store::queries! {
    /// Fails in the middle of running, for a thing whose key is zero.
    DIVIDE = "select 100 / key as share from things where key = $1";
    /// Keeps everybody from the things.
    LOCK = "lock table things in access exclusive mode";
    /// Lists the sessions that wait for the table.
    WAITING = "select l.pid from pg_locks l where not l.granted and l.relation = 'things'::regclass
        and l.database = (select d.oid from pg_database d where d.datname = current_database())";
}

fn limits() -> StoreLimits {
    StoreLimits { postgres_connections_max: CONNECTIONS, ..Bench::limits() }
}

async fn backend(store: &store::Store) -> i64 {
    store.query_optional(&BACKEND, params![]).await.unwrap().unwrap().integer("backend").unwrap()
}

#[test]
fn reads_at_the_same_time_share_few_connections() {
    run(Engine::Postgres, |bench: Bench| async move {
        let store = bench.open_again(limits()).await;
        let backends: BTreeSet<i64> =
            join_all((0..READS).map(|_| backend(&store))).await.into_iter().collect();
        // At first several may open a lane at once, and only the last one stays.
        let again: BTreeSet<i64> = join_all((0..READS).map(|_| backend(&store))).await.into_iter().collect();
        assert!(again.len() <= LANES, "{again:?} after {backends:?}");
        store.close().await;
    });
}

#[test]
fn a_read_that_fails_concerns_nobody_behind_it() {
    run(Engine::Postgres, |bench: Bench| async move {
        with_tables(&bench).await;
        for key in 0..READS {
            insert(&bench.store, key).await.unwrap();
        }
        let store = bench.open_again(limits()).await;
        let shares = join_all((0..READS).map(|key| {
            let store = &store;
            async move { (key, store.query_optional(&DIVIDE, params![key]).await) }
        }));
        for (key, row) in shares.await {
            match key {
                0 => assert!(matches!(row, Err(StoreError::Other { .. })), "{row:?}"),
                _ => assert_eq!(row.unwrap().unwrap().integer("share"), Ok(100 / key)),
            }
        }
        store.close().await;
    });
}

#[test]
fn a_lane_that_was_cut_is_replaced_and_nobody_notices() {
    run(Engine::Postgres, |bench: Bench| async move {
        let store = bench.open_again(limits()).await;
        for _ in 0..5 {
            let cut = backend(&store).await;
            execute(shared_url(), &format!("select pg_terminate_backend({cut})")).await;
            assert_ne!(backend(&store).await, cut);
        }
        store.close().await;
    });
}

#[test]
fn a_read_goes_round_a_lane_that_is_busy() {
    run(Engine::Postgres, |bench: Bench| async move {
        with_tables(&bench).await;
        let store = bench.open_again(limits()).await;
        insert(&store, 1).await.unwrap();
        // Holds a lock that the first read waits for, on a lane that is busy until the unit ends.
        let (mut halt, locked, release) = halt();
        let unit = store.write("locks a table", move |tx| {
            tx.query(&LOCK, params![])?;
            halt();
            Ok::<_, StoreError>(())
        });
        let reads = async {
            locked.await.unwrap();
            let reader = store.clone();
            let waiting = tokio::spawn(async move { reader.query(&THING, params![1]).await });
            // The read is on its lane when the server has it wait.
            let mut looks = 0;
            while bench.store.query(&WAITING, params![]).await.unwrap().is_empty() {
                looks += 1;
                assert!(looks < LOOKS_MAX, "the read does not wait");
            }
            for _ in 0..READS {
                backend(&store).await;
            }
            assert!(!waiting.is_finished());
            release.send(()).unwrap();
            assert_eq!(waiting.await.unwrap().unwrap().len(), 1);
        };
        let (unit, ()) = tokio::join!(unit, reads);
        unit.unwrap();
        store.close().await;
    });
}

#[test]
fn a_closed_store_reads_no_more() {
    run(Engine::Postgres, |bench: Bench| async move {
        let store = bench.open_again(limits()).await;
        backend(&store).await;
        store.clone().close().await;
        let refused = store.query(&BACKEND, params![]).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    });
}
