use std::time::Duration;

use super::{AGAIN_TIME_MAX, Patience};
use crate::attempt::Outcome;

const LONGEST: Duration = Duration::from_secs(10);

/// Lets a receiver fare like that; the sum of what each attempt may take.
fn sum(patience: &Patience, in_move: Option<u64>, outcomes: &[Outcome]) -> Duration {
    let asked = |outcome: &Outcome| {
        let time_max = patience.time_max("https://one", in_move, LONGEST);
        patience.note("https://one", in_move, *outcome);
        time_max
    };
    outcomes.iter().map(asked).sum()
}

#[test]
fn sbx_01_a_move_waits_for_a_silent_receiver_once() {
    let (patience, silent) = (Patience::default(), [Outcome::TimedOut; 17]);
    assert_eq!(sum(&patience, Some(1), &silent), LONGEST + 16 * AGAIN_TIME_MAX);
    // Another receiver, the next move, and life wait as long as ever.
    assert_eq!(patience.time_max("https://other", Some(1), LONGEST), LONGEST);
    assert_eq!(sum(&patience, Some(2), &silent), LONGEST + 16 * AGAIN_TIME_MAX);
    assert_eq!(sum(&patience, None, &silent), 17 * LONGEST);
}

#[test]
fn sbx_01_a_receiver_that_answers_again_is_waited_for_again() {
    let patience = Patience::default();
    let outcomes = [Outcome::Unreachable, Outcome::Refused, Outcome::TimedOut, Outcome::Delivered];
    assert_eq!(sum(&patience, Some(1), &outcomes), 2 * LONGEST + 2 * AGAIN_TIME_MAX);
}
