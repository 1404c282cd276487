//! Reading events in their order.

use kernel::Cnum;
use store::{Joined, Result, Selected as _, Store, params};

use crate::event::Event;
use crate::outbox::EVERYBODY;

store::queries! {
    /// Reads the events of a company and of everybody after a number, and with each the number through which all are
    /// forgotten, the last number, the end of the epoch before the next and the beginning of the newest: a row each, or
    /// one without. Both parts are bounded, so that the order costs no more than they.
    EVENTS_AFTER = store::text!("select ", Event::ALIASED, ", c.forgotten_seq, c.last_seq, p.through_seq, n.first_seq
        from event_counter c left join (
            select ", Event::LIST, " from (select ", Event::LIST, "
                from events where audience = $1 and seq > $2 order by seq limit $3) own
            union all
            select ", Event::LIST, " from (select ", Event::LIST, "
                from events where audience = $4 and seq > $2 order by seq limit $3) shared
        ) e on true
        left join (select through_seq from event_epochs where first_seq > $2 order by first_seq limit 1) p on true
        left join (select first_seq from event_epochs order by first_seq desc limit 1) n on true
        where c.counter_id = 1 order by e.seq limit $3");
}

/// The most events of one page.
pub const LIST_MAX: u16 = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    pub events: Vec<Event>,
    /// The number through which all are forgotten; 0 while none is.
    pub forgotten_through: i64,
    /// The last number that this database has of those before a restore, when the number asked for is one that was told
    /// by the database that was lost.
    pub restored_through: Option<i64>,
    /// The last number that was given, to events of whatever company; 0 while none was since the last restore.
    pub given_through: i64,
}

/// The event; the number through which all are forgotten; the last number, the end of the epoch before the next, and
/// the beginning of the newest.
type Found = (Joined<Event>, i64, (i64, Option<i64>, Option<i64>));

/// Reads events of a company and those of everybody after a number, 0 for the beginning: up to `limit`, and up to
/// [`LIST_MAX`].
pub async fn list(store: &Store, company: &Cnum, after: i64, limit: u16) -> Result<Page> {
    let values = params![company, after, i64::from(limit.min(LIST_MAX)), EVERYBODY];
    let found: Vec<Found> = store.select(&EVENTS_AFTER, values).await?;
    let (forgotten_through, restored_through, given_through) = match found.first() {
        Some((_, forgotten, (last, through, begin))) => {
            // A number above the last one was told before a restore too: nobody has begun the new epoch yet.
            let restored = Some(through.unwrap_or(*last)).filter(|last| *last < after);
            // An epoch without events has no number yet, and the one before its first was given by nobody.
            let is_given = begin.is_none_or(|first| first <= *last);
            (*forgotten, restored, if is_given { *last } else { 0 })
        }
        None => (0, None, 0),
    };
    let events = found.into_iter().filter_map(|(Joined(event), ..)| event).collect();
    Ok(Page { events, forgotten_through, restored_through, given_through })
}
