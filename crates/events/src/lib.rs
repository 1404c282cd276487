//! The outbox: an event for each change of state that companies are told of (EVT-01).
//!
//! An event is written with [`record`] in the unit of work of its change, so that there is never one without the
//! other. Writing it adds one row and touches none that others write. Afterwards [`number`] gives the events that were
//! committed their places in one order for the whole database: a unit that commits late gets a later number, so that a
//! reader who goes on after the last number it has seen ([`list`]) misses none. Events of one thing keep the order in
//! which they happened.
//!
//! To add a type, add it to [`EventType`] with what it carries ([`Data`]) and call [`record`] where the change is made.
//! Events name things and states, and no people.

mod data;
mod epoch;
mod event;
mod event_type;
mod example;
mod forget;
mod list;
mod number;
mod outbox;

pub use data::{
    CertificateTaskData, Data, LetterData, MissingSignature, ReturnData, SignatureData, StatementData,
    TariffRequestData, TestData, WebinarData,
};
pub use epoch::{Epoch, Given, begin_epoch, given, last_number};
pub use event::{Envelope, Event, EventId};
pub use event_type::{EventType, Topic};
pub use example::example;
pub use forget::{FORGOTTEN_AT_ONCE_MAX, forget};
pub use list::{LIST_MAX, Page, list};
pub use number::{NUMBERED_AT_ONCE_MAX, hold, is_waiting, number};
pub use outbox::{DATA_BYTES_MAX, NewEvent, record, take_back};

use store::Query;

store::migrations! { "events": 1 "the outbox, events by number, and epochs" "../migrations/0001_baseline.sql" }

/// Lists every text of the crate, for the tests that prepare them on both engines and read their plans.
pub fn queries() -> Vec<&'static Query> {
    [epoch::QUERIES, forget::QUERIES, list::QUERIES, number::QUERIES, outbox::QUERIES].concat()
}
