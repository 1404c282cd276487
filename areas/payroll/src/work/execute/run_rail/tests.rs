use kernel::Instant;

use super::{RAIL_PAUSE_S, RAIL_PAUSE_S_MAX, Waiting, pause_s};

const HANDED_S: i64 = 1_800_000_000;

fn handed_at() -> Instant {
    Instant::from_unix_seconds(HANDED_S)
}

#[test]
fn money_m08_a_rail_that_never_answers_is_asked_with_growing_pauses() {
    for (age_s, expected) in [
        (-60, RAIL_PAUSE_S),
        (0, RAIL_PAUSE_S),
        (120, RAIL_PAUSE_S),
        (124, 31),
        (3_600, 900),
        (4 * 86_400, RAIL_PAUSE_S_MAX),
        (1_000 * 86_400, RAIL_PAUSE_S_MAX),
    ] {
        assert_eq!(pause_s(handed_at(), handed_at().plus_seconds(age_s)), expected, "{age_s}");
    }
    let (first, last) = (Instant::from_microseconds(i64::MIN), Instant::from_microseconds(i64::MAX));
    assert_eq!(pause_s(first, last), RAIL_PAUSE_S_MAX);
    assert_eq!(pause_s(last, first), RAIL_PAUSE_S);
}

#[test]
fn money_m08_a_year_has_some_four_hundred_questions() {
    let (mut now, mut questions) = (handed_at(), 0);
    while now < handed_at().plus_seconds(365 * 86_400) {
        now = now.plus_seconds(pause_s(handed_at(), now));
        questions += 1;
    }
    assert!((365..450).contains(&questions), "{questions}");
}

#[test]
fn money_m08_a_moment_that_the_rail_names_is_not_passed_over() {
    let now = handed_at().plus_seconds(23 * 3_600);
    let asked = |answers_at: Option<i64>| {
        let answers_at = answers_at.map(|s| handed_at().plus_seconds(s));
        Waiting { handed_at: handed_at(), answers_at }.asked_again_at(now)
    };
    let by_itself = now.plus_seconds(23 * 900);
    assert_eq!(asked(None), by_itself);
    assert_eq!(asked(Some(24 * 3_600)), handed_at().plus_seconds(24 * 3_600));
    assert_eq!(asked(Some(90 * 86_400)), by_itself, "too far away to rely on");
    assert_eq!(asked(Some(23 * 3_600)), by_itself, "it has passed without an answer");
}
