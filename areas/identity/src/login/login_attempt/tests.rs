use kernel::Instant;

use super::{CounterKind, HeldCounter, LoginSubjects};
use crate::login::lockout::{
    ADDRESS_WAIT_S_MAX, Failures, KNOWN_WAIT_S_MAX, LOCK_S, LOGIN_FAILURES_MAX, LOGIN_WAIT_S_MAX, Verdict,
};

const START: Instant = Instant::from_unix_seconds(1_800_000_000);
const KINDS: [CounterKind; 4] =
    [CounterKind::Login, CounterKind::Address, CounterKind::KnownAddress, CounterKind::Session];

/// Ends with the attempt whose number is the last of the row.
fn after(kind: CounterKind, attempts: i64) -> (super::Admission, HeldCounter) {
    let (mut failures, mut now) = (Failures::none(START), START);
    for _ in 1..attempts {
        failures = HeldCounter::judged(kind, "subject", failures, now).1.after;
        now = now.max(failures.blocked_until);
    }
    HeldCounter::judged(kind, "subject", failures, now)
}

#[test]
fn login_names_and_sessions_alone_are_locked() {
    for kind in KINDS {
        let (admission, counter) = after(kind, LOGIN_FAILURES_MAX);
        assert_eq!(admission.verdict, Verdict::Admitted, "{kind:?}");
        let may_lock = matches!(kind, CounterKind::Login | CounterKind::Session);
        assert_eq!(admission.locks, may_lock, "{kind:?}");
        assert!(counter.is_changed());
        assert!(!after(kind, LOGIN_FAILURES_MAX - 1).0.locks, "{kind:?}, one before");
    }
}

#[test]
fn an_attempt_during_the_lock_locks_nothing_and_changes_nothing() {
    let locked = after(CounterKind::Login, LOGIN_FAILURES_MAX).1.after;
    let (admission, counter) = HeldCounter::judged(CounterKind::Login, "subject", locked, locked.last_at);
    assert!(matches!(admission.verdict, Verdict::Locked { .. }));
    assert!(!admission.locks && !counter.is_changed());
}

#[test]
fn a_known_address_is_judged_apart_from_the_login_name() {
    let known = LoginSubjects::new("ivanova", Some([192, 0, 2, 1].into()));
    assert_eq!(known.judge(true), (CounterKind::KnownAddress, known.together.as_deref().unwrap()));
    assert_eq!(known.judge(false), (CounterKind::Login, known.login.as_str()));
    let nowhere = LoginSubjects::new("ivanova", None);
    assert_eq!(nowhere.judge(true), (CounterKind::Login, known.login.as_str()));
}

#[test]
fn a_right_proof_leaves_the_failures_of_an_address() {
    for kind in KINDS {
        assert_eq!(kind.is_forgotten_by_success(), kind != CounterKind::Address, "{kind:?}");
    }
}

#[test]
fn a_wait_that_a_clock_ahead_has_written_is_bounded_from_the_next_attempt_on() {
    use CounterKind::{Address, KnownAddress, Login, Session};
    let ahead = START.plus_seconds(30 * 86_400);
    for (kind, count, wait_s) in [
        (Login, LOGIN_FAILURES_MAX, LOCK_S),
        (Login, LOGIN_FAILURES_MAX - 2, LOGIN_WAIT_S_MAX),
        (Session, LOGIN_FAILURES_MAX, LOCK_S),
        (Address, 1_000, ADDRESS_WAIT_S_MAX),
        (KnownAddress, 100, KNOWN_WAIT_S_MAX),
    ] {
        let written = Failures { count, blocked_until: ahead, last_at: ahead };
        let (early, counter) = HeldCounter::judged(kind, "subject", written, START);
        assert_eq!(early.verdict.wait_s(), Some(wait_s), "{kind:?} {count}");
        assert!(counter.is_changed(), "{kind:?} {count}");
        let over = START.plus_seconds(wait_s);
        let (later, _) = HeldCounter::judged(kind, "subject", counter.after, over);
        assert_eq!(later.verdict, Verdict::Admitted, "{kind:?} {count}");
    }
}
