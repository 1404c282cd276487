//! Rows of events, as whoever keeps or sends them reads them.

use store::{Result, Row};

use crate::event::{Event, EventId};
use crate::outbox::EVERYBODY;

/// Reads an event out of a row with all columns of the table `events` but the moment of its number.
///
/// # Errors
/// A column is missing, or holds what no event has.
pub fn from_row(row: &Row) -> Result<Event> {
    numbered(row, row.integer("seq")?, row.parse("event_id")?)
}

/// Reads an event out of the columns that outbox and events share.
pub(crate) fn numbered(row: &Row, seq: i64, id: EventId) -> Result<Event> {
    Ok(Event {
        seq,
        id,
        event_type: row.parse("event_type")?,
        version: row.integer("version")?,
        at: row.instant("at_us")?,
        company: match row.text("audience")? {
            EVERYBODY => None,
            _ => Some(row.parse("audience")?),
        },
        object_kind: row.text("object_kind")?.to_owned(),
        object_id: row.text("object_id")?.to_owned(),
        data: row.text("data")?.to_owned(),
    })
}
