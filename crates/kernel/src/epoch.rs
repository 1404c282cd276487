//! Epochs of numbers that others remember.

use crate::Instant;

/// 2020-01-01T00:00:00Z in seconds since 1970: epochs count from here, so that numbers stay below 2^53 until 2156.
const COUNTED_FROM_S: i64 = 1_577_836_800;
/// The numbers that an epoch reserves for each second: more than any database gives in one.
const NUMBERS_A_SECOND: i64 = 1 << 21;
/// The distance to the former epoch when the clock is wrong by years.
const DISTANCE_MIN: i64 = 1 << 32;

/// Returns the first number of an epoch that begins at the moment `now` after the number `through` was given: above all
/// numbers that any other life of the same database can have given by then.
pub fn first_of_epoch(through: i64, now: Instant) -> i64 {
    let since_s = (now.microseconds() / 1_000_000).saturating_sub(COUNTED_FROM_S);
    since_s.saturating_mul(NUMBERS_A_SECOND).max(through.saturating_add(DISTANCE_MIN)).saturating_add(1)
}
