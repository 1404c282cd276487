//! The size of a chunk, by the time that the one before took.

use std::time::Duration;

use import::ChunkSizes;

const SIZES: ChunkSizes = ChunkSizes { first: 100, fewest: 10, most: 1_000, ..ChunkSizes::USUAL };
const AIM: Duration = Duration::from_millis(10);

fn after(size: u32, took: Duration) -> u32 {
    SIZES.next(size, size.into(), took, AIM)
}

#[test]
fn lif_02_a_chunk_follows_the_time_that_the_last_one_took() {
    assert_eq!(after(100, AIM), 100);
    assert_eq!(after(100, Duration::from_millis(20)), 50);
    assert_eq!(after(100, Duration::from_millis(8)), 125);
    // More rows than were asked for are under one key.
    assert_eq!(SIZES.next(100, 400, Duration::from_millis(20), AIM), 200);
}

#[test]
fn lif_02_a_chunk_never_leaves_its_bounds() {
    for size in [0, 1, 10, 100, 1_000, u32::MAX] {
        for took in [Duration::ZERO, Duration::from_nanos(1), AIM, Duration::from_hours(1), Duration::MAX] {
            for rows in [0, 1, u64::from(size), u64::MAX] {
                for aim in [Duration::ZERO, AIM, Duration::MAX] {
                    let next = SIZES.next(size, rows, took, aim);
                    assert!((10..=1_000).contains(&next), "{next} after {rows} of {size} in {took:?}");
                }
            }
        }
    }
    // One moment of a slow or fast disk moves it by a step.
    assert_eq!((after(100, Duration::MAX), after(100, Duration::ZERO)), (25, 200));
    assert_eq!((after(20, Duration::MAX), after(900, Duration::ZERO)), (10, 1_000));
}

#[test]
fn lif_02_the_rest_of_a_file_makes_no_chunk_smaller_unless_it_is_slow() {
    assert_eq!(SIZES.next(400, 3, Duration::from_millis(1), AIM), 400);
    assert_eq!(SIZES.next(400, 3, Duration::ZERO, AIM), 400);
    assert_eq!(SIZES.next(400, 3, Duration::from_secs(1), AIM), 100);
}

#[test]
fn lif_02_bounds_that_contradict_each_other_leave_a_chunk_of_one_row_at_least() {
    let none = ChunkSizes { first: 0, fewest: 0, most: 0, ..SIZES };
    assert_eq!(none.next(0, 0, Duration::ZERO, AIM), 1);
    let crossed = ChunkSizes { fewest: 50, most: 20, ..SIZES };
    assert_eq!(crossed.next(100, 100, AIM, AIM), 20);
    assert_eq!(ChunkSizes::fixed(2).next(2, 2, Duration::MAX, AIM), 2);
    assert_eq!(ChunkSizes::fixed(2).next(2, 2, Duration::ZERO, AIM), 2);
}
