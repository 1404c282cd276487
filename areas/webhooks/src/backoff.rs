//! Times of repeated deliveries: soon at first, then rarely, for 72 hours.

use kernel::{Instant, Randomness};

/// Seconds for which a delivery is tried, and for which nothing may arrive before a webhook is switched off.
pub const PATIENCE_S: i64 = 72 * 3_600;

/// Seconds between two tries, by the number of tries before; the last goes on.
const PAUSES_S: [i64; 9] = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800];
/// The share of a pause by which it is drawn longer or shorter, so that what failed together does not come together.
const SPREAD_PERCENT: i64 = 20;

/// Draws the moment of the next try after this many, 1 at least.
pub fn next_try(tries: i64, now: Instant, randomness: &dyn Randomness) -> Instant {
    let index = usize::try_from(tries.saturating_sub(1)).unwrap_or(0).min(PAUSES_S.len() - 1);
    let pause_us = PAUSES_S[index].saturating_mul(1_000_000);
    let spread_us = pause_us / 100 * SPREAD_PERCENT;
    let mut bytes = [0; 8];
    randomness.fill(&mut bytes);
    let drawn_us = (i64::from_be_bytes(bytes) & i64::MAX) % (2 * spread_us + 1) - spread_us;
    Instant::from_microseconds(now.microseconds().saturating_add(pause_us).saturating_add(drawn_us))
}

/// Tells whether there was no success since `since` for so long that there is no hope.
pub const fn is_over(since: Instant, now: Instant) -> bool {
    now.microseconds_since(since) >= PATIENCE_S * 1_000_000
}

#[cfg(test)]
mod tests;
