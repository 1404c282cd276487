//! An event as its readers get it, and as its tables have it.

use std::fmt;
use std::str::FromStr;

use kernel::{Cnum, Instant};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::outbox::EVERYBODY;
use crate::{Data, EventType};

/// The beginning of every identifier of an event.
const EVENT_ID_PREFIX: &str = "evt_";

/// Identifier of an event: it is the same in every repeat and redelivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(Uuid);

impl EventId {
    /// Takes a UUID that no other event has.
    pub const fn new(id: Uuid) -> Self {
        Self(id)
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{EVENT_ID_PREFIX}{}", self.0.simple())
    }
}

impl FromStr for EventId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::try_parse(text.strip_prefix(EVENT_ID_PREFIX).unwrap_or_default()).map(Self)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its place in the order of all events; numbers grow, and some may be missing.
    pub seq: i64,
    pub id: EventId,
    pub event_type: EventType,
    /// The version of what it carries.
    pub version: i64,
    pub at: Instant,
    /// The company; none for an event that is every company's.
    pub company: Option<Cnum>,
    /// The kind of the thing that changed.
    pub object_kind: String,
    pub object_id: String,
    /// JSON text of the facts.
    pub data: String,
}

/// The form in which an event is answered and delivered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Event)]
pub struct Envelope<'a> {
    /// The identifier of the event, the same in every repeat.
    #[schema(pattern = "^evt_[0-9a-f]{32}$", examples("evt_019ab1f0c6a07c3c8d2f0a5b1e3d4c5f"))]
    id: String,
    /// The type of the event.
    #[serde(rename = "type")]
    #[schema(examples("payroll.statement.executed"))]
    event_type: &'static str,
    /// The version of what the type carries.
    #[schema(format = Int32, minimum = 1, examples(1))]
    version: i64,
    /// The moment of the change, in UTC.
    #[schema(format = DateTime, examples("2026-11-20T09:00:00Z"))]
    timestamp: String,
    /// The company; absent in an event that is every company's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(examples("C00001"))]
    company: Option<&'a str>,
    /// The thing, its new state, and nothing about people.
    #[schema(value_type = Data)]
    data: &'a RawValue,
}

impl Event {
    /// Returns whom it is for, as its table has it: a company, or everybody.
    pub fn audience(&self) -> &str {
        self.company.as_ref().map_or(EVERYBODY, Cnum::as_str)
    }

    /// Returns the form in which it is answered and delivered; the same bytes every time.
    pub fn envelope(&self) -> serde_json::Result<Envelope<'_>> {
        Ok(Envelope {
            id: self.id.to_string(),
            event_type: self.event_type.as_str(),
            version: self.version,
            timestamp: self.at.to_timestamp().to_string(),
            company: self.company.as_ref().map(Cnum::as_str),
            data: serde_json::from_str(&self.data)?,
        })
    }

    pub fn body(&self) -> serde_json::Result<String> {
        serde_json::to_string(&self.envelope()?)
    }

    /// Returns it as a JSON value, for examples.
    pub fn value(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self.envelope()?)
    }
}

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
