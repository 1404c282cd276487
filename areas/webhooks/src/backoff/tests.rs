use kernel::{Instant, SeededRandomness};

use super::{PATIENCE_S, PAUSES_S, is_over, next_try};

#[test]
fn evt_02_pauses_grow_and_are_drawn_within_a_fifth() {
    let (now, randomness) = (Instant::from_unix_seconds(1_000), SeededRandomness::new(1));
    for tries in 0..20 {
        let index = usize::try_from(tries - 1).unwrap_or(0).min(PAUSES_S.len() - 1);
        let pause = PAUSES_S[index] * 1_000_000;
        let drawn: Vec<i64> =
            (0..50).map(|_| next_try(tries, now, &randomness).microseconds_since(now)).collect();
        assert!(drawn.iter().all(|drawn| (pause * 8 / 10..=pause * 12 / 10).contains(drawn)), "{tries}");
        assert!(drawn.iter().any(|other| *other != drawn[0]), "they differ");
    }
}

#[test]
fn evt_02_patience_lasts_72_hours_to_the_microsecond() {
    let since = Instant::from_microseconds(7);
    let end = since.plus_seconds(PATIENCE_S);
    assert!(is_over(since, end));
    assert!(!is_over(since, Instant::from_microseconds(end.microseconds() - 1)));
}
