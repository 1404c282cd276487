//! Failures, retries, wake-ups and the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use jobs::{ATTEMPTS_MAX, JobError, Lease, Next, Wake};
use kernel::Clock;
use store::Tx;
use testkit::{Bench, on_both_engines};
use tokio::sync::watch;

use crate::things::*;

fn failing(error: JobError) -> With<impl Fn(Lease) -> std::future::Ready<Result<Next, JobError>>> {
    With(move |_| std::future::ready(Err(error.clone())))
}

on_both_engines! {
    async fn failures_are_tried_again_later_and_later_and_then_given_up(bench: Bench) {
        with_job(&bench, "a").await;
        let runner = runner(&bench, 1).with(COUNT, 1, failing(JobError::Failed("no paper".to_owned())));
        let mut waited = Vec::new();
        for attempt in 1..ATTEMPTS_MAX {
            assert_eq!(runner.drain().await, Ok(1));
            let failed = Some((i64::from(attempt), false, Some("no paper".to_owned())));
            assert_eq!(job(&bench.store, "a").await, failed);
            let mut seconds = 0;
            while jobs_due(&bench).await == 0 {
                bench.clock.advance_seconds(1);
                seconds += 1;
            }
            waited.push(seconds);
        }
        assert_eq!(waited, [1, 2, 4, 8, 16, 32, 64]);
        assert_eq!(runner.drain().await, Ok(1));
        // The handler brought the thing to an end in the same unit of work; the job is left for operators.
        assert_eq!(thing(&bench.store, "a").await, (0, Some("no paper".to_owned())));
        assert_eq!(job(&bench.store, "a").await, Some((8, true, Some("no paper".to_owned()))));
        bench.clock.advance_seconds(1_000_000);
        assert_eq!(runner.drain().await, Ok(0));
        let waiting = jobs::waiting(&bench.store).await.unwrap();
        assert_eq!((waiting[0].kind.as_str(), waiting[0].jobs, waiting[0].given_up), ("test.count", 1, 1));
    }

    async fn a_panic_costs_its_attempt_only(bench: Bench) {
        with_job(&bench, "a").await;
        let attempts = Arc::new(AtomicU32::new(0));
        let (store, clock) = (bench.store.clone(), bench.clock.clone());
        let panicking = With(move |lease| {
            assert!(attempts.fetch_add(1, Ordering::SeqCst) > 0, "a fault of the test");
            count_once(store.clone(), lease, clock.now())
        });
        let runner = runner(&bench, 1).with(COUNT, 1, panicking);
        assert_eq!(runner.drain().await, Ok(1));
        let (attempts, _, failure) = job(&bench.store, "a").await.unwrap();
        assert!(attempts == 1 && failure.unwrap().contains("panicked"));
        bench.clock.advance_seconds(1);
        assert_eq!(runner.drain().await, Ok(1));
        assert_eq!(thing(&bench.store, "a").await.0, 1);
    }

    async fn work_that_goes_on_later_is_no_failure(bench: Bench) {
        with_job(&bench, "a").await;
        let clock = bench.clock.clone();
        let later = With(move |_| std::future::ready(Ok(Next::Again(clock.now().plus_seconds(10)))));
        let runner = runner(&bench, 1).with(COUNT, 1, later);
        for _ in 0..2 * ATTEMPTS_MAX {
            assert_eq!(runner.drain().await, Ok(1));
            assert_eq!(job(&bench.store, "a").await, Some((0, false, None)));
            bench.clock.advance_seconds(10);
        }
    }

    async fn a_running_process_is_woken_and_stops_in_order(bench: Bench) {
        with_tables(&bench).await;
        let (wake, (stop, stopped)) = (Wake::default(), watch::channel(false));
        let (done, mut is_done) = watch::channel(0_u32);
        let (store, clock) = (bench.store.clone(), bench.clock.clone());
        let counting = With(move |lease| {
            let (store, now, done) = (store.clone(), clock.now(), done.clone());
            async move {
                let next = count_once(store, lease, now).await;
                done.send_modify(|count| *count += 1);
                next
            }
        });
        let runner = runner_on(&bench, bench.store.clone(), 1, wake.clone());
        let running = tokio::spawn(runner.with(COUNT, 2, counting).run(stopped));
        for (name, expected) in [("a", 1), ("b", 2), ("c", 3)] {
            add(&bench, name, bench.clock.now()).await;
            wake.notify(COUNT);
            is_done.wait_for(|count| *count == expected).await.unwrap();
        }
        stop.send(true).unwrap();
        running.await.unwrap();
        add(&bench, "d", bench.clock.now()).await;
        wake.notify(COUNT);
        assert_eq!(thing(&bench.store, "d").await.0, 0);
    }

    async fn who_is_alone_waits_for_those_at_work_and_keeps_the_others_away(bench: Bench) {
        with_tables(&bench).await;
        let (wake, (_stop, stopped)) = (Wake::default(), watch::channel(false));
        let (begun, mut is_begun) = watch::channel(0_u32);
        let (gate, held) = watch::channel(false);
        let (store, clock) = (bench.store.clone(), bench.clock.clone());
        let waiting = With(move |lease| {
            let (store, now, begun, mut held) = (store.clone(), clock.now(), begun.clone(), held.clone());
            async move {
                begun.send_modify(|count| *count += 1);
                held.wait_for(|is_open| *is_open).await.unwrap();
                count_once(store, lease, now).await
            }
        });
        let runner = runner_on(&bench, bench.store.clone(), 1, wake.clone()).with(COUNT, 2, waiting);
        tokio::spawn(runner.clone().run(stopped));
        add(&bench, "a", bench.clock.now()).await;
        wake.notify(COUNT);
        is_begun.wait_for(|count| *count == 1).await.unwrap();
        let mut alone = Box::pin(runner.alone());
        tokio::select! {
            biased;
            _ = &mut alone => panic!("somebody is at work"),
            () = tokio::task::yield_now() => {}
        }
        gate.send(true).unwrap();
        let alone = alone.await.unwrap();
        assert_eq!(thing(&bench.store, "a").await.0, 1);
        // Whoever is alone does the job that comes meanwhile.
        add(&bench, "b", bench.clock.now()).await;
        wake.notify(COUNT);
        tokio::task::yield_now().await;
        assert_eq!(runner.drain().await, Ok(1));
        drop(alone);
        add(&bench, "c", bench.clock.now()).await;
        wake.notify(COUNT);
        is_begun.wait_for(|count| *count == 3).await.unwrap();
        assert_eq!(thing(&bench.store, "b").await.0, 1);
    }

    async fn the_end_of_a_lease_at_what_is_due_is_known(bench: Bench) {
        with_tables(&bench).await;
        let now = bench.clock.now();
        add(&bench, "a", now).await;
        let kinds = || [COUNT].into_iter();
        assert_eq!(jobs::leased_until(&bench.store, kinds(), now).await, Ok(None));
        let (taken, mut is_taken) = watch::channel(false);
        let held = With(move |_: Lease| {
            taken.send_replace(true);
            std::future::pending::<Result<Next, JobError>>()
        });
        let runner = runner(&bench, 30).with(COUNT, 1, held);
        let working = tokio::spawn(async move { runner.drain().await });
        is_taken.wait_for(|is_taken| *is_taken).await.unwrap();
        let until = jobs::leased_until(&bench.store, kinds(), now).await.unwrap();
        assert_eq!(until, Some(now.plus_seconds(30)));
        assert_eq!(jobs::leased_until(&bench.store, kinds(), now.plus_seconds(30)).await, Ok(None));
        working.abort();
    }

    async fn kinds_do_not_touch_each_other(bench: Bench) {
        with_job(&bench, "a").await;
        let now = bench.clock.now();
        bench.store.write("test.other", move |tx: &mut Tx| jobs::enqueue(tx, OTHER, "a", now)).await.unwrap();
        assert_eq!(runner(&bench, 1).with(OTHER, 1, counting(&bench)).drain().await, Ok(1));
        assert!(job(&bench.store, "a").await.is_some());
    }

    async fn a_key_has_its_bounds(bench: Bench) {
        with_tables(&bench).await;
        let now = bench.clock.now();
        for (key, fits) in [(String::new(), false), ("k".repeat(128), true), ("k".repeat(129), false)] {
            let put = bench.store.write("test.put", move |tx: &mut Tx| jobs::enqueue(tx, OTHER, &key, now)).await;
            assert_eq!(put.is_ok(), fits);
        }
    }
}

/// Tells whether the only job is due, seen from outside: a worker of another kind would not touch it.
async fn jobs_due(bench: &Bench) -> usize {
    let now = bench.clock.now();
    let due = bench.store.query(&DUE, store::params![COUNT.name(), now]).await.unwrap();
    due.len()
}

store::queries! {
    /// Jobs whose moment has come.
    DUE = "select job_key from jobs where kind = $1 and run_at_us <= $2 and not is_given_up";
}
