//! A failed database counts nothing against a job.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jobs::{
    ATTEMPTS_MAX, DEATHS_MAX, Handler, JobError, JobKind, Lease, Next, OUTAGE_PAUSE_MAX_S, Runner,
    RunnerSettings, Wake, Worker,
};
use kernel::{Clock, SeededRandomness};
use store::{StoreError, Tx, params};
use testkit::{Bench, Disk, Engine, FoundBy, on_both_engines};
use tokio::sync::{oneshot, watch};
use tokio::task::{JoinHandle, yield_now};
use tracing::field::Field;
use tracing::{Event, Metadata, Subscriber, span};

use crate::things::*;

const CUT_OFF_ON_SQLITE: JobKind = JobKind::new("test.cut_off_on_sqlite", "thing", "Is cut off");
const CUT_OFF_ON_POSTGRES: JobKind = JobKind::new("test.cut_off_on_postgres", "thing", "Is cut off");
/// Longer than any pause.
const PAUSE_S_MAX: i64 = 600;

store::queries! {
    /// More than fits into the pages that are there.
    GROW = "update things set done = done + 1, ended = $2 where name = $1";
    /// Until when a job is leased, and how many workers have died at it.
    ROW = "select leased_until_us, deaths from jobs where kind = $1 and job_key = $2";
    DUE = "select job_key from jobs where kind = $1 and job_key = $2 and run_at_us <= $3";
}

/// Every line that the tests of this file log.
static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Keeps the messages of the log.
struct Lines;

impl Subscriber for Lines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut |field: &Field, value: &dyn Debug| {
            if field.name() == "message" {
                LINES.lock().unwrap().push(format!("{value:?}"));
            }
        });
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

/// Writes a lot, and then completes the job.
async fn grow(store: store::Store, lease: Lease, now: kernel::Instant) -> Result<Next, JobError> {
    let unit = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        tx.execute_one(&GROW, params![lease.key(), "x".repeat(100_000)])?;
        lease.complete(tx)
    };
    store.write("test.grow", unit).await?;
    Ok(Next::Completed)
}

on_both_engines! {
    async fn a_store_that_fails_uses_up_no_attempt_and_is_asked_at_least_twice_a_minute(bench: Bench) {
        with_tables(&bench).await;
        let unknown = StoreError::CommitFailed { outcome_unknown: true, reason: "the connection broke".to_owned() };
        for error in [StoreError::Busy("others".to_owned()), StoreError::Unavailable("away".to_owned()), unknown] {
            let name = match error { StoreError::Busy(_) => "a", StoreError::Unavailable(_) => "b", _ => "c" };
            add(&bench, name, bench.clock.now()).await;
            let failing = With(move |_| std::future::ready(Err(JobError::Store(error.clone()))));
            let runner = runner(&bench, 1).with(COUNT, 1, failing);
            let mut waited = Vec::new();
            for _ in 0..3 * ATTEMPTS_MAX {
                assert_eq!(runner.drain().await, Ok(1));
                let mut seconds = 0;
                while !is_due(&bench, name).await {
                    bench.clock.advance_seconds(1);
                    seconds += 1;
                }
                waited.push(seconds);
            }
            assert_eq!(waited[..8], [1, 2, 4, 8, 16, 30, 30, 30]);
            assert!(waited[8..].iter().all(|seconds| *seconds == OUTAGE_PAUSE_MAX_S), "{waited:?}");
            let (failures, is_given_up, _) = job(&bench.store, name).await.unwrap();
            assert_eq!((failures, is_given_up), (0, false));
            let cancel = move |tx: &mut Tx| jobs::cancel(tx, COUNT, name);
            assert_eq!(bench.store.write("test.cancel", cancel).await, Ok(true), "{name}");
        }
    }

    async fn a_thing_that_was_changed_meanwhile_is_looked_at_again_soon_and_no_worker_counts_as_dead(bench: Bench) {
        with_job(&bench, "a").await;
        let tries = Arc::new(std::sync::atomic::AtomicU32::new(0));
        let (store, clock, tried) = (bench.store.clone(), bench.clock.clone(), Arc::clone(&tries));
        let changed = With(move |lease| {
            let is_free = tried.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == ATTEMPTS_MAX + DEATHS_MAX;
            let (store, now) = (store.clone(), clock.now());
            async move { if is_free { count_once(store, lease, now).await } else { Err(JobError::Changed) } }
        });
        let runner = runner(&bench, 1).with(COUNT, 1, changed);
        for _ in 0..ATTEMPTS_MAX + DEATHS_MAX {
            assert_eq!(runner.drain().await, Ok(1));
            let (failures, is_given_up, reason) = job(&bench.store, "a").await.unwrap();
            assert_eq!((failures, is_given_up), (0, false));
            assert!(reason.unwrap().contains("changed meanwhile"));
            assert_eq!(row(&bench, "a").await, Some((0, 0)), "free at once, and no death");
            bench.clock.advance_seconds(OUTAGE_PAUSE_MAX_S);
        }
        assert_eq!(runner.drain().await, Ok(1));
        assert_eq!((thing(&bench.store, "a").await.0, job(&bench.store, "a").await), (1, None));
    }

    async fn a_commit_that_a_constraint_stops_is_the_error_of_its_job(bench: Bench) {
        with_job(&bench, "a").await;
        let known = StoreError::CommitFailed { outcome_unknown: false, reason: "a constraint".to_owned() };
        let failing = With(move |_| std::future::ready(Err(JobError::Store(known.clone()))));
        let runner = runner(&bench, 1).with(COUNT, 1, failing);
        for _ in 0..ATTEMPTS_MAX {
            assert_eq!(runner.drain().await, Ok(1));
            bench.clock.advance_seconds(PAUSE_S_MAX);
        }
        assert!(job(&bench.store, "a").await.unwrap().1);
    }

    async fn a_full_disk_gives_nothing_up(bench: Bench) {
        with_tables(&bench).await;
        let disk = Disk::under(&bench, &["things"]).await;
        add(&bench, "a", bench.clock.now()).await;
        let (store, clock) = (bench.store.clone(), bench.clock.clone());
        let growing = With(move |lease| grow(store.clone(), lease, clock.now()));
        let runner = runner(&bench, 1).with(COUNT, 1, growing);
        for found_by in [FoundBy::Statement, FoundBy::Commit] {
            disk.fill(found_by).await;
            for _ in 0..2 * (ATTEMPTS_MAX + DEATHS_MAX) {
                assert_eq!(runner.drain().await, Ok(1));
                let (failures, is_given_up, reason) = job(&bench.store, "a").await.unwrap();
                assert_eq!((failures, is_given_up), (0, false), "{reason:?}");
                assert!(reason.unwrap().contains("unavailable"));
                bench.clock.advance_seconds(PAUSE_S_MAX);
            }
            assert_eq!(thing(&bench.store, "a").await, (0, None));
        }
        disk.free().await;
        assert_eq!(runner.drain().await, Ok(1));
        assert_eq!((thing(&bench.store, "a").await.0, job(&bench.store, "a").await), (1, None));
    }

    async fn a_living_process_does_not_take_its_own_job_for_dead_and_gives_it_back_when_it_stops(bench: Bench) {
        with_job(&bench, "a").await;
        let (store, clock) = (bench.store.clone(), bench.clock.clone());
        let (tell, told) = oneshot::channel();
        let tell = std::sync::Mutex::new(Some(tell));
        let (done, mut is_done) = watch::channel(0_u32);
        let handler = With(move |lease: Lease| {
            let first = tell.lock().unwrap().take();
            let (store, now, done) = (store.clone(), clock.now(), done.clone());
            async move {
                if let Some(tell) = first {
                    tell.send(()).unwrap();
                    std::future::pending::<()>().await;
                }
                let next = count_once(store, lease, now).await;
                done.send_modify(|count| *count += 1);
                next
            }
        });
        let (stop, stopped) = watch::channel(false);
        let settings = RunnerSettings {
            poll: Duration::from_millis(5),
            stop_wait: Duration::from_millis(20),
            ..RunnerSettings::default()
        };
        let running = tokio::spawn(with_settings(&bench, settings).with(COUNT, 2, handler).run(stopped));
        told.await.unwrap();
        // Its lease ends, and the process looks for due jobs: it finds the other job, and no dead one.
        bench.clock.advance_seconds(31);
        for (name, expected) in [("b", 1), ("c", 2)] {
            add(&bench, name, bench.clock.now()).await;
            is_done.wait_for(|count| *count == expected).await.unwrap();
        }
        assert_eq!(thing(&bench.store, "a").await, (0, None));
        // It stops in order, and releases its unfinished job: another process goes on at once, and no death is
        // counted.
        stop.send(true).unwrap();
        running.await.unwrap();
        assert_eq!(row(&bench, "a").await, Some((0, 0)));
        assert_eq!(runner(&bench, 4).with(COUNT, 1, counting(&bench)).drain().await, Ok(1));
        assert_eq!(thing(&bench.store, "a").await.0, 1);
    }

    async fn an_outage_is_logged_when_it_begins_and_when_it_ends_and_not_at_each_look(bench: Bench) {
        let kind = match bench.engine { Engine::Sqlite => CUT_OFF_ON_SQLITE, Engine::Postgres => CUT_OFF_ON_POSTGRES };
        tracing::subscriber::set_global_default(Lines).ok();
        with_tables(&bench).await;
        let (looks, mut looked) = watch::channel(0_u32);
        let looks = Arc::new(looks);
        let worker = Worker::new(kind, 1, counting(&bench)).looking(Arc::new(move || {
            let looks = Arc::clone(&looks);
            Box::pin(async move {
                looks.send_modify(|count| *count += 1);
                // The first of two outages ends at the fourth look, the other at the eighth.
                let is_there = *looks.borrow() % 4 == 0;
                if is_there { Ok(()) } else { Err(StoreError::Unavailable("away".to_owned())) }
            })
        }));
        let (stop, stopped) = watch::channel(false);
        let settings = RunnerSettings { poll: Duration::from_millis(1), ..RunnerSettings::default() };
        let running = tokio::spawn(with_settings(&bench, settings).with_workers(vec![worker]).run(stopped));
        looked.wait_for(|count| *count == 9).await.unwrap();
        stop.send(true).unwrap();
        running.await.unwrap();
        let own = format!("jobs {} ", kind.name());
        let lines = LINES.lock().unwrap();
        let told: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(own.as_str())).collect();
        let (begun, ended) = ("cannot be leased: the database is unavailable: away", "are leased again");
        assert_eq!(told[..5], [begun, ended, begun, ended, begun]);
    }

    async fn a_lease_is_kept_while_its_worker_waits_outside_of_the_database(bench: Bench) {
        with_job(&bench, "a").await;
        let (answer, answered) = oneshot::channel::<()>();
        let answered = std::sync::Mutex::new(Some(answered));
        let (store, clock) = (bench.store.clone(), bench.clock.clone());
        let waiting = With(move |lease: Lease| {
            let answered = answered.lock().unwrap().take().unwrap();
            let (store, clock) = (store.clone(), clock.clone());
            async move {
                lease.keep(&store, &*clock, answered).await?.unwrap();
                count_once(store, lease, clock.now()).await
            }
        });
        let slow = with_short_lease(&bench, waiting);
        // The clock goes on by a lease at a time; each time the lease is renewed.
        for _ in 0..20 {
            let expected = bench.clock.now().microseconds() + 30_000;
            while row(&bench, "a").await.map(|(until, _)| until) != Some(expected) {
                yield_now().await;
            }
            assert_eq!(runner(&bench, 6).with(COUNT, 1, counting(&bench)).drain().await, Ok(0));
            bench.clock.set(kernel::Instant::from_microseconds(bench.clock.now().microseconds() + 30_000));
        }
        answer.send(()).unwrap();
        assert_eq!(slow.await.unwrap(), Ok(1));
        assert_eq!(thing(&bench.store, "a").await.0, 1);
    }

    async fn a_worker_that_waits_learns_that_its_job_was_taken(bench: Bench) {
        with_job(&bench, "a").await;
        let (store, clock) = (bench.store.clone(), bench.clock.clone());
        let (ended, has_ended) = oneshot::channel();
        let ended = std::sync::Mutex::new(Some(ended));
        let waiting = With(move |lease: Lease| {
            let (store, clock, ended) = (store.clone(), clock.clone(), ended.lock().unwrap().take().unwrap());
            async move {
                let kept = lease.keep(&store, &*clock, std::future::pending::<()>()).await;
                ended.send(kept.clone()).unwrap();
                kept.map(|()| Next::Completed)
            }
        });
        let slow = with_short_lease(&bench, waiting);
        while row(&bench, "a").await.is_none_or(|(until, _)| until == 0) {
            yield_now().await;
        }
        assert_eq!(bench.store.write("test.cancel", |tx: &mut Tx| jobs::cancel(tx, COUNT, "a")).await, Ok(true));
        assert_eq!(has_ended.await, Ok(Err(JobError::Lost)));
        assert_eq!(slow.await.unwrap(), Ok(1));
    }
}

/// Works with leases of 30 milliseconds.
fn with_short_lease(bench: &Bench, handler: impl Handler) -> JoinHandle<store::Result<usize>> {
    let short = RunnerSettings { lease: Duration::from_millis(30), ..RunnerSettings::default() };
    let runner = with_settings(bench, short);
    tokio::spawn(async move { runner.with(COUNT, 1, handler).drain().await })
}

fn with_settings(bench: &Bench, settings: RunnerSettings) -> Runner {
    let (clock, randomness): (Arc<dyn Clock>, _) = (bench.clock.clone(), Arc::new(SeededRandomness::new(5)));
    Runner::new(bench.store.clone(), clock, randomness, Wake::default(), settings)
}

/// Until when the job is leased, and how many workers have died at it.
async fn row(bench: &Bench, name: &str) -> Option<(i64, i64)> {
    let row = bench.store.query_optional(&ROW, params![COUNT.name(), name]).await.unwrap()?;
    Some((row.integer("leased_until_us").unwrap(), row.integer("deaths").unwrap()))
}

async fn is_due(bench: &Bench, name: &str) -> bool {
    let values = params![COUNT.name(), name, bench.clock.now()];
    bench.store.query_optional(&DUE, values).await.unwrap().is_some()
}
