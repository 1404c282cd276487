//! Workers that die at any point, and workers that wake up too late.

use std::sync::{Arc, Condvar, Mutex};

use kernel::{Randomness, SeededRandomness};
use payroll::EXECUTE;
use payroll::execution::CHUNK_LINES;
use store::{Result, Store, params};
use testkit::{Bench, on_both_engines};
use tokio::task::JoinHandle;

use super::house::*;

store::queries! {
    /// As many failures and deaths as a job can have before it is given up.
    WEAR_OUT = "update jobs set failures = 7, deaths = 9 where job_key = $1";
    WORN = "select failures, deaths from jobs where job_key = $1";
}

fn large() -> Draft {
    let lines = usize::try_from(3 * CHUNK_LINES).unwrap();
    let mut lines: Vec<Line> = (0..lines)
        .map(|index| to(1 + u32::try_from(index % 40).unwrap(), 1 + i64::try_from(index).unwrap()))
        .collect();
    lines[10] = to_other(OTHER_BIC, 1, 11);
    lines[20] = to_other(UNKNOWN_BIC, 1, 21);
    Draft::of(lines)
}

/// Returns the sum that [`large`] pays: the closed account gets nothing, and one payment comes back.
fn expected(draft: &Draft) -> i64 {
    let closed = employee(CLOSED).to_string();
    let paid = draft.lines.iter().filter(|line| line.account != closed && line.bic != Some(UNKNOWN_BIC));
    paid.map(|line| line.minor).sum()
}

/// Makes its user wait when it draws the identifier of a certain chunk: a worker that is stopped between two units.
#[derive(Debug)]
struct Gate {
    inner: SeededRandomness,
    state: Mutex<GateState>,
    changed: Condvar,
}

#[derive(Debug)]
struct GateState {
    /// Identifiers that may still be drawn.
    left: usize,
    is_waiting: bool,
    is_open: bool,
}

/// A worker that stops with something in its hands.
pub(super) struct Sleepy {
    gate: Arc<Gate>,
    work: JoinHandle<Result<usize>>,
}

impl Sleepy {
    /// Begins to work over this database, and stops at the identifier that it draws after so many.
    pub(super) async fn after(left: usize, house: &House, store: &Store) -> Self {
        let gate_state = Mutex::new(GateState { left, is_waiting: false, is_open: false });
        let inner = SeededRandomness::new(9);
        let gate = Arc::new(Gate { inner, state: gate_state, changed: Condvar::new() });
        let mut workers = payroll::workers(&state(&house.bench, store.clone(), gate.clone()));
        workers.retain(|worker| worker.kind() == EXECUTE);
        let runner = empty_runner(&house.bench, store.clone(), 77).with_workers(workers);
        let work = tokio::spawn(async move { runner.drain_in_turn().await });
        let reached = Arc::clone(&gate);
        let wait = move || {
            let state = reached.state.lock().unwrap();
            drop(reached.changed.wait_while(state, |state| !state.is_waiting).unwrap());
        };
        tokio::task::spawn_blocking(wait).await.unwrap();
        Self { gate, work }
    }

    /// Lets it go on to the end.
    pub(super) async fn wake(self) {
        self.gate.state.lock().unwrap().is_open = true;
        self.gate.changed.notify_all();
        assert_eq!(self.work.await.unwrap(), Ok(1));
    }
}

impl Randomness for Gate {
    fn fill(&self, bytes: &mut [u8]) {
        let mut state = self.state.lock().unwrap();
        if state.left == 0 && !state.is_open {
            state.is_waiting = true;
            self.changed.notify_all();
            state = self.changed.wait_while(state, |state| !state.is_open).unwrap();
        } else {
            state.left = state.left.saturating_sub(1);
        }
        drop(state);
        self.inner.fill(bytes);
    }
}

on_both_engines! {
    async fn pay_09_a_worker_that_dies_between_any_two_units_loses_and_doubles_nothing(bench: Bench) {
        let house = House::new(bench).await;
        let draft = large();
        // Lease, reserve, three chunks, the rail takes over, its lease, its beginning, a renewal, answers, the end.
        for units in 1..=11 {
            let before = house.money(SETTLEMENT).await;
            let id = house.put(&draft).await;
            let base = house.bench.store.statistics().units;
            let runner = house.runner();
            let worker = tokio::spawn(async move { runner.drain().await });
            while house.bench.store.statistics().units < base + units && !worker.is_finished() {
                tokio::task::yield_now().await;
            }
            worker.abort();
            drop(worker.await);
            // The unit that was under way is whole or absent; the next worker comes when the lease has ended.
            for _ in 0..2 {
                later(&house.bench, 31);
                house.work().await;
            }
            let seen = house.seen(id).await;
            assert_eq!((seen.state.as_str(), seen.executed), ("PARTLY_EXECUTED", expected(&draft)), "{units}");
            assert_eq!(house.money(SETTLEMENT).await, (before.0 - expected(&draft), before.1), "{units}");
            house.assert_idle().await;
        }
        house.assert_sound().await;
    }

    async fn pay_09_a_worker_that_wakes_up_late_changes_nothing(bench: Bench) {
        let house = House::new(bench).await;
        let draft = large();
        let before = house.money(SETTLEMENT).await;
        let id = house.put(&draft).await;
        // The first process draws one identifier, for the first chunk, and stops before the second.
        let sleepy_store = house.bench.open_again(Bench::limits()).await;
        let sleepy = Sleepy::after(1, &house, &sleepy_store).await;
        // Its lease ends, and a second process does the rest, by both jobs.
        later(&house.bench, 31);
        while house.seen(id).await.done < CHUNK_LINES {
            tokio::task::yield_now().await;
        }
        later(&house.bench, 31);
        assert_eq!(house.work().await, 2);
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.executed), ("PARTLY_EXECUTED", expected(&draft)));
        let (money, entries) = (house.money(SETTLEMENT).await, house.entries().await);
        // Now the first one wakes up with a chunk in its hands that was paid meanwhile.
        sleepy.wake().await;
        assert_eq!((house.seen(id).await, house.money(SETTLEMENT).await, house.entries().await),
            (seen, money, entries));
        assert_eq!(money, (before.0 - expected(&draft), before.1));
        house.assert_at_rest().await;
        sleepy_store.close().await;
    }

    async fn pay_09_a_chunk_that_was_paid_counts_failures_and_deaths_anew(bench: Bench) {
        let house = House::new(bench).await;
        let id = house.put(&large()).await;
        assert_eq!(change(&house.bench, &WEAR_OUT, params![id.to_string()]).await, 1);
        // The worker stops before the second chunk.
        let sleepy = Sleepy::after(1, &house, &house.bench.store).await;
        while house.seen(id).await.done < CHUNK_LINES {
            tokio::task::yield_now().await;
        }
        let row = house.bench.store.query_optional(&WORN, params![id.to_string()]).await.unwrap().unwrap();
        assert_eq!((row.integer("failures"), row.integer("deaths")), (Ok(0), Ok(0)));
        sleepy.wake().await;
    }

    async fn pay_09_two_processes_execute_many_statements_once_each(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let mut ids = Vec::new();
        for number in 0..30 {
            ids.push(house.put(&Draft::of(vec![to(1 + number % 5, 10), to(8, 1),
                to_other(OTHER_BIC, number, 5)])).await);
        }
        let (second, theirs) = house.second_process().await;
        let ours = house.runner();
        let (ours, theirs) = tokio::join!(ours.drain(), theirs.drain());
        assert!(ours.is_ok() && theirs.is_ok(), "{ours:?} {theirs:?}");
        // Units that disturbed each other too often are tried again.
        for _ in 0..3 {
            later(&house.bench, 31);
            house.work().await;
        }
        for id in ids {
            assert_eq!(house.seen(id).await.state, "EXECUTED");
        }
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 30 * 16, before.1));
        assert_eq!(house.money(employee(8).as_str()).await.0, 30);
        house.assert_at_rest().await;
        second.close().await;
    }
}
