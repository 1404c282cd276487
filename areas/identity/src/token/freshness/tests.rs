//! Pauses and ends of pauses.

use kernel::Instant;

use super::{Freshness, WAKING_S};

const AGE_S_MAX: i64 = 2;

fn at(seconds: i64) -> Instant {
    Instant::from_unix_seconds(1_800_000_000 + seconds)
}

#[test]
fn nothing_is_known_before_the_first_reading_and_all_of_it_after() {
    let freshness = Freshness::new(Some(AGE_S_MAX));
    assert!(!freshness.is_fresh(at(0)));
    freshness.read(at(0));
    assert!(freshness.is_fresh(at(0)) && freshness.is_fresh(at(AGE_S_MAX)));
    assert!(!freshness.is_fresh(at(AGE_S_MAX).plus_seconds(1)));
}

#[test]
fn the_time_that_a_start_takes_is_no_pause() {
    let freshness = Freshness::new(Some(AGE_S_MAX));
    freshness.read(at(0));
    freshness.read(at(30));
    assert!(freshness.is_fresh(at(30)));
}

#[test]
fn after_a_pause_what_has_waited_is_turned_away() {
    let freshness = Freshness::new(Some(AGE_S_MAX));
    freshness.read(at(0));
    freshness.read(at(2));
    assert!(freshness.is_fresh(at(2)), "no pause");
    assert!(!freshness.is_fresh(at(42)), "paused");
    freshness.read(at(42));
    assert!(!freshness.is_fresh(at(42)), "the feed is read again, and what has waited is still there");
    freshness.read(at(42 + WAKING_S));
    assert!(freshness.is_fresh(at(42 + WAKING_S)));
}

#[test]
fn a_clock_that_goes_back_is_no_pause() {
    let freshness = Freshness::new(Some(AGE_S_MAX));
    freshness.read(at(0));
    freshness.read(at(1));
    freshness.read(at(-3_600));
    assert!(freshness.is_fresh(at(-3_600)));
    assert!(!freshness.is_fresh(at(0)), "what was read by the old clock vouches for nothing");
}

#[test]
fn a_clock_that_was_ahead_for_a_moment_is_no_long_sleep() {
    let freshness = Freshness::new(Some(AGE_S_MAX));
    freshness.read(at(0));
    freshness.read(at(1));
    freshness.read(at(3_600));
    freshness.read(at(2));
    assert!(!freshness.is_fresh(at(2)), "what has waited meanwhile is still there");
    freshness.read(at(2 + WAKING_S));
    assert!(freshness.is_fresh(at(2 + WAKING_S)));
}

#[test]
fn without_a_feed_everything_is_known() {
    assert!(Freshness::new(None).is_fresh(at(0)));
}

#[test]
fn moments_at_the_edges_do_not_overflow() {
    let freshness = Freshness::new(Some(AGE_S_MAX));
    freshness.read(Instant::from_microseconds(i64::MIN));
    freshness.read(Instant::from_microseconds(i64::MIN));
    freshness.read(Instant::from_microseconds(i64::MAX));
    assert!(
        !freshness.is_fresh(Instant::from_microseconds(i64::MIN)),
        "it is said to be awake at the end of time"
    );
}
