//! The moments to which a clock may be moved.

use kernel::Instant;
use sandbox::{MOMENT_MAX, MOVE_S_MAX, SandboxError, check_move};

#[test]
fn a_clock_goes_ten_years_ahead_and_no_further_than_its_last_moment() {
    let begin = Instant::from_unix_seconds(1_700_000_000);
    let near = MOMENT_MAX.plus_seconds(-60);
    assert!(check_move(begin, begin).is_ok() && check_move(begin, begin.plus_seconds(MOVE_S_MAX)).is_ok());
    assert!(check_move(near, MOMENT_MAX).is_ok());
    assert!(matches!(check_move(begin, begin.plus_seconds(-1)), Err(SandboxError::Back)));
    for (from, to) in [(begin, begin.plus_seconds(MOVE_S_MAX + 1)), (near, MOMENT_MAX.plus_seconds(1))] {
        assert!(matches!(check_move(from, to), Err(SandboxError::TooFar)), "{from} {to}");
    }
}
