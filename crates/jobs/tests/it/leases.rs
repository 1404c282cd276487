//! The right to work at a job: its holders and its end.

use std::sync::{Arc, Mutex};

use jobs::{JobError, Lease, Next};
use kernel::Clock;
use store::{StoreError, Tx};
use testkit::{Bench, on_both_engines};

use crate::things::*;

/// Leases the job as a worker does that is then paused at once: the lease is handed out.
async fn paused_at_once(bench: &Bench, seed: u64) -> Lease {
    let kept = Arc::new(Mutex::new(None));
    let keep = Arc::clone(&kept);
    let pausing = With(move |lease: Lease| {
        *keep.lock().unwrap() = Some(lease);
        async { Err(JobError::Lost) }
    });
    assert_eq!(runner(bench, seed).with(COUNT, 1, pausing).drain().await, Ok(1));
    let lease = kept.lock().unwrap().take();
    lease.unwrap()
}

/// A unit of work that moves the job on.
async fn count_more(bench: &Bench, lease: Lease) -> Result<(), JobError> {
    let now = bench.clock.now();
    let unit = move |tx: &mut Tx| {
        lease.progress(tx, now)?;
        Ok(count(tx, lease.key())?)
    };
    bench.store.write("test.count_more", unit).await
}

on_both_engines! {
    async fn a_job_is_done_once_and_gone(bench: Bench) {
        with_job(&bench, "a").await;
        let runner = runner(&bench, 1).with(COUNT, 4, counting(&bench));
        assert_eq!(runner.drain().await, Ok(1));
        assert_eq!(runner.drain().await, Ok(0));
        assert_eq!((thing(&bench.store, "a").await, job(&bench.store, "a").await), ((1, None), None));
    }

    async fn a_job_waits_for_its_moment(bench: Bench) {
        with_tables(&bench).await;
        add(&bench, "a", bench.clock.now().plus_seconds(60)).await;
        let runner = runner(&bench, 1).with(COUNT, 4, counting(&bench));
        bench.clock.advance_seconds(59);
        assert_eq!(runner.drain().await, Ok(0));
        bench.clock.advance_seconds(1);
        assert_eq!(runner.drain().await, Ok(1));
    }

    async fn a_worker_that_was_away_too_long_changes_nothing(bench: Bench) {
        with_job(&bench, "a").await;
        let away = paused_at_once(&bench, 1).await;
        let other = runner(&bench, 2).with(COUNT, 1, counting(&bench));
        bench.clock.advance_seconds(29);
        assert_eq!(other.drain().await, Ok(0), "the lease still holds");
        bench.clock.advance_seconds(1);
        let second = paused_at_once(&bench, 3).await;
        // A unit in the middle of the work, which the first worker had in its hands.
        assert_eq!(count_more(&bench, away.clone()).await, Err(JobError::Lost));
        assert_eq!(away.renew(&bench.store, bench.clock.now()).await, Err(JobError::Lost));
        assert_eq!(count_more(&bench, second).await, Ok(()));
        bench.clock.advance_seconds(30);
        assert_eq!(other.drain().await, Ok(1), "the second lease has ended too");
        assert_eq!(count_once(bench.store.clone(), away, bench.clock.now()).await, Err(JobError::Lost));
        assert_eq!(thing(&bench.store, "a").await.0, 2);
    }

    async fn a_lease_of_a_former_job_of_the_same_name_is_worth_nothing(bench: Bench) {
        with_job(&bench, "a").await;
        let away = paused_at_once(&bench, 1).await;
        let now = bench.clock.now().plus_seconds(30);
        bench.clock.set(now);
        runner(&bench, 2).with(COUNT, 1, counting(&bench)).drain().await.unwrap();
        // The thing has something to do again, and another worker is at it.
        bench.store.write("test.again", move |tx| jobs::enqueue(tx, COUNT, "a", now)).await.unwrap();
        let present = paused_at_once(&bench, 3).await;
        assert_eq!(count_once(bench.store.clone(), away, now).await, Err(JobError::Lost));
        assert_eq!(count_once(bench.store.clone(), present, now).await, Ok(Next::Completed));
        assert_eq!(thing(&bench.store, "a").await.0, 2);
    }

    async fn a_sign_of_life_renews_the_lease(bench: Bench) {
        with_job(&bench, "a").await;
        let lease = paused_at_once(&bench, 1).await;
        bench.clock.advance_seconds(29);
        lease.renew(&bench.store, bench.clock.now()).await.unwrap();
        bench.clock.advance_seconds(29);
        let other = runner(&bench, 2).with(COUNT, 1, counting(&bench));
        assert_eq!(other.drain().await, Ok(0));
        assert_eq!(count_once(bench.store.clone(), lease, bench.clock.now()).await, Ok(Next::Completed));
    }

    async fn a_job_that_is_enqueued_again_is_taken_from_its_worker(bench: Bench) {
        with_job(&bench, "a").await;
        let lease = paused_at_once(&bench, 1).await;
        let now = bench.clock.now();
        bench.store.write("test.again", move |tx| jobs::enqueue(tx, COUNT, "a", now)).await.unwrap();
        assert_eq!(count_once(bench.store.clone(), lease, now).await, Err(JobError::Lost));
        assert_eq!(runner(&bench, 2).with(COUNT, 1, counting(&bench)).drain().await, Ok(1));
        assert_eq!(thing(&bench.store, "a").await.0, 1);
    }

    async fn a_job_that_is_taken_away_is_not_done(bench: Bench) {
        with_job(&bench, "a").await;
        let lease = paused_at_once(&bench, 1).await;
        let gone = |tx: &mut Tx| Ok::<_, StoreError>([jobs::cancel(tx, COUNT, "a")?, jobs::cancel(tx, COUNT, "a")?]);
        assert_eq!(bench.store.write("test.cancel", gone).await, Ok([true, false]));
        assert_eq!(count_once(bench.store.clone(), lease, bench.clock.now()).await, Err(JobError::Lost));
        assert_eq!(thing(&bench.store, "a").await.0, 0);
    }

    async fn a_process_that_is_alone_ends_the_leases_of_its_former_self(bench: Bench) {
        with_job(&bench, "a").await;
        let lease = paused_at_once(&bench, 1).await;
        assert_eq!(jobs::end_all_leases(&bench.store).await, Ok(1));
        assert_eq!(runner(&bench, 2).with(COUNT, 1, counting(&bench)).drain().await, Ok(1));
        assert_eq!(count_once(bench.store.clone(), lease, bench.clock.now()).await, Err(JobError::Lost));
    }

    async fn many_workers_of_two_processes_do_each_job_once(bench: Bench) {
        const NAMES: [&str; 40] = [
            "00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13", "14", "15", "16", "17",
            "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35",
            "36", "37", "38", "39",
        ];
        with_tables(&bench).await;
        for name in NAMES {
            add(&bench, name, bench.clock.now()).await;
        }
        let second = bench.open_again(Bench::limits()).await;
        let first = runner(&bench, 1).with(COUNT, 3, counting(&bench));
        let other = runner_on(&bench, second.clone(), 2, jobs::Wake::default()).with(COUNT, 3, counting(&bench));
        let (ours, theirs) = tokio::join!(first.drain(), other.drain());
        // A worker that found the table empty for a moment may have stopped before the other.
        let (ours, theirs) = (ours.unwrap(), theirs.unwrap());
        let rest = first.drain().await.unwrap();
        assert_eq!(ours + theirs + rest, NAMES.len());
        for name in NAMES {
            assert_eq!(thing(&bench.store, name).await.0, 1, "{name}");
        }
        second.close().await;
    }
}
