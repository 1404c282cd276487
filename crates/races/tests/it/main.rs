//! Races in random orders: most are drawn step by step, some by the priority of threads, which finds rare ones.

use races::{lanes, leases, writer};

/// Orders of each kind.
const ORDERS: usize = 1_000;
/// Moments at which the priorities of threads change.
const CHANGES: usize = 3;

fn played(race: fn()) {
    shuttle::check_random(race, ORDERS);
    shuttle::check_pct(race, ORDERS, CHANGES);
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
