//! An event on its way to a webhook.

use events::Event;
use kernel::{Instant, text_enum};
use outgoing::attempt::Attempt;
use spans::TraceContext;

text_enum! {
    pub enum DeliveryState {
        /// Waits to be sent, for the first time or again.
        Waiting = "WAITING",
        Delivered = "DELIVERED",
        /// It was tried for 72 hours.
        Failed = "FAILED",
    }
}

/// A delivery that is due, with what is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    pub event: Event,
    pub attempts: i64,
    /// The attempts since it was last asked for.
    pub tries: i64,
    /// Time of the first of these.
    pub first_at: Option<Instant>,
    /// The moment from which it is due.
    pub next_at: Instant,
    /// The number of the first delivery of the same object that has not arrived.
    pub head_seq: i64,
    /// The moment from which that one is due.
    pub head_next_at: Instant,
    /// The step of a trace that made the change.
    pub trace: Option<TraceContext>,
}

/// Picks the deliveries that are sent now: the first of each object. The others are put off until theirs is due, unless
/// it is sent now.
pub fn pick(due: Vec<Due>) -> (Vec<Due>, Vec<PutOff>) {
    let (first, behind): (Vec<Due>, Vec<Due>) =
        due.into_iter().partition(|due| due.event.seq == due.head_seq);
    let put_off = behind
        .into_iter()
        .filter(|behind| first.iter().all(|sent| sent.event.seq != behind.head_seq))
        .map(|behind| PutOff { seq: behind.event.seq, until: behind.head_next_at })
        .collect();
    (first, put_off)
}

/// A delivery that waits for an earlier one of its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutOff {
    /// The number of its event.
    pub seq: i64,
    pub until: Instant,
}

/// A delivery in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The number of the event.
    pub seq: i64,
    pub event_id: String,
    pub event_type: String,
    pub state: DeliveryState,
    pub attempts: i64,
    /// Time of the next attempt; only while it waits.
    pub next_at: Option<Instant>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedAttempt {
    pub number: i64,
    pub address: String,
    pub attempt: Attempt,
}
