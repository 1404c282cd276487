//! Connections to PostgreSQL that are lost or left, and those that take their places.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use store::{DynamicQuery, Store, StoreLimits, StoreLocation, params};
use testkit::Bench;
use testkit::postgres::Cluster;

use super::tables::*;

/// Connections of one process, lanes among them.
const CONNECTIONS: usize = 8;
/// Reads that wait at the moment of the loss.
const READS: usize = 400;

store::queries! {
    /// Ends the other connections of this program's kind; counts them.
    END_OTHERS = "select count(case when datname = current_database() and application_name = 'clientbank' \
        and pid <> pg_backend_pid() then nullif(pg_terminate_backend(pid), false) end) as ended from pg_stat_activity";
    /// The connections in which somebody sleeps.
    SLEEPERS = "select cast(pid as bigint) as backend from pg_stat_activity where datname = current_database() \
        and state = 'active' and wait_event = 'PgSleep'";
}

async fn backend(store: &Store) -> i64 {
    store.query_optional(&BACKEND, params![]).await.unwrap().unwrap().integer("backend").unwrap()
}

/// A program with so many connections to a server of its own, and an operator beside it.
async fn program(server: &Cluster, connections: usize) -> (Store, Store) {
    let location = StoreLocation::Postgres { url: server.url().to_owned(), password_file: None };
    let limits = StoreLimits { postgres_connections_max: connections, ..Bench::limits() };
    let program = Store::open(&location, limits).await.unwrap();
    (program, opened(server.url().to_owned()).await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_reads_that_wait_after_a_failover_open_no_more_connections_than_there_may_be() {
    let server = Cluster::start().unwrap();
    let (program, operator) = program(&server, CONNECTIONS).await;
    join_all((0..READS).map(|_| backend(&program))).await;
    let ended = operator.query_optional(&END_OTHERS, params![]).await.unwrap().unwrap();
    assert!(ended.integer("ended").unwrap() > 0);
    let used: BTreeSet<i64> = join_all((0..READS).map(|_| backend(&program))).await.into_iter().collect();
    assert!(used.len() <= CONNECTIONS, "{} connections", used.len());
    program.close().await;
    operator.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_nobody_waits_behind_the_statement_of_a_caller_that_left() {
    let server = Cluster::start().unwrap();
    // Too few connections for one that reads share.
    let (program, operator) = program(&server, 2).await;
    let mut sleep = DynamicQuery::new("test.sleep");
    sleep.sql("select cast(pg_sleep(20) as text) as slept");
    let reader = program.clone();
    let reading = tokio::spawn(async move { reader.query_dynamic(sleep).await });
    let sleeper = loop {
        let sleepers = operator.query(&SLEEPERS, params![]).await.unwrap();
        if let Some(row) = sleepers.first() {
            break row.integer("backend").unwrap();
        }
    };
    reading.abort();
    assert!(reading.await.unwrap_err().is_cancelled(), "the caller has left");
    for found in join_all((0..4).map(|_| backend(&program))).await {
        assert_ne!(found, sleeper);
    }
    program.close().await;
    operator.close().await;
}
