//! The line about an import's progress.

use super::*;

#[test]
fn lif_02_progress_tells_rate_and_rest() {
    let progress = Progress { stage: Stage::Applying, done: 400_000, total: 1_000_000 };
    let told = line(progress, Duration::from_secs(10), 300_000);
    assert_eq!(told, "applied: 400000 of 1000000 rows (40 %), 10000 a second, 1:00 left");
    let progress = Progress { stage: Stage::Reading, done: 5_000, total: 0 };
    assert_eq!(line(progress, Duration::ZERO, 0), "read: 5000 rows, 5000000 a second");
    let progress = Progress { stage: Stage::Checking, done: 0, total: 10 };
    assert_eq!(line(progress, Duration::ZERO, 0), "checked: 0 of 10 rows (0 %), 0 a second");
}
