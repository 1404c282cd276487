//! Leases: workers of several processes, a lease that ends while its holder writes, and a clock that moves.

use std::collections::BTreeMap;
use std::time::Duration;

use kernel::{Instant, Randomness, SeededRandomness};
use shuttle::future::block_on;
use shuttle::thread;

use crate::error::JobError;
use crate::sqlite::Store;
use crate::sync::Arc;
use crate::sync::atomic::{AtomicI64, Ordering};
use crate::take::Taking;
use crate::writer::limits;
use crate::{JobKind, Tx, Value};

const LEASE: Duration = Duration::from_secs(30);
/// Processes that look for the job, and the looks of each.
const PROCESSES: u64 = 2;
const LOOKS: usize = 2;
/// Moves of the clock: beyond a lease, and not.
const MOVES_S: [i64; 3] = [31, 5, 31];
/// Units of work in an attempt, of which the last ends the job.
const STEPS: i64 = 3;
const DONE: i64 = -1;

#[derive(Clone, Default)]
struct Clock(Arc<AtomicI64>);

impl Clock {
    fn now(&self) -> Instant {
        Instant::from_microseconds(self.0.load(Ordering::SeqCst))
    }

    fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1_000_000, Ordering::SeqCst);
    }
}

fn job() -> BTreeMap<String, Value> {
    let numbers = ["run_at_us", "fencing_token", "leased_until_us", "attempts", "failures", "deaths"];
    let mut row: BTreeMap<_, _> = numbers.map(|name| (name.to_owned(), Value::Integer(0))).into();
    row.insert("kind".to_owned(), Value::from("a.kind"));
    row.insert("job_key".to_owned(), Value::from("a-key"));
    row.insert("is_given_up".to_owned(), Value::Boolean(false));
    row
}

fn work(store: &Store, clock: &Clock, randomness: &dyn Randomness) {
    let (kind, now) = (JobKind { stopped_by: [""; 2] }, clock.now());
    let taking = Taking { kind, now, duration: LEASE, count: 1, at_work: BTreeMap::new(), randomness };
    let taken = block_on(taking.take(store)).expect("the database answers");
    for lease in taken.leases {
        let mut until = lease.until(now);
        for step in 1..=STEPS {
            let (now, held) = (clock.now(), lease.clone());
            let unit = move |tx: &mut Tx| {
                held.check(tx, now)?;
                tx.note(held.token());
                if step == STEPS {
                    held.complete(tx)?;
                    tx.note(DONE);
                }
                Ok::<_, JobError>(())
            };
            match block_on(store.write("step", unit)) {
                Ok(()) => until = lease.until(now),
                Err(JobError::Lost) => {
                    assert!(clock.now() >= until, "a job is taken from its holder");
                    break;
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// Two never work at a job at the same time: whoever has lost it changes nothing, whoever holds it keeps it until the
/// lease ends, and it is done once.
pub fn one_holder_at_a_time() {
    let (store, clock) = (Store::open(&limits()), Clock::default());
    clock.advance(1);
    store.database().committed().jobs.push(job());
    let process = |seed: u64| {
        let (store, clock) = (store.clone(), clock.clone());
        thread::spawn(move || {
            let randomness = SeededRandomness::new(seed);
            for _ in 0..LOOKS {
                work(&store, &clock, &randomness);
            }
        })
    };
    let mut threads: Vec<_> = (1..=PROCESSES).map(process).collect();
    let moved = clock.clone();
    threads.push(thread::spawn(move || MOVES_S.into_iter().for_each(|seconds| moved.advance(seconds))));
    for thread in threads {
        thread.join().expect("no thread panics");
    }
    let randomness = SeededRandomness::new(0);
    while !store.database().committed().jobs.is_empty() {
        clock.advance(3_600);
        work(&store, &clock, &randomness);
    }
    block_on(store.close());
    let notes = store.database().committed().notes.clone();
    assert_eq!(notes.iter().filter(|note| **note == DONE).count(), 1, "done otherwise than once: {notes:?}");
    let mut holders = notes.clone();
    holders.dedup();
    let count = holders.len();
    holders.sort_unstable();
    holders.dedup();
    assert_eq!(holders.len(), count, "a lost lease writes: {notes:?}");
}
