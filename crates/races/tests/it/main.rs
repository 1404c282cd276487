//! Races in random orders: most are drawn step by step, some by the priority of threads, which finds rare ones.

use std::sync::{Mutex, PoisonError};

use races::{lanes, leases, writer};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner};

/// Orders of each kind.
const ORDERS: usize = 1_000;
/// Moments at which the priorities of threads change.
const CHANGES: usize = 3;

/// All orders follow from it; the variable `SHUTTLE_RANDOM_SEED` takes its place.
const SEED: u64 = 1;

/// One race at a time: the counts of commits are the process's, and a scheduler knows its own threads alone.
static TURN: Mutex<()> = Mutex::new(());

fn played(race: fn()) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    Runner::new(RandomScheduler::new_from_seed(SEED, ORDERS), Config::default()).run(race);
    Runner::new(PctScheduler::new_from_seed(SEED, CHANGES, ORDERS), Config::default()).run(race);
}

#[test]
fn race_01_each_answer_of_the_writer_is_true() {
    played(writer::each_answer_is_true);
}

#[test]
fn race_02_no_lane_is_overfull() {
    played(lanes::no_lane_is_overfull);
}

#[test]
fn race_02_no_connection_of_another_is_discarded() {
    played(lanes::no_connection_of_another_is_discarded);
}

#[test]
fn race_03_a_job_has_one_holder_at_a_time() {
    played(leases::one_holder_at_a_time);
}
