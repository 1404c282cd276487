use kernel::Instant;

use super::{DIFFERENCE_US_MIN, corrected, correction};

#[test]
fn lif_05_a_slow_answer_of_the_database_moves_no_clock() {
    let slow = 3_000_000;
    for known_us in [0, -1_000_000, 1_000_000, i64::MIN, i64::MAX] {
        for difference_us in [0, 1, -1, slow, -slow] {
            assert_eq!(correction(known_us, slow, difference_us), known_us, "{known_us} {difference_us}");
        }
        for difference_us in [slow + 1, -slow - 1, i64::MIN, i64::MAX] {
            assert_eq!(correction(known_us, slow, difference_us), difference_us);
        }
    }
}

#[test]
fn lif_05_a_fast_answer_corrects_what_it_shows_and_no_less() {
    for known_us in [0, 7_000_000] {
        for difference_us in [0, DIFFERENCE_US_MIN, -DIFFERENCE_US_MIN] {
            assert_eq!(correction(known_us, 500, difference_us), 0);
        }
        for difference_us in [DIFFERENCE_US_MIN + 1, -DIFFERENCE_US_MIN - 1, i64::MIN] {
            assert_eq!(correction(known_us, 500, difference_us), difference_us);
        }
    }
}

#[test]
fn lif_05_a_corrected_clock_stays_within_its_range() {
    let ends = [i64::MIN, i64::MAX];
    for (now, correction_us) in ends.into_iter().flat_map(|now| ends.map(|correction| (now, correction))) {
        let shown = corrected(Instant::from_microseconds(now), correction_us).microseconds();
        assert_eq!(shown, now.saturating_add(correction_us));
    }
}
