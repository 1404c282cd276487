//! Units that fail, and the units beside them that do not.

use std::sync::mpsc::{Sender, channel};

use futures_util::future::join_all;
use store::{Store, StoreError, Tx, params};
use testkit::{Bench, Disk, FoundBy, on_both_engines};
use tokio::task::JoinHandle;

use super::tables::*;

/// A unit that waits inside, so that on SQLite later ones share its commit. It has its row before it waits: on
/// PostgreSQL later ones run beside it.
async fn held_unit(store: &Store) -> (Sender<()>, JoinHandle<Result<(), StoreError>>) {
    let (mut halt, is_held, release) = halt();
    let store = store.clone();
    let unit = move |tx: &mut Tx| {
        tx.execute_one(&INSERT_THING, params![1_000, "held", 0])?;
        halt();
        Ok(())
    };
    let held = tokio::spawn(async move { store.write("held", unit).await });
    is_held.await.unwrap();
    (release, held)
}

store::queries! {
    /// The bytes of the last probe's text on the disk.
    PROBE_SIZE = "select max(bytes) as bytes from test_sizes";
    /// Rows of probes that were not taken away.
    PROBES_LEFT = "select count(*) as probes from room_probe";
    /// The table as the version before this one has it.
    OLD_PROBE = "create table room_probe (filler text not null)";
    DROP_PROBE = "drop table room_probe";
    OLD_TAKE = "insert into room_probe (filler) values ($1)";
    OLD_GIVE_BACK = "delete from room_probe where filler = $1";
}

on_both_engines! {
    async fn a_panic_fails_its_own_unit_alone(bench: Bench) {
        with_tables(&bench).await;
        let (release, held) = held_unit(&bench.store).await;
        let units = begun((0..10_i64).map(|key| {
            bench.store.write("sometimes panics", move |tx| {
                tx.execute_one(&INSERT_THING, params![key, key.to_string(), 0])?;
                assert!(key % 2 == 0, "unit {key} panics");
                Ok::<_, StoreError>(())
            })
        })).await;
        release.send(()).unwrap();
        assert_eq!(held.await.unwrap(), Ok(()));
        for (key, outcome) in join_all(units).await.into_iter().enumerate() {
            let panicked = StoreError::Panicked { unit: "sometimes panics", message: format!("unit {key} panics") };
            assert_eq!(outcome, if key % 2 == 0 { Ok(()) } else { Err(panicked) });
        }
        assert_eq!(count(&bench.store).await, 6);
    }

    async fn a_failure_after_a_change_takes_no_other_unit_with_it(bench: Bench) {
        with_tables(&bench).await;
        let (release, held) = held_unit(&bench.store).await;
        let units = begun((0..12_i64).map(|key| {
            bench.store.write("sometimes fails", move |tx| {
                tx.execute_one(&INSERT_THING, params![key, key.to_string(), 0])?;
                match key % 3 {
                    // The key of the unit that is held, and a refusal of its own.
                    1 => tx.execute_one(&INSERT_THING, params![1_000, "again", 0]),
                    2 => Err(StoreError::Busy("planned".to_owned())),
                    _ => Ok(()),
                }
            })
        })).await;
        release.send(()).unwrap();
        assert_eq!(held.await.unwrap(), Ok(()));
        for (key, outcome) in join_all(units).await.into_iter().enumerate() {
            match key % 3 {
                1 => assert!(matches!(outcome, Err(StoreError::Unique { .. })), "{outcome:?}"),
                2 => assert_eq!(outcome, Err(StoreError::Busy("planned".to_owned()))),
                _ => assert_eq!(outcome, Ok(())),
            }
        }
        let rows = bench.store.query(&ALL_THINGS, params![]).await.unwrap();
        let keys: Vec<i64> = rows.iter().map(|row| row.integer("key").unwrap()).collect();
        assert_eq!(keys, [0, 3, 6, 9, 1_000]);
    }

    async fn a_refusal_before_any_change_lets_no_other_unit_run_again(bench: Bench) {
        with_tables(&bench).await;
        insert(&bench.store, 500).await.unwrap();
        let (release, held) = held_unit(&bench.store).await;
        let (ran, runs) = channel();
        let units = begun((0..9_i64).map(|key| {
            let ran = ran.clone();
            bench.store.write("sometimes refuses", move |tx| {
                ran.send(key).unwrap();
                match key % 3 {
                    1 => tx.execute_one(&INSERT_THING, params![500, "taken", 0]),
                    2 => tx.execute_one(&RELABEL, params![500, "not its label", "another"]),
                    _ => tx.execute_one(&INSERT_THING, params![key, key.to_string(), 0]),
                }
            })
        })).await;
        drop(ran);
        release.send(()).unwrap();
        assert_eq!(held.await.unwrap(), Ok(()));
        for (key, outcome) in join_all(units).await.into_iter().enumerate() {
            assert_eq!(outcome.is_ok(), key % 3 == 0, "{outcome:?}");
        }
        assert_eq!(count(&bench.store).await, 5);
        // On PostgreSQL units that meet may run again.
        if bench.engine == testkit::Engine::Sqlite {
            assert_eq!(runs.iter().count(), 9);
        }
    }

    async fn a_panic_in_a_read_unit_leaves_its_connection_usable(bench: Bench) {
        with_tables(&bench).await;
        for _ in 0..40 {
            let result: Result<(), StoreError> = bench.store.read("panics", |_| panic!("on purpose")).await;
            assert_eq!(result, Err(StoreError::Panicked { unit: "panics", message: "on purpose".to_owned() }));
        }
        assert_eq!(count(&bench.store).await, 0);
    }

    async fn a_failed_statement_costs_the_unit_even_when_ignored(bench: Bench) {
        with_tables(&bench).await;
        insert(&bench.store, 1).await.unwrap();
        let result: Result<(), StoreError> = bench.store.write("ignores", |tx| {
            tx.execute_one(&INSERT_THING, params![2, "two", 0])?;
            let failed = tx.execute(&INSERT_THING, params![1, "again", 0]);
            assert_eq!(tx.execute(&INSERT_THING, params![3, "three", 0]), failed);
            Ok(())
        }).await;
        assert!(matches!(result, Err(StoreError::FailureIgnored { unit: "ignores", .. })), "{result:?}");
        assert_eq!(count(&bench.store).await, 1);
        insert(&bench.store, 2).await.unwrap();
    }

    async fn a_failed_commit_keeps_nothing_and_tells_everybody(bench: Bench) {
        with_tables(&bench).await;
        let (release, held) = held_unit(&bench.store).await;
        let units = begun((0..8_i64).map(|key| {
            bench.store.write("orphan", move |tx| {
                tx.execute_one(&INSERT_THING, params![key, key.to_string(), 0])?;
                // The key it names never comes to be: the engine finds out when it commits.
                tx.execute_one(&INSERT_PART, params![key, 5_000])
            })
        })).await;
        release.send(()).unwrap();
        for outcome in join_all(units).await {
            assert!(
                matches!(outcome, Err(StoreError::CommitFailed { outcome_unknown: false, .. })),
                "{outcome:?}"
            );
        }
        // On SQLite the held unit shares the commit that failed; on PostgreSQL it has its own.
        let expected = match bench.engine {
            testkit::Engine::Sqlite => {
                assert!(matches!(held.await.unwrap(), Err(StoreError::CommitFailed { .. })));
                0
            }
            testkit::Engine::Postgres => {
                assert_eq!(held.await.unwrap(), Ok(()));
                1
            }
        };
        assert_eq!(count(&bench.store).await, expected);
        insert(&bench.store, 1).await.unwrap();
        assert_eq!(count(&bench.store).await, expected + 1);
    }

    async fn operator_04_the_row_of_a_probe_takes_as_much_room_as_it_has_letters(bench: Bench) {
        with_tables(&bench).await;
        if let store::StoreLocation::Postgres { url, .. } = &bench.location {
            testkit::postgres::execute(url, "create table test_sizes (bytes bigint not null);
                create function test_size() returns trigger language plpgsql as $$ begin
                    insert into test_sizes select pg_column_size(filler) from room_probe;
                    return null;
                end $$;
                create trigger test_size after insert on room_probe for each row execute function test_size()")
            .await;
            bench.store.ping(&*bench.randomness).await.unwrap();
            let row = bench.store.query_optional(&PROBE_SIZE, params![]).await.unwrap().unwrap();
            assert!(row.integer("bytes").unwrap() > 60_000, "{:?}", row.integer("bytes"));
        } else {
            bench.store.ping(&*bench.randomness).await.unwrap();
        }
        let left = bench.store.query_optional(&PROBES_LEFT, params![]).await.unwrap().unwrap();
        assert_eq!(left.integer("probes"), Ok(0));
    }

    async fn operator_05_the_table_of_a_version_without_a_key_gets_one(bench: Bench) {
        // As the version before made it.
        let make = |tx: &mut Tx| -> Result<(), StoreError> {
            tx.execute(&DROP_PROBE, params![])?;
            tx.execute(&OLD_PROBE, params![]).map(drop)
        };
        bench.migrate(&[]).await;
        bench.store.write("test.old_table", make).await.unwrap();
        bench.migrate(&[]).await;
        assert_eq!(bench.store.ping(&*bench.randomness).await, Ok(()));
        // That version goes on beside this one.
        let old = |tx: &mut Tx| -> Result<u64, StoreError> {
            tx.execute_one(&OLD_TAKE, params!["-"])?;
            tx.execute(&OLD_GIVE_BACK, params!["-"])
        };
        assert_eq!(bench.store.write_guarded("test.old_probe", old).await, Ok(1));
    }

    async fn a_full_disk_is_found_by_who_asks_for_room_and_is_free_again_afterwards(bench: Bench) {
        with_tables(&bench).await;
        let disk = Disk::under(&bench, &["room_probe", "things"]).await;
        for found_by in [FoundBy::Statement, FoundBy::Commit] {
            disk.fill(found_by).await;
            let asked = bench.store.ping(&*bench.randomness).await.unwrap_err();
            let is_full = |reason: &str| reason.contains("full") || reason.contains("extend file");
            assert!(matches!(&asked, StoreError::Unavailable(reason) if is_full(reason)), "{asked}");
            // The reason is not lost where the engine gives up all units of a commit.
            let (label, now) = ("x".repeat(100_000), 1_i64);
            let grow = move |tx: &mut Tx| tx.execute_one(&INSERT_THING, params![now, label.clone(), 0]);
            let refused = bench.store.write("test.grow", grow).await.unwrap_err();
            assert!(refused.is_temporary(), "{refused}");
            disk.free().await;
            assert_eq!(bench.store.ping(&*bench.randomness).await, Ok(()));
        }
        assert_eq!(count(&bench.store).await, 0);
    }

    async fn a_caller_that_stops_waiting_tears_nothing(bench: Bench) {
        with_tables(&bench).await;
        let (release, held) = held_unit(&bench.store).await;
        let (running, is_running) = channel();
        let mut units = begun((0..20_i64).map(|key| {
            let running = running.clone();
            bench.store.write("cancelled", move |tx| {
                running.send(key).unwrap();
                tx.execute_one(&INSERT_THING, params![2 * key, format!("a {key}"), 0])?;
                tx.execute_one(&INSERT_THING, params![2 * key + 1, format!("b {key}"), 0])
            })
        })).await;
        drop(running);
        // Every other caller stops waiting before the unit begins.
        let mut kept = Vec::new();
        for (key, unit) in units.drain(..).enumerate() {
            if key % 2 == 0 {
                kept.push(unit);
            }
        }
        release.send(()).unwrap();
        assert!(join_all(kept).await.iter().all(Result::is_ok));
        // The unit that was held ends whole although others around it were dropped.
        assert_eq!(held.await.unwrap(), Ok(()));
        let ran: Vec<i64> = tokio::task::spawn_blocking(move || is_running.iter().collect()).await.unwrap();
        insert(&bench.store, 2_000).await.unwrap();
        let rows = bench.store.query(&ALL_THINGS, params![]).await.unwrap();
        let keys: Vec<i64> = rows.iter().map(|row| row.integer("key").unwrap()).collect();
        for key in 0..20 {
            assert_eq!(keys.contains(&(2 * key)), keys.contains(&(2 * key + 1)), "unit {key} is torn");
            assert_eq!(ran.contains(&key), keys.contains(&(2 * key)));
            assert!(key % 2 == 1 || keys.contains(&(2 * key)), "unit {key} was waited for");
            // On PostgreSQL a unit that has its connection goes on without its caller.
            let is_absent = key % 2 == 1 && bench.engine == testkit::Engine::Sqlite;
            assert!(!(is_absent && ran.contains(&key)), "nobody waits for unit {key}");
        }
        assert!(keys.contains(&2_000));
    }

    async fn a_running_unit_is_finished_without_its_caller(bench: Bench) {
        with_tables(&bench).await;
        let (release, held) = held_unit(&bench.store).await;
        held.abort();
        assert!(held.await.unwrap_err().is_cancelled());
        // Closing waits for every unit at work.
        let closing = begun([bench.store.clone().close()]).await.remove(0);
        release.send(()).unwrap();
        closing.await;
        let again = bench.open_again(Bench::limits()).await;
        assert_eq!(count(&again).await, 1);
        again.close().await;
    }
}
