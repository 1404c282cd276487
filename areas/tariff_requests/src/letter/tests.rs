//! The most that a company sends within a day.

use super::{DAY_BYTES_MAX, DAY_MESSAGES_MAX, SentToday};

#[test]
fn onl_07_a_day_has_room_up_to_its_bounds() {
    let room = |messages: i64, bytes: i64, more: usize| SentToday { messages, bytes }.one_more(more).is_ok();
    assert!(room(0, 0, 0) && room(DAY_MESSAGES_MAX - 1, DAY_BYTES_MAX - 1, 1));
    assert!(!room(DAY_MESSAGES_MAX, 0, 0), "a message more");
    assert!(!room(0, DAY_BYTES_MAX - 1, 2), "a byte more");
    assert!(!room(0, 1, usize::MAX), "a sum beyond the integers");
}
