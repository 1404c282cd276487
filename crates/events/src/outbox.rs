//! Events that wait for their number.

use kernel::{Cnum, Instant};
use store::{Result, StoreError, Tx, params};

use crate::{Data, EventType};

/// The most bytes of an event's facts as JSON text: an event points to a thing and is no copy of it.
pub const DATA_BYTES_MAX: usize = 2_048;

/// The audience of an event that is every company's.
pub(crate) const EVERYBODY: &str = "*";

store::queries! {
    /// Adds an event. Its place keeps the order of the events of one thing, because the unit of work that made the
    /// change before has been committed when this one reads the thing.
    OUTBOX_INSERT = "insert into event_outbox (due_at_us, at_us, audience, event_type, version, object_kind, object_id,
            data, trace)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

    /// Takes an event back whose moment has not come.
    OUTBOX_TAKE_BACK = "delete from event_outbox where object_kind = $1 and object_id = $2
            and due_at_us > 0 and due_at_us > $3";
}

#[derive(Clone, Debug)]
pub struct NewEvent {
    at: Instant,
    event_type: EventType,
    company: Option<Cnum>,
    data: Data,
    is_to_come: bool,
}

impl NewEvent {
    /// Tells the company that something of its own changed at this moment.
    pub fn of_company(at: Instant, event_type: EventType, company: &Cnum, data: Data) -> Self {
        Self { at, event_type, company: Some(company.clone()), data, is_to_come: false }
    }

    /// Tells every company of something that is to come at the moment `at`, or has come already.
    pub const fn of_everybody(at: Instant, event_type: EventType, data: Data) -> Self {
        Self { at, event_type, company: None, data, is_to_come: true }
    }
}

/// Writes `event` in the unit of work `tx`, so that event and change are kept together or not at all.
///
/// # Errors
/// The facts take more than [`DATA_BYTES_MAX`], or the database failed; either ends the unit of work.
pub fn record(tx: &mut Tx, event: &NewEvent) -> Result<()> {
    let wrong = |reason: String| StoreError::Parameter { query: OUTBOX_INSERT.name(), number: 8, reason };
    let data = serde_json::to_string(&event.data).map_err(|error| wrong(error.to_string()))?;
    if data.len() > DATA_BYTES_MAX {
        return Err(wrong(format!("an event carries {DATA_BYTES_MAX} bytes at most")));
    }
    // An event that has happened is due at once, whatever the clocks of the machines say.
    let due_at = if event.is_to_come { event.at } else { Instant::from_microseconds(0) };
    let (object_kind, object_id) = event.data.object();
    let values = params![
        due_at,
        event.at,
        event.company.as_ref().map_or(EVERYBODY, Cnum::as_str),
        event.event_type.as_str(),
        i64::from(event.event_type.version()),
        object_kind,
        object_id,
        data,
        tx.trace()
    ];
    tx.execute_one(&OUTBOX_INSERT, values)
}

/// Takes the events of a thing back whose moment is still to come at `now`.
pub fn take_back(tx: &mut Tx, object: (&str, &str), now: Instant) -> Result<u64> {
    tx.execute(&OUTBOX_TAKE_BACK, params![object.0, object.1, now])
}
