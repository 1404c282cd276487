//! Reading events in their order.

use kernel::Cnum;
use store::{Result, Row, Store, params};

use crate::event::Event;
use crate::outbox::EVERYBODY;
use crate::row::from_row;

store::queries! {
    /// Reads the events of a company and of everybody after a number, and with each the number through which all are
    /// forgotten, the last number and the end of the epoch before the next: a row each, or one without. Both parts are
    /// bounded, so that the order costs no more than they.
    EVENTS_AFTER = "select c.forgotten_seq, c.last_seq, p.through_seq,
            e.seq, e.event_id, e.audience, e.event_type, e.version, e.at_us,
            e.object_kind, e.object_id, e.data
        from event_counter c left join (
            select seq, event_id, audience, event_type, version, at_us, object_kind, object_id, data from (
                select seq, event_id, audience, event_type, version, at_us, object_kind, object_id, data
                from events where audience = $1 and seq > $2 order by seq limit $3) own
            union all
            select seq, event_id, audience, event_type, version, at_us, object_kind, object_id, data from (
                select seq, event_id, audience, event_type, version, at_us, object_kind, object_id, data
                from events where audience = $4 and seq > $2 order by seq limit $3) shared
        ) e on true
        left join (select through_seq from event_epochs where first_seq > $2 order by first_seq limit 1) p on true
        where c.counter_id = 1 order by e.seq limit $3";
}

/// The most events of one page.
pub const LIST_MAX: u16 = 1_000;

#[derive(Clone, Debug)]
pub struct Asked {
    pub company: Cnum,
    /// Behind this number; 0 for the beginning.
    pub after: i64,
    /// The most events, up to [`LIST_MAX`].
    pub limit: u16,
}

/// The events that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// In their order.
    pub events: Vec<Event>,
    /// The number through which all are forgotten; 0 while none is.
    pub forgotten_through: i64,
    /// The last number that this database has of those before a restore, when the number asked for is one that was told
    /// by the database that was lost.
    pub restored_through: Option<i64>,
}

/// Reads events of a company and those of everybody.
///
/// # Errors
/// The database's, or an inconsistency when a row makes no sense.
pub async fn list(store: &Store, asked: &Asked) -> Result<Page> {
    let limit = i64::from(asked.limit.min(LIST_MAX));
    let rows = store.query(&EVENTS_AFTER, params![&asked.company, asked.after, limit, EVERYBODY]).await?;
    let forgotten_through = rows.first().map_or(Ok(0), |row| row.integer("forgotten_seq"))?;
    let restored_through = rows.first().map_or(Ok(None), |row| restored_through(row, asked.after))?;
    let events = rows.iter().filter_map(|row| event(row).transpose()).collect::<Result<_, _>>()?;
    Ok(Page { events, forgotten_through, restored_through })
}

/// A number above the last one was told before a restore too: nobody has begun the new epoch yet.
fn restored_through(row: &Row, after: i64) -> Result<Option<i64>> {
    let last = row.optional_integer("through_seq")?.unwrap_or(row.integer("last_seq")?);
    Ok(Some(last).filter(|last| *last < after))
}

/// None where the row has the counter alone.
fn event(row: &Row) -> Result<Option<Event>> {
    row.optional_integer("seq")?.map(|_| from_row(row)).transpose()
}
