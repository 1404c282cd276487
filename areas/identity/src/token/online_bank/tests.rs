use kernel::Instant;

use super::{SessionLimits, SessionUse, USE_NOTED_EVERY_S, UseVerdict};

const LIMITS: SessionLimits = SessionLimits { session_s: 28_800, idle_s: 900 };

fn at(seconds: i64) -> Instant {
    Instant::from_unix_seconds(seconds)
}

#[test]
fn a_session_ends_when_nobody_uses_it_and_at_its_end() {
    let session = SessionUse { used_at: at(1_000), expires_at: at(28_800) };
    for (now, verdict) in [
        (0, UseVerdict::Known),
        (1_000, UseVerdict::Known),
        (1_000 + USE_NOTED_EVERY_S - 1, UseVerdict::Known),
        (1_000 + USE_NOTED_EVERY_S, UseVerdict::ToNote),
        (1_899, UseVerdict::ToNote),
        (1_900, UseVerdict::Over),
    ] {
        assert_eq!(session.judge(LIMITS, at(now)), verdict, "{now}");
    }
    let late = SessionUse { used_at: at(28_790), ..session };
    assert_eq!((late.ends_at(LIMITS), late.judge(LIMITS, at(28_800))), (at(28_800), UseVerdict::Over));
}

#[test]
fn moments_at_the_edge_of_time_do_not_wrap() {
    let end = Instant::from_microseconds(i64::MAX);
    let session = SessionUse { used_at: end, expires_at: end };
    assert_eq!(session.ends_at(LIMITS), end);
    assert_eq!(session.judge(LIMITS, end), UseVerdict::Over);
}
