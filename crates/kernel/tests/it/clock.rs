use kernel::{Clock, Instant, MovableClock};

#[test]
fn a_movable_clock_stands_until_it_is_moved() {
    let clock = MovableClock::new(Instant::from_unix_seconds(1_000));
    assert_eq!(clock.now(), clock.now());
    clock.advance_seconds(60);
    assert_eq!(clock.now().unix_seconds(), 1_060);
    clock.advance_seconds(-61);
    assert_eq!(clock.now().unix_seconds(), 999);
    clock.set(Instant::from_microseconds(-1));
    assert_eq!(clock.now().microseconds(), -1);
}

#[test]
fn seconds_are_rounded_down_on_both_sides_of_1970() {
    assert_eq!(Instant::from_microseconds(1_999_999).unix_seconds(), 1);
    assert_eq!(Instant::from_microseconds(-1).unix_seconds(), -1);
}

#[test]
fn arithmetic_saturates() {
    let last = Instant::from_microseconds(i64::MAX);
    assert_eq!(last.plus_seconds(1), last);
    assert_eq!(Instant::from_unix_seconds(i64::MIN).microseconds(), i64::MIN);
    assert_eq!(last.microseconds_since(Instant::from_microseconds(-1)), i64::MAX);
}

#[test]
fn a_moment_is_written_as_rfc_3339() {
    assert_eq!(Instant::from_unix_seconds(1_795_165_200).to_string(), "2026-11-20T09:00:00Z");
}
