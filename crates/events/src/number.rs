//! The numbers of events.
//!
//! A number that were handed out inside of the unit of a change could become visible after a greater one, and whoever
//! had read on after the greater one would never see it. So numbers are given afterwards, to committed events alone,
//! by one unit at a time: it holds the row of the counter from its first statement to its commit. Units that number at
//! once take turns there, in whatever processes they are.

use kernel::{Instant, Randomness};
use store::{Column, Result, Selected as _, Store, StoreError, Tx, Value, params};

use crate::event::{Event, EventId, Happened};

store::queries! {
    OUTBOX_FIRST = "select place from event_outbox where due_at_us <= $1 order by due_at_us, place limit 1";

    /// Takes the counter until the end of the unit.
    pub(crate) COUNTER_TAKE = "update event_counter set last_seq = last_seq where counter_id = 1 returning last_seq";

    /// Reads events that are due. Those that have happened are due since 0, so they come in their own order.
    OUTBOX_DUE = store::text!("select place, trace, ", Happened::LIST, " from event_outbox
        where due_at_us <= $1 order by due_at_us, place limit $2");

    EVENT_INSERT = "insert into events (seq, event_id, audience, event_type, version, at_us, numbered_at_us,
            object_kind, object_id, data, trace)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

    OUTBOX_DELETE = "delete from event_outbox where place = $1";

    /// Gives the counter back with the last number.
    pub(crate) COUNTER_SET = "update event_counter set last_seq = $1 where counter_id = 1";
}

/// The most events that one unit of work numbers.
pub const NUMBERED_AT_ONCE_MAX: usize = 500;

/// Tells whether an event waits for its number at `now`: one short read.
pub async fn is_waiting(store: &Store, now: Instant) -> Result<bool> {
    Ok(store.query_optional(&OUTBOX_FIRST, params![now]).await?.is_some())
}

/// Numbers up to [`NUMBERED_AT_ONCE_MAX`] events that are due at `now` and returns them in their order. For units of
/// [`Store::write_guarded`]: whoever comes second waits for the counter and finds what is left. A unit that records an
/// event and numbers it at once, such as a test, holds the counter until its end.
pub fn number(tx: &mut Tx, now: Instant, randomness: &dyn Randomness) -> Result<Vec<Event>> {
    let last = tx.select_one::<i64>(&COUNTER_TAKE, params![])?;
    let limit = i64::try_from(NUMBERED_AT_ONCE_MAX).unwrap_or(i64::MAX);
    let due: Vec<(i64, Option<String>, Happened)> = tx.select(&OUTBOX_DUE, params![now, limit])?;
    let (mut places, mut traces, mut events) = (Vec::new(), Vec::new(), Vec::with_capacity(due.len()));
    for ((place, trace, happened), seq) in due.into_iter().zip(last.saturating_add(1)..) {
        let id = EventId::new(randomness.uuid(happened.at));
        places.push(params![place]);
        traces.push(trace);
        events.push(happened.numbered(seq, id));
    }
    if events.is_empty() {
        return Ok(events);
    }
    insert(tx, &events, &traces.iter().map(Option::as_deref).collect::<Vec<_>>(), now)?;
    let taken = tx.execute_many(&OUTBOX_DELETE, places)?;
    if usize::try_from(taken).ok() != Some(events.len()) {
        return Err(StoreError::RowsChanged { query: OUTBOX_DELETE.name(), changed: taken });
    }
    let last = events.last().map_or(last, |event| event.seq);
    tx.execute_one(&COUNTER_SET, params![last])?;
    Ok(events)
}

/// Lets nobody number events until the end of the unit, and waits for whoever does: a unit of [`Store::write`] that
/// goes on sees everything that was numbered.
pub fn hold(tx: &mut Tx) -> Result<()> {
    tx.select_one::<i64>(&COUNTER_TAKE, params![]).map(|_| ())
}

fn insert(tx: &mut Tx, events: &[Event], traces: &[Option<&str>], now: Instant) -> Result<()> {
    let seqs: Vec<i64> = events.iter().map(|event| event.seq).collect();
    let ids: Vec<String> = events.iter().map(|event| event.id.to_string()).collect();
    let versions: Vec<i64> = events.iter().map(|event| event.version).collect();
    let moments: Vec<i64> = events.iter().map(|event| event.at.microseconds()).collect();
    let text = |of: fn(&Event) -> &str| -> Vec<&str> { events.iter().map(of).collect() };
    let columns = [
        Column::Integers(&seqs),
        Column::Texts(&ids.iter().map(String::as_str).collect::<Vec<_>>()),
        Column::Texts(&text(Event::audience)),
        Column::Texts(&text(|event| event.event_type.as_str())),
        Column::Integers(&versions),
        Column::Integers(&moments),
        Column::Same(Value::from(now)),
        Column::Texts(&text(|event| &event.object_kind)),
        Column::Texts(&text(|event| &event.object_id)),
        Column::Texts(&text(|event| &event.data)),
        Column::OptionalTexts(traces),
    ];
    tx.insert_bulk(&EVENT_INSERT, &columns)?;
    Ok(())
}
