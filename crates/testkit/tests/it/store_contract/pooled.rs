//! PostgreSQL behind a pooler that lends its sessions for one transaction each (LIF-05).

use std::collections::BTreeSet;

use futures_util::future::try_join_all;
use store::{Column, Migration, MigrationTree, StoreError, Tx, Value, params, settings_of_role};
use testkit::postgres::{Cluster, Pooler, execute};
use testkit::{Bench, run_pooled};

use super::tables::*;

/// Sessions behind the pooler: fewer than those who want one.
const SESSIONS: u32 = 2;
const WRITERS: i64 = 16;
/// Enough for a COPY instead of a statement over arrays.
const COPIED: i64 = 200;

store::queries! {
    ADD_TO = "update things set amount = amount + $2 where key = $1";
    LABELLED = "select key from things where label = $1";
    SETTINGS = "select current_setting('statement_timeout') as statement, \
        current_setting('default_transaction_read_only') as only_reads, current_setting('enable_seqscan') as scans";
    /// Statements that somebody left in the session.
    LEFT = "select count(*) as statements from pg_prepared_statements";
}

/// A server, and a pooler before it with [`SESSIONS`] for the role `clerk`, which has the settings that it needs.
async fn pooled() -> (Cluster, Pooler) {
    let server = Cluster::start().unwrap();
    let settings = settings_of_role(&Bench::limits(), "clerk");
    execute(server.url(), &format!("create role clerk login superuser; {settings}")).await;
    let pooler = Pooler::start(server.folder(), SESSIONS).unwrap();
    (server, pooler)
}

/// The session that a unit of work gets.
fn backend(tx: &mut Tx) -> Result<i64, StoreError> {
    tx.query_one(&BACKEND, params![])?.integer("backend")
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_two_processes_share_the_sessions_of_a_pooler() {
    let (_server, pooler) = pooled().await;
    let stores = [opened(pooler.url("clerk")).await.unwrap(), opened(pooler.url("clerk")).await.unwrap()];
    stores[0].migrate(&[&THINGS]).await.unwrap();
    for key in 0..WRITERS {
        insert(&stores[0], key).await.unwrap();
    }
    // Each process runs the same texts, whose names would meet in the sessions if they had any.
    let writes = (0..WRITERS * 8).map(|number| {
        let store = stores[usize::try_from(number % 2).unwrap()].clone();
        async move {
            let key = number % WRITERS;
            let add = move |tx: &mut Tx| {
                let session = backend(tx)?;
                tx.execute_one(&ADD, params![key, 1])?;
                let label = format!("label {key}");
                assert_eq!(tx.query_one(&LABELLED, params![label])?.integer("key")?, key);
                assert_eq!(backend(tx)?, session, "a unit of work stays in its session");
                Ok::<_, StoreError>(session)
            };
            let session = store.write_guarded("test.add", add).await?;
            assert_eq!(count(&store).await, WRITERS);
            Ok::<_, StoreError>(session)
        }
    });
    let sessions: BTreeSet<i64> = try_join_all(writes).await.unwrap().into_iter().collect();
    assert!(sessions.len() <= SESSIONS as usize, "{sessions:?}");
    let total = stores[1].query_optional(&SUM, params![]).await.unwrap().unwrap();
    assert_eq!(total.integer("total"), Ok(WRITERS * 8));
    let left = stores[1].query_optional(&LEFT, params![]).await.unwrap().unwrap();
    assert_eq!(left.integer("statements"), Ok(0), "nothing stays in a session");
    for store in stores {
        store.close().await;
    }
}

#[test]
fn lif_05_every_kind_of_statement_passes_a_pooler() {
    run_pooled(|bench| async move {
        with_tables(&bench).await;
        let fill = |tx: &mut Tx| {
            let keys: Vec<i64> = (0..COPIED).collect();
            let labels: Vec<String> = keys.iter().map(|key| format!("label {key}")).collect();
            let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
            let columns = [Column::Integers(&keys), Column::Texts(&labels), Column::Same(Value::Integer(1))];
            tx.insert_bulk(&INSERT_THING, &columns)
        };
        assert_eq!(bench.store.write("test.copy", fill).await, Ok(200));
        let change = |tx: &mut Tx| {
            tx.insert_bulk(
                &INSERT_THING,
                &[Column::Integers(&[1_000]), Column::Texts(&["few"]), Column::Integers(&[7])],
            )?;
            let left =
                tx.update_bulk(&ADD_TO, &[Column::Integers(&[5, 9_999]), Column::Integers(&[2, 2])])?;
            assert_eq!(left, [1], "the second thing is not there");
            tx.execute_one(
                &INSERT_FULL,
                params![1_001, Value::Null, vec![0_u8, 255], true, i64::MAX - 1_000],
            )?;
            let whole = tx.query_one(&THING, params![1_001])?;
            assert_eq!(whole.optional_text("label")?, None);
            assert_eq!((whole.bytes("payload")?, whole.boolean("flag")?), ([0, 255].as_slice(), true));
            let found = tx.query_bulk(&LABELLED, &[Column::Texts(&["nobody", "label 3"])])?;
            assert_eq!(found.len(), 1);
            tx.query_one(&ADD_RETURNING, params![5, 4])?.integer("amount")
        };
        assert_eq!(bench.store.write("test.change", change).await, Ok(7));
        let unfit = bench.store.query_optional(&THING, params!["text"]).await.unwrap_err();
        assert!(matches!(unfit, StoreError::Parameter { number: 1, .. }), "{unfit:?}");
        let few = bench.store.query_optional(&THING, params![]).await.unwrap_err();
        assert!(matches!(few, StoreError::Parameter { .. }), "{few:?}");
        let taken =
            bench.store.write("test.twice", |tx: &mut Tx| tx.execute_one(&INSERT_THING, params![1, "x", 1]));
        assert!(matches!(taken.await, Err(StoreError::Unique { .. })));
        assert_eq!(count(&bench.store).await, COPIED + 2);
    });
}

#[test]
fn lif_05_a_pooled_session_writes_in_units_of_work_alone() {
    run_pooled(|bench| async move {
        with_tables(&bench).await;
        insert(&bench.store, 1).await.unwrap();
        let settings = bench.store.query_optional(&SETTINGS, params![]).await.unwrap().unwrap();
        assert_eq!(settings.text("only_reads"), Ok("on"));
        assert_eq!(settings.text("scans"), Ok("off"));
        let alone = bench.store.query_optional(&ADD_RETURNING, params![1, 1]).await.unwrap_err();
        assert!(alone.to_string().contains("read-only"), "{alone}");
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_sessions_without_the_settings_are_refused_with_the_statements_that_give_them() {
    let (server, pooler) = pooled().await;
    execute(server.url(), "alter role clerk reset lock_timeout; alter role clerk set jit = on").await;
    let refused = opened(pooler.url("clerk")).await.unwrap_err().to_string();
    let (_, statements) = refused.split_once("administrator of the server: ").expect("statements");
    let (statements, _) = statements.split_once("and then").expect("their end");
    assert_eq!(statements.matches("alter role").count(), 2, "{statements}");
    execute(server.url(), statements).await;
    assert!(
        opened(pooler.url("clerk")).await.is_err(),
        "the session that stands has its settings from before"
    );
    execute(&pooler.console(), "reconnect").await;
    opened(pooler.url("clerk")).await.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_the_server_behind_a_pooler_may_begin_anew() {
    let (server, pooler) = pooled().await;
    let store = opened(pooler.url("clerk")).await.unwrap();
    store.migrate(&[&THINGS]).await.unwrap();
    insert(&store, 1).await.unwrap();
    server.restart().unwrap();
    // The first may be told of the end of its session; nothing that was said to be done is lost, and all goes on.
    let mut key = 2;
    while let Err(error) = insert(&store, key).await {
        assert!(error.is_outage(), "{error:?}");
        key += 1;
        assert!(key < 10, "the pooler finds the server again");
    }
    assert!(count(&store).await >= 2);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lif_05_an_index_beside_the_traffic_asks_for_the_server_itself() {
    static WITH_INDEX: MigrationTree = MigrationTree {
        area: "things",
        migrations: &[
            THINGS.migrations[0],
            Migration {
                version: 2,
                note: "An index that is built beside the traffic.",
                sql: "--@ beside
                    --@ expands
                    create index concurrently if not exists things_by_amount on things (amount);",
            },
        ],
    };
    let (server, pooler) = pooled().await;
    let store = opened(pooler.url("clerk")).await.unwrap();
    store.migrate(&[&THINGS]).await.unwrap();
    let refused = store.migrate(&[&WITH_INDEX]).await.unwrap_err().to_string();
    assert!(refused.contains("the address of the server itself"), "{refused}");
    let direct = opened(server.url().to_owned()).await.unwrap();
    direct.migrate(&[&WITH_INDEX]).await.unwrap();
    assert_eq!(store.migrate(&[&WITH_INDEX]).await.unwrap().applied, []);
    direct.close().await;
    store.close().await;
}
