//! Rows of events and of the outbox.

use std::str::FromStr;

use kernel::{Cnum, Instant};

use crate::EventType;
use crate::event::{Event, EventId};
use crate::outbox::EVERYBODY;

/// An event without its number.
pub(crate) struct Happened {
    event_type: EventType,
    version: i64,
    pub(crate) at: Instant,
    company: Option<Cnum>,
    object_kind: String,
    object_id: String,
    data: String,
}

impl Happened {
    pub(crate) fn numbered(self, seq: i64, id: EventId) -> Event {
        let Self { event_type, version, at, company, object_kind, object_id, data } = self;
        Event { seq, id, event_type, version, at, company, object_kind, object_id, data }
    }
}

store::text_columns! { EventType }

store::selected! {
    Happened {
        event_type, version, at: "at_us", company: "audience" via company, object_kind, object_id, data,
    }
    Event as "e" {
        seq, id: "event_id" via EventId::from_str, event_type, version, at: "at_us",
        company: "audience" via company, object_kind, object_id, data,
    }
}

fn company(audience: &str) -> Result<Option<Cnum>, <Cnum as FromStr>::Err> {
    (audience != EVERYBODY).then(|| audience.parse()).transpose()
}
