//! Workers that die, and jobs that kill them.

use std::sync::Arc;

use jobs::{DEATHS_MAX, ENDINGS_MAX, Handler, JobError, JobKind, Lease, Next};
use kernel::{Clock, Instant};
use store::{Gate, Passage, Store, StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::things::*;

/// The longest rest of a job, in seconds, its spread included.
const REST_S_MAX: i64 = 600;

store::queries! {
    /// As a process leaves a job that was killed at it after so many others.
    LEFT_BY_THE_DEAD = "update jobs set fencing_token = 1, leased_until_us = 0, deaths = $2 where job_key = $1";
    /// A job of another kind or thing, at which a lease of the same token has ended.
    LEFT_BESIDE = "insert into jobs (kind, job_key, run_at_us, fencing_token) values ($1, $2, $3, 1)";
    /// A job that is due, with another end of its lease.
    DUE_WITH_LEASE = "update jobs set run_at_us = 0, leased_until_us = $3 where kind = $1 and job_key = $2";
    /// Another lease.
    LEASE = "update jobs set fencing_token = $2, leased_until_us = $3 where job_key = $1";
    LEASED = "select fencing_token, leased_until_us, deaths from jobs where kind = $1 and job_key = $2";
    DEATHS_OF_OTHERS = "select coalesce(max(deaths), 0) from jobs where job_key <> $1";
}

/// Fails, and cannot end its thing either.
struct Endless;

impl Handler for Endless {
    async fn run(&self, _: Lease) -> Result<Next, JobError> {
        Err(JobError::Failed("no paper".to_owned()))
    }

    fn give_up(&self, _: &mut Tx, _: &str, _: &str, _: Instant) -> Result<(), StoreError> {
        Err(StoreError::Other { query: "NONE", reason: "no end".to_owned() })
    }
}

/// Settles nothing, as a process that is killed.
fn dying() -> With<impl Fn(Lease) -> std::future::Ready<Result<Next, JobError>>> {
    With(|_| std::future::ready(Err(JobError::Lost)))
}

/// Lets a worker die at the job after each of its units has moved it on.
fn dying_after_progress(bench: &Bench) -> With<impl Fn(Lease) -> Dying + use<>> {
    let (store, clock) = (bench.store.clone(), bench.clock.clone());
    With(move |lease: Lease| {
        let (store, now) = (store.clone(), clock.now());
        Box::pin(async move {
            let unit = move |tx: &mut Tx| {
                lease.progress(tx, now)?;
                Ok::<_, JobError>(count(tx, lease.key())?)
            };
            store.write("test.progress", unit).await?;
            Err(JobError::Lost)
        }) as Dying
    })
}

/// Lets another process lease the job "a" right before each unit that leases.
#[derive(Debug)]
struct Meanwhile {
    store: Store,
    /// Its token and its end.
    lease: (i64, Instant),
}

impl Gate for Meanwhile {
    fn pass(&self, unit: &'static str) -> Passage<'_> {
        let (token, until) = self.lease;
        let lease = move |tx: &mut Tx| tx.execute_one(&LEASE, params!["a", token, until]);
        Box::pin(async move {
            if unit == "jobs.lease" {
                self.store.write::<_, StoreError>("test.meanwhile", lease).await
            } else {
                Ok(())
            }
        })
    }
}

/// The token of a job, the end of its lease, and how many workers died at it.
async fn leased(bench: &Bench, kind: JobKind, key: &str) -> (i64, i64, i64) {
    bench.store.select_optional(&LEASED, params![kind.name(), key]).await.unwrap().unwrap()
}

type Dying = std::pin::Pin<Box<dyn Future<Output = Result<Next, JobError>> + Send>>;

/// Has the job die once; whether a worker was there.
async fn die(bench: &Bench, seed: u64) -> bool {
    let begun = runner(bench, seed).with(COUNT, 1, dying()).drain().await.unwrap();
    bench.clock.advance_seconds(REST_S_MAX);
    begun == 1
}

/// Has so many workers die at the job.
async fn die_times(bench: &Bench, times: u32) {
    let mut deaths = 0;
    for seed in 0..3 * u64::from(times) {
        if deaths < times {
            assert!(!job(&bench.store, "a").await.unwrap().1);
            deaths += u32::from(die(bench, seed).await);
        }
    }
    assert_eq!(deaths, times);
}

on_both_engines! {
    async fn ten_deaths_quarantine_a_job_and_end_its_thing(bench: Bench) {
        with_job(&bench, "a").await;
        die_times(&bench, DEATHS_MAX).await;
        assert_eq!(thing(&bench.store, "a").await, (0, None));
        // The one who finds the last death ends the job without beginning the work again.
        assert_eq!(runner(&bench, 99).with(COUNT, 1, counting(&bench)).drain().await, Ok(1));
        let reason = "quarantined: its worker died 10 times without progress".to_owned();
        assert_eq!(thing(&bench.store, "a").await, (0, Some(reason.clone())));
        assert_eq!(job(&bench.store, "a").await, Some((0, true, Some(reason.clone()))));
        let given_up = jobs::given_up(&bench.store).await.unwrap();
        assert_eq!(given_up.len(), 1);
        let one = &given_up[0];
        assert_eq!((one.kind.as_str(), one.key.as_str(), one.deaths, &one.reason), ("test.count", "a", 10, &reason));
        bench.clock.advance_seconds(1_000_000);
        assert!(!die(&bench, 100).await);
        // An operator has it done again, with every count at zero.
        let now = bench.clock.now();
        let revive = move |tx: &mut Tx| jobs::revive(tx, "test.count", "a", now);
        let revive = move |tx: &mut Tx| Ok::<_, StoreError>([revive(tx)?, revive(tx)?]);
        assert_eq!(bench.store.write("test.revive", revive).await, Ok([true, false]));
        assert_eq!(jobs::given_up(&bench.store).await, Ok(Vec::new()));
        assert!(die(&bench, 101).await);
        assert_eq!(runner(&bench, 102).with(COUNT, 1, counting(&bench)).drain().await, Ok(1));
        assert_eq!(thing(&bench.store, "a").await.0, 1);
    }

    async fn deaths_are_no_failures(bench: Bench) {
        with_job(&bench, "a").await;
        die_times(&bench, DEATHS_MAX - 1).await;
        let failing = || With(|_| std::future::ready(Err(JobError::Failed("once".to_owned()))));
        // The first look finds the last death.
        assert_eq!(runner(&bench, 98).with(COUNT, 1, failing()).drain().await, Ok(0));
        bench.clock.advance_seconds(REST_S_MAX);
        assert_eq!(runner(&bench, 98).with(COUNT, 1, failing()).drain().await, Ok(1));
        let (failures, is_given_up, _) = job(&bench.store, "a").await.unwrap();
        assert_eq!((failures, is_given_up), (1, false));
    }

    async fn a_job_that_makes_progress_is_never_quarantined(bench: Bench) {
        with_job(&bench, "a").await;
        for seed in 0..3 * u64::from(DEATHS_MAX) {
            let runner = runner(&bench, seed).with(COUNT, 1, dying_after_progress(&bench));
            assert_eq!(runner.drain().await, Ok(1), "after {seed} deaths");
            // It goes on as soon as the lease has ended.
            bench.clock.advance_seconds(30);
        }
        assert_eq!(thing(&bench.store, "a").await, (3 * i64::from(DEATHS_MAX), None));
    }

    async fn failures_with_progress_in_between_are_counted_anew(bench: Bench) {
        with_job(&bench, "a").await;
        let (store, clock) = (bench.store.clone(), bench.clock.clone());
        let failing = With(move |lease: Lease| {
            let (store, now) = (store.clone(), clock.now());
            async move {
                store.write("test.progress", move |tx: &mut Tx| lease.progress(tx, now)).await?;
                Err(JobError::Failed("later".to_owned()))
            }
        });
        let runner = runner(&bench, 1).with(COUNT, 1, failing);
        for _ in 0..3 * jobs::ATTEMPTS_MAX {
            assert_eq!(runner.drain().await, Ok(1));
            bench.clock.advance_seconds(1);
        }
        assert_eq!(job(&bench.store, "a").await.unwrap().0, 1);
    }

    async fn others_go_on_beside_a_poisonous_job(bench: Bench) {
        with_tables(&bench).await;
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        for name in names {
            add(&bench, name, bench.clock.now()).await;
        }
        let mut processes = 0;
        for seed in 0..200 {
            if jobs::waiting(&bench.store).await.unwrap().iter().all(|kind| kind.jobs == kind.given_up) {
                break;
            }
            // All that is at work in the process dies with the poisonous job, however far it has come.
            let (store, clock) = (bench.store.clone(), bench.clock.clone());
            let is_dead = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
            let handler = With(move |lease: Lease| {
                let (store, now, is_dead) = (store.clone(), clock.now(), is_dead.clone());
                async move {
                    if lease.key() == "a" {
                        is_dead.store(true, std::sync::atomic::Ordering::SeqCst);
                    }
                    if is_dead.load(std::sync::atomic::Ordering::SeqCst) {
                        return Err(JobError::Lost);
                    }
                    count_once(store, lease, now).await
                }
            });
            processes += usize::from(runner(&bench, 7 * seed).with(COUNT, 4, handler).drain().await.unwrap() > 0);
            let deaths = bench.store.query(&DEATHS_OF_OTHERS, params!["a"]).await.unwrap();
            assert!(deaths[0].read::<i64>().unwrap() <= 2, "whoever died twice is not at work beside the poison");
            bench.clock.advance_seconds(30);
        }
        for name in &names[1..] {
            assert_eq!(thing(&bench.store, name).await, (1, None), "{name}");
        }
        let (done, ended) = thing(&bench.store, "a").await;
        assert!(done == 0 && ended.unwrap().starts_with("quarantined"));
        assert!(processes <= 40, "{processes} processes died");
    }

    async fn a_job_whose_end_kills_too_is_given_up_as_it_is(bench: Bench) {
        let last = DEATHS_MAX + ENDINGS_MAX - 1;
        for (name, died, is_ended) in [("a", last - 1, true), ("b", last, false)] {
            if is_ended {
                with_tables(&bench).await;
            }
            add(&bench, name, bench.clock.now()).await;
            let leave = move |tx: &mut Tx| tx.execute(&LEFT_BY_THE_DEAD, params![name, died]);
            assert_eq!(bench.store.write("test.leave", leave).await, Ok(1));
            let begun = runner(&bench, 97).with(COUNT, 1, dying()).drain().await;
            assert_eq!(begun, Ok(usize::from(is_ended)));
            let (_, is_given_up, reason) = job(&bench.store, name).await.unwrap();
            assert!(is_given_up && reason.unwrap().starts_with("quarantined"));
            assert_eq!(thing(&bench.store, name).await.1.is_some(), is_ended);
        }
    }

    async fn a_job_that_rests_or_is_given_up_as_it_is_takes_no_other_with_it(bench: Bench) {
        with_job(&bench, "a").await;
        let now = bench.clock.now();
        let beside = move |tx: &mut Tx| {
            for (kind, key) in [(COUNT, "b"), (OTHER, "a")] {
                tx.execute_one(&LEFT_BESIDE, params![kind.name(), key, now.plus_seconds(1)])?;
            }
            Ok::<_, StoreError>(())
        };
        bench.store.write("test.beside", beside).await.unwrap();
        for (died, is_given_up) in [(3, false), (DEATHS_MAX + ENDINGS_MAX - 1, true)] {
            let leave = move |tx: &mut Tx| {
                // The tokens are the same, and the lease of one ends at this moment.
                tx.execute(&LEFT_BY_THE_DEAD, params!["a", died])?;
                tx.execute(&DUE_WITH_LEASE, params!["test.count", "a", now])
            };
            assert_eq!(bench.store.write::<_, StoreError>("test.leave", leave).await, Ok(1));
            assert_eq!(runner(&bench, 97).with(COUNT, 1, dying()).drain().await, Ok(0));
            let (_, has_ended, failure) = job(&bench.store, "a").await.unwrap();
            assert_eq!(has_ended, is_given_up);
            assert!(failure.unwrap().contains(&format!("its worker died {} times", died + 1)));
            assert_eq!(leased(&bench, COUNT, "a").await, (0, 0, i64::from(died) + 1));
            assert_eq!((leased(&bench, COUNT, "b").await.0, leased(&bench, OTHER, "a").await.0), (1, 1));
            assert_eq!(jobs::given_up(&bench.store).await.unwrap().len(), usize::from(is_given_up));
        }
    }

    async fn a_job_that_another_process_has_meanwhile_neither_rests_nor_is_given_up(bench: Bench) {
        with_job(&bench, "a").await;
        let now = bench.clock.now();
        for died in [3, DEATHS_MAX + ENDINGS_MAX - 1] {
            // Somebody else has taken the lease and died too; or its worker was slow, and has renewed it.
            for lease in [(2, Instant::from_microseconds(0)), (1, now.plus_seconds(30))] {
                let leave = move |tx: &mut Tx| tx.execute(&LEFT_BY_THE_DEAD, params!["a", died]);
                assert_eq!(bench.store.write::<_, StoreError>("test.leave", leave).await, Ok(1));
                let gate = Arc::new(Meanwhile { store: bench.store.clone(), lease });
                let store = Store::open_behind(gate, &bench.location, Bench::limits()).await.unwrap();
                let runner = runner_on(&bench, store.clone(), 97, jobs::Wake::default()).with(COUNT, 1, dying());
                assert_eq!(runner.drain().await, Ok(0));
                assert!(!job(&bench.store, "a").await.unwrap().1, "{lease:?}");
                let found = leased(&bench, COUNT, "a").await;
                assert_eq!(found, (lease.0, lease.1.microseconds(), i64::from(died)));
                store.close().await;
            }
        }
    }

    async fn a_thing_that_has_no_end_does_not_keep_its_job_alive(bench: Bench) {
        with_job(&bench, "a").await;
        let runner = runner(&bench, 1).with(COUNT, 1, Endless);
        for _ in 0..jobs::ATTEMPTS_MAX {
            assert_eq!(runner.drain().await, Ok(1));
            bench.clock.advance_seconds(REST_S_MAX);
        }
        let (failures, is_given_up, reason) = job(&bench.store, "a").await.unwrap();
        let reason = reason.unwrap();
        assert_eq!((failures, is_given_up), (8, true));
        assert!(reason.starts_with("no paper") && reason.contains("has not ended") && reason.contains("no \
            end"), "{reason}");
    }
}
