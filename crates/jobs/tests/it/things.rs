//! The things of the tests' jobs: a counter for each.

use std::sync::Arc;

use jobs::{Handler, JobError, JobKind, Lease, Next, Runner, RunnerSettings, Wake};
use kernel::{Clock, Instant, Randomness, SeededRandomness};
use store::{Migration, MigrationTree, Store, StoreError, Tx, params};
use testkit::Bench;

pub(crate) const COUNT: JobKind = JobKind::new("test.count", "thing", "Counts a thing");
pub(crate) const OTHER: JobKind = JobKind::new("test.other", "thing", "Does something else");

static THINGS: MigrationTree = MigrationTree {
    area: "things",
    migrations: &[Migration {
        version: 1,
        note: "what the tests count",
        sql: "create table things (name text primary key, done bigint not null default 0, ended text);",
    }],
};

store::queries! {
    THING_ADD = "insert into things (name) values ($1)";
    /// Counts one up.
    THING_COUNT = "update things set done = done + 1 where name = $1";
    /// Notes an end.
    THING_END = "update things set ended = $2 where name = $1";
    THING = "select done, ended from things where name = $1";
    JOB = "select failures, is_given_up, failure from jobs where kind = $1 and job_key = $2";
}

pub(crate) async fn with_tables(bench: &Bench) {
    bench.migrate(&[&::switches::MIGRATIONS, &jobs::MIGRATIONS, &THINGS]).await;
    bench.store.prepare_all(&jobs::queries()).await.unwrap();
}

pub(crate) async fn add(bench: &Bench, name: &'static str, run_at: Instant) {
    let add = move |tx: &mut Tx| {
        tx.execute_one(&THING_ADD, params![name])?;
        jobs::enqueue(tx, COUNT, name, run_at)
    };
    bench.store.write("test.add", add).await.unwrap();
}

/// The tables, with a thing and its job that is due.
pub(crate) async fn with_job(bench: &Bench, name: &'static str) {
    with_tables(bench).await;
    add(bench, name, bench.clock.now()).await;
}

pub(crate) fn count(tx: &mut Tx, name: &str) -> Result<(), StoreError> {
    tx.execute_one(&THING_COUNT, params![name])
}

pub(crate) fn end(tx: &mut Tx, name: &str, reason: &str) -> Result<(), StoreError> {
    tx.execute_one(&THING_END, params![name, reason])
}

/// Reads the count of the thing and its end.
pub(crate) async fn thing(store: &Store, name: &str) -> (i64, Option<String>) {
    let row = store.query_optional(&THING, params![name]).await.unwrap().unwrap();
    (row.integer("done").unwrap(), row.optional_text("ended").unwrap().map(str::to_owned))
}

/// Failures, whether it was given up, why; `None` when there is no such job.
pub(crate) async fn job(store: &Store, name: &str) -> Option<(i64, bool, Option<String>)> {
    let row = store.query_optional(&JOB, params![COUNT.name(), name]).await.unwrap()?;
    let failure = row.optional_text("failure").unwrap().map(str::to_owned);
    Some((row.integer("failures").unwrap(), row.boolean("is_given_up").unwrap(), failure))
}

pub(crate) fn runner(bench: &Bench, seed: u64) -> Runner {
    runner_on(bench, bench.store.clone(), seed, Wake::default())
}

pub(crate) fn runner_on(bench: &Bench, store: Store, seed: u64, wake: Wake) -> Runner {
    let randomness: Arc<dyn Randomness> = Arc::new(SeededRandomness::new(seed));
    let clock: Arc<dyn Clock> = bench.clock.clone();
    Runner::new(store, clock, randomness, wake, RunnerSettings::default())
}

/// A handler out of a function.
pub(crate) struct With<F>(pub(crate) F);

impl<F, R> Handler for With<F>
where
    F: Fn(Lease) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Next, JobError>> + Send,
{
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        (self.0)(lease).await
    }

    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, _: Instant) -> Result<(), StoreError> {
        end(tx, key, reason)
    }
}

/// Counts once and is done.
pub(crate) async fn count_once(store: Store, lease: Lease, now: Instant) -> Result<Next, JobError> {
    let unit = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        count(tx, lease.key())?;
        lease.complete(tx)
    };
    store.write("test.count", unit).await?;
    Ok(Next::Completed)
}

type CountOnce = std::pin::Pin<Box<dyn Future<Output = Result<Next, JobError>> + Send>>;

/// A handler that counts once and is done.
pub(crate) fn counting(bench: &Bench) -> With<impl Fn(Lease) -> CountOnce + use<>> {
    let (store, clock) = (bench.store.clone(), bench.clock.clone());
    With(move |lease| Box::pin(count_once(store.clone(), lease, clock.now())) as CountOnce)
}
