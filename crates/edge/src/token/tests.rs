//! The memory of revocations: its length in time and its limit in number.

mod vectors;

use kernel::{Instant, SessionId};

use super::IdentityToken;
use super::revocation::{REVOCATION_KEPT_S, RevocationSets, Revocations, Verified as _};

fn token(session: &str, issued_at_s: i64) -> IdentityToken {
    IdentityToken {
        user: "U00001".parse().expect("a user id"),
        client: "demo-erp".parse().expect("a client id"),
        session: session.parse().expect("a session id"),
        issued_at: Instant::from_unix_seconds(issued_at_s),
        expires_at: Instant::from_unix_seconds(issued_at_s + 900),
    }
}

fn ended(session: &str, at_s: i64, read_at_s: i64) -> Revocations {
    let at = Instant::from_unix_seconds(at_s);
    let session: SessionId = session.parse().expect("a session id");
    Revocations { sessions: vec![(session, at)], ..Revocations::none(Instant::from_unix_seconds(read_at_s)) }
}

#[test]
fn idn_11_too_many_revocations_refuse_more_and_never_less() {
    let mut sets = RevocationSets::new(4);
    for number in 0..20_i64 {
        assert!(sets.add(&ended(&format!("s{number}"), 100 + number, 130)));
        for ended in 0..=number {
            assert!(sets.hit(token(&format!("s{ended}"), 99).facts()), "{ended} after {number}");
        }
    }
    // The last time that there were five, the older half went up to 117.
    assert!(sets.hit(token("never-ended", 117).facts()), "as old as what was forgotten");
    assert!(!sets.hit(token("never-ended", 121).facts()), "newer than everything forgotten");
}

#[test]
fn idn_11_a_revocation_is_forgotten_after_every_token_has_expired() {
    let mut sets = RevocationSets::new(100);
    assert!(sets.add(&ended("old", 1_000, 1_000)));
    assert!(!sets.add(&ended("old", 1_000, 1_001)), "nothing new");
    let later = 1_000 + REVOCATION_KEPT_S;
    assert!(sets.add(&ended("new", later, later)));
    assert!(!sets.hit(token("old", 500).facts()));
    assert!(sets.hit(token("new", 500).facts()));
    assert!(!sets.add(&ended("old", 1_000, later)), "too old to matter, though the feed still tells it");
}
