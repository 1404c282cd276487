//! The end of old events.

use kernel::Instant;
use store::{Result, Tx, params};

store::queries! {
    EVENTS_OLDEST = "select seq, numbered_at_us from events
        where seq > (select c.forgotten_seq from event_counter c where c.counter_id = 1) order by seq limit $1";

    /// Forgets events through a number.
    EVENTS_FORGET = "delete from events where seq <= $1";

    /// Notes through which number events are forgotten.
    COUNTER_FORGET = "update event_counter set forgotten_seq = $1 where counter_id = 1 and forgotten_seq < $1";
}

/// The most events that one unit of work forgets.
pub const FORGOTTEN_AT_ONCE_MAX: i64 = 1_000;

const DAY_S: i64 = 86_400;

/// Forgets up to [`FORGOTTEN_AT_ONCE_MAX`] of the events that were numbered more than `kept_days` before `now`, the
/// oldest first. Returns how many went: as many as that when there may be more.
pub fn forget(tx: &mut Tx, now: Instant, kept_days: u32) -> Result<i64> {
    let before = now.plus_seconds(-i64::from(kept_days) * DAY_S);
    let mut last = None;
    for (seq, numbered_at) in tx.select::<(i64, Instant)>(&EVENTS_OLDEST, params![FORGOTTEN_AT_ONCE_MAX])? {
        if numbered_at >= before {
            break;
        }
        last = Some(seq);
    }
    let Some(last) = last else { return Ok(0) };
    // Nothing happens where another process was faster.
    tx.execute(&COUNTER_FORGET, params![last])?;
    let forgotten = tx.execute(&EVENTS_FORGET, params![last])?;
    Ok(i64::try_from(forgotten).unwrap_or(FORGOTTEN_AT_ONCE_MAX))
}
