//! Rates are counted by a clock that somebody may set back.

use std::num::NonZeroU32;
use std::sync::Arc;

use edge::{RateLimit, RateLimiter};
use kernel::{Instant, MovableClock};

const TWO: NonZeroU32 = NonZeroU32::new(2).unwrap();

#[test]
fn a_clock_that_is_set_back_refuses_nobody_who_keeps_the_rate() {
    for step_s in [1, 2, 3_600] {
        let clock = Arc::new(MovableClock::new(Instant::from_unix_seconds(1_795_165_200)));
        let limiter = RateLimiter::new(RateLimit { per_second: TWO, burst: TWO }, Arc::clone(&clock) as _);
        assert!(limiter.check(&"known").is_ok());
        clock.advance_seconds(-step_s);
        assert!(limiter.check(&"new").is_ok(), "{step_s}");
        assert!(limiter.check(&"known").is_ok(), "{step_s}");
        // The rate is what it was: the second of the burst was the last, and a second later there are two more.
        assert!(limiter.check(&"known").is_err(), "{step_s}");
        clock.advance_seconds(1);
        assert!(limiter.check(&"known").is_ok() && limiter.check(&"known").is_ok(), "{step_s}");
        assert!(limiter.check(&"known").is_err(), "{step_s}");
    }
}
