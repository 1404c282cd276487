use kernel::Instant;

use super::{
    ADDRESS_FAILURES_FREE, ADDRESS_MEMORY_S, Failures, KNOWN_ADDRESS_KEPT_S, LOCK_S, LOGIN_FAILURES_MAX,
    Verdict, count_address, count_login, is_address_known, wait_s,
};

const START: Instant = Instant::from_unix_seconds(1_800_000_000);

#[test]
fn the_wait_doubles_up_to_its_maximum() {
    let waits: Vec<i64> = (1..=12).map(|count| wait_s(count, 3, 32)).collect();
    assert_eq!(waits, [0, 0, 0, 1, 2, 4, 8, 16, 32, 32, 32, 32]);
    assert_eq!(wait_s(i64::MAX, 3, 32), 32);
}

#[test]
fn a_patient_guesser_is_locked_after_ten_and_free_after_the_lock() {
    let (mut failures, mut now) = (Failures::none(START), START);
    for _ in 0..LOGIN_FAILURES_MAX {
        let (verdict, after) = count_login(failures, now);
        assert_eq!(verdict, Verdict::Admitted);
        failures = after;
        if failures.count < LOGIN_FAILURES_MAX {
            now = now.max(failures.blocked_until);
        }
    }
    let locked_at = now;
    let (verdict, after) = count_login(failures, locked_at.plus_seconds(LOCK_S - 1));
    assert_eq!(verdict, Verdict::Locked { retry_after_s: 1 });
    assert_eq!(after, failures, "an attempt during the lock does not make it longer");
    let (verdict, after) = count_login(failures, locked_at.plus_seconds(LOCK_S));
    assert_eq!((verdict, after.count), (Verdict::Admitted, 1));
}

#[test]
fn an_impatient_guesser_is_looked_at_four_times_and_locked_at_the_tenth_attempt() {
    let mut failures = Failures::none(START);
    let mut verdicts = Vec::new();
    for _ in 0..64 {
        let (verdict, after) = count_login(failures, START);
        failures = after;
        verdicts.push(verdict);
    }
    assert_eq!(verdicts.iter().filter(|verdict| **verdict == Verdict::Admitted).count(), 4);
    assert_eq!(verdicts[4], Verdict::Delayed { retry_after_s: 1 });
    assert_eq!(verdicts[9], Verdict::Locked { retry_after_s: LOCK_S });
    assert_eq!(verdicts[63], Verdict::Locked { retry_after_s: LOCK_S });
}

#[test]
fn an_address_waits_after_many_failures_and_is_forgotten() {
    let mut failures = Failures::none(START);
    for _ in 0..=ADDRESS_FAILURES_FREE {
        let (verdict, after) = count_address(failures, START);
        assert_eq!(verdict, Verdict::Admitted);
        failures = after;
    }
    let (verdict, after) = count_address(failures, START);
    assert_eq!((verdict, after), (Verdict::Delayed { retry_after_s: 1 }, failures));
    let (verdict, after) = count_address(failures, START.plus_seconds(ADDRESS_MEMORY_S + 1));
    assert_eq!((verdict, after.count), (Verdict::Admitted, 1));
}

#[test]
fn an_address_is_known_for_half_a_year() {
    assert!(is_address_known(START, START.plus_seconds(KNOWN_ADDRESS_KEPT_S - 1)));
    assert!(!is_address_known(START, START.plus_seconds(KNOWN_ADDRESS_KEPT_S)));
}
