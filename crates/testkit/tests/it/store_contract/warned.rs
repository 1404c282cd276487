//! Commits that wait for a second PostgreSQL server and are called off (LIF-05).

use store::{Store, StoreError, params};
use testkit::postgres::{Cluster, execute};

use super::tables::*;

store::queries! {
    /// Calls off commits that wait for another server; counts them.
    CALL_OFF = "select count(case when wait_event = 'SyncRep' then nullif(pg_cancel_backend(pid), false) end) as \
        commits from pg_stat_activity";
    /// Ends the connections of such commits; counts them.
    CUT_OFF = "select count(case when wait_event = 'SyncRep' then nullif(pg_terminate_backend(pid), false) end) as \
        commits from pg_stat_activity";
}

/// Runs `cut` until it has met a commit; `false` when the write ended before: the server reads new settings when it
/// comes to it.
async fn is_met<T>(operator: &Store, cut: &'static store::Query, write: &tokio::task::JoinHandle<T>) -> bool {
    while operator.query_optional(cut, params![]).await.unwrap().unwrap().integer("commits").unwrap() == 0 {
        if write.is_finished() {
            return false;
        }
        tokio::task::yield_now().await;
    }
    true
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_a_commit_that_no_second_server_has_is_not_called_done() {
    let server = Cluster::start().unwrap();
    let operator = opened(server.url().to_owned()).await.unwrap();
    operator.migrate(&[&THINGS]).await.unwrap();
    let separator = if server.url().contains('?') { '&' } else { '?' };
    // A role that is told errors alone changes nothing.
    let role = "set client_min_messages = error";
    execute(server.url(), &format!("alter role current_user {role}")).await;
    let bank =
        opened(format!("{}{separator}options=-c%20synchronous_commit%3Don", server.url())).await.unwrap();
    execute(server.url(), "alter system set synchronous_standby_names = 'absent'").await;
    execute(server.url(), "select pg_reload_conf()").await;
    let mut key = 0;
    for cut in [&CALL_OFF, &CUT_OFF] {
        let outcome = loop {
            key += 1;
            let writer = bank.clone();
            let write = tokio::spawn(async move { insert(&writer, key).await });
            if is_met(&operator, cut, &write).await {
                break write.await.unwrap();
            }
            assert_eq!(write.await.unwrap(), Ok(()), "{key}");
        };
        let is_unknown = matches!(outcome, Err(StoreError::CommitFailed { outcome_unknown: true, .. }));
        assert!(is_unknown, "{key}: {outcome:?}");
    }
    // This server has all of them, and may be the only one.
    assert_eq!(count(&operator).await, key);
    execute(server.url(), "alter system reset synchronous_standby_names").await;
    execute(server.url(), "select pg_reload_conf()").await;
    assert_eq!(insert(&bank, key + 1).await, Ok(()));
    bank.close().await;
    operator.close().await;
}
