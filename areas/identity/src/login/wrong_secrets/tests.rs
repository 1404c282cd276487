//! Wrong secrets are remembered up to a bound.

use kernel::Instant;

use super::{SecretSubject, WRONG_SECRETS_MAX, WrongSecrets};
use crate::login::lockout::{SECRET_FAILURES_FREE, SECRET_MEMORY_S, SECRET_WAIT_S_MAX};

fn subject(number: usize) -> SecretSubject {
    let address = std::net::IpAddr::V4(std::net::Ipv4Addr::from(u32::try_from(number).unwrap()));
    SecretSubject::new(Some(&"demo-erp".parse().unwrap()), Some(address))
}

fn at(seconds: i64) -> Instant {
    Instant::from_unix_seconds(1_800_000_000 + seconds)
}

#[test]
fn the_wait_grows_and_ends() {
    let wrong = WrongSecrets::default();
    for _ in 0..SECRET_FAILURES_FREE {
        wrong.count(subject(1), at(0));
        assert_eq!(wrong.wait_s(&subject(1), at(0)), None);
    }
    let (mut now, mut waits) = (0, Vec::new());
    for _ in 0..10 {
        wrong.count(subject(1), at(now));
        let wait = wrong.wait_s(&subject(1), at(now)).unwrap();
        waits.push(wait);
        now += wait;
        assert_eq!(wrong.wait_s(&subject(1), at(now)), None);
    }
    assert_eq!(&waits[..5], [1, 2, 4, 8, 16]);
    assert_eq!(waits.last(), Some(&SECRET_WAIT_S_MAX));
    wrong.forget(&subject(1));
    wrong.count(subject(1), at(now));
    assert_eq!(wrong.wait_s(&subject(1), at(now)), None, "a right one forgets");
}

#[test]
fn the_memory_is_bounded_and_keeps_who_is_busy() {
    let wrong = WrongSecrets::default();
    for _ in 0..=SECRET_FAILURES_FREE {
        wrong.count(subject(0), at(1));
    }
    for number in 1..WRONG_SECRETS_MAX + 100 {
        wrong.count(subject(number), at(0));
    }
    assert_eq!(wrong.0.lock().unwrap().len(), WRONG_SECRETS_MAX);
    assert_eq!(wrong.wait_s(&subject(0), at(1)), Some(1));
    wrong.count(subject(WRONG_SECRETS_MAX + 100), at(SECRET_MEMORY_S + 2));
    assert_eq!(wrong.0.lock().unwrap().len(), 1, "what is over is forgotten first");
}

#[test]
fn the_wait_after_a_clock_that_ran_ahead_is_bounded() {
    let wrong = WrongSecrets::default();
    for _ in 0..=SECRET_FAILURES_FREE {
        wrong.count(subject(1), at(86_400));
    }
    assert_eq!(wrong.wait_s(&subject(1), at(0)), Some(SECRET_WAIT_S_MAX));
    assert_eq!(wrong.wait_s(&subject(1), at(SECRET_WAIT_S_MAX)), None);
}
