use std::sync::Arc;
use std::time::{Duration, Instant as MachineInstant};

use kernel::Instant;

use super::TokenCache;
use crate::token::IdentityToken;

fn until(expires_at: Instant) -> IdentityToken {
    IdentityToken {
        user: "U00001".parse().unwrap(),
        client: "demo-erp".parse().unwrap(),
        session: "s1".parse().unwrap(),
        issued_at: now(),
        expires_at,
    }
}

const NOW_S: i64 = 1_800_000_000;
/// An access token and an identity token of ordinary length.
const TEXT_BYTES: usize = 700;

fn now() -> Instant {
    Instant::from_unix_seconds(NOW_S)
}

fn text(number: usize) -> String {
    format!("{number:0>TEXT_BYTES$}")
}

fn add(cache: &TokenCache<IdentityToken>, number: usize, expires_at: Instant) {
    cache.insert((&text(number), &text(number)), &Arc::new(until(expires_at)), (1, 1), now());
}

fn finds(cache: &TokenCache<IdentityToken>, number: usize) -> bool {
    cache.find(&text(number), &text(number), 1, now()).is_some()
}

#[test]
fn operator_13_an_expired_token_leaves_the_memory() {
    let cache = TokenCache::new(u64::MAX);
    add(&cache, 0, now().plus_seconds(900));
    for number in 1..=1_000 {
        // A thousandth of a second is left.
        add(&cache, number, Instant::from_microseconds(now().microseconds() + 1_000));
    }
    // Nobody asks for it again, and the memory is free all the same.
    let began = MachineInstant::now();
    loop {
        cache.entries.run_pending_tasks();
        if cache.entries.entry_count() == 1 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{cache:?}");
        std::thread::yield_now();
    }
    assert!(finds(&cache, 0), "what has not expired stays");
}

#[test]
fn operator_13_a_cache_has_an_end_in_bytes() {
    const BYTES_MAX: usize = 1024 * 1024;
    let cache = TokenCache::new(u64::try_from(BYTES_MAX).unwrap());
    for number in 0..2_000 {
        add(&cache, number, now().plus_seconds(900));
        cache.entries.run_pending_tasks();
    }
    let kept = usize::try_from(cache.entries.entry_count()).unwrap();
    assert!(kept > 100 && kept * 2 * TEXT_BYTES <= BYTES_MAX, "{kept}");
}

#[test]
fn operator_13_a_value_that_has_expired_already_is_not_found() {
    let cache = TokenCache::new(u64::MAX);
    for expires_at in [now(), now().plus_seconds(-1), Instant::from_microseconds(i64::MIN)] {
        add(&cache, 1, expires_at);
        assert!(!finds(&cache, 1), "{expires_at}");
    }
    add(&cache, 1, Instant::from_microseconds(i64::MAX));
    assert!(finds(&cache, 1), "the farthest moment does not overflow");
}
