//! An event on its way to a webhook.

use std::time::Duration;

use events::Event;
use kernel::{Instant, text_enum};
use spans::TraceContext;

text_enum! {
    /// State of a delivery.
    pub enum DeliveryState {
        /// Waits to be sent, for the first time or again.
        Waiting = "WAITING",
        /// The receiver took it.
        Delivered = "DELIVERED",
        /// It was tried for 72 hours.
        Failed = "FAILED",
    }
}

text_enum! {
    /// Result of an attempt.
    pub enum Outcome {
        /// The receiver answered 2xx.
        Delivered = "DELIVERED",
        /// The receiver answered something else.
        Refused = "REFUSED",
        /// The receiver answered with a redirect, which is not followed.
        Redirected = "REDIRECTED",
        /// No answer came in time.
        TimedOut = "TIMED_OUT",
        /// The name has no address.
        NameUnknown = "NAME_UNKNOWN",
        /// The name leads into a private network.
        Forbidden = "FORBIDDEN_ADDRESS",
        /// No connection could be made.
        Unreachable = "UNREACHABLE",
        /// The certificate or the handshake was wrong.
        TlsFailed = "TLS_FAILED",
        /// The connection ended before the answer.
        Broken = "CONNECTION_BROKEN",
        /// The bank itself could not send it.
        Unsent = "NOT_SENT",
        /// A sandbox did as if it had not arrived, because the address asks for that.
        Rehearsed = "REHEARSED",
    }
}

impl Outcome {
    /// The result that an answer with this status stands for.
    pub const fn of_status(status: u16) -> Self {
        match status {
            200..=299 => Self::Delivered,
            300..=399 => Self::Redirected,
            _ => Self::Refused,
        }
    }

    /// Tells whether other deliveries may fare better: the receiver answered at all, or nobody asked it.
    pub const fn is_answer(self) -> bool {
        match self {
            Self::Delivered | Self::Refused | Self::Redirected | Self::Rehearsed => true,
            Self::TimedOut
            | Self::NameUnknown
            | Self::Forbidden
            | Self::Unreachable
            | Self::TlsFailed
            | Self::Broken
            | Self::Unsent => false,
        }
    }
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The moment at which it began.
    pub at: Instant,
    /// The time that it took.
    pub took: Duration,
    /// Its result.
    pub outcome: Outcome,
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// The beginning of the answer's body.
    pub answer: String,
}

/// A delivery that is due, with what is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The event.
    pub event: Event,
    /// The attempts so far.
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
    /// Until when.
    pub until: Instant,
}

/// A delivery in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The number of the event.
    pub seq: i64,
    /// The identifier of the event.
    pub event_id: String,
    /// The type of the event.
    pub event_type: String,
    /// Its state.
    pub state: DeliveryState,
    /// All attempts.
    pub attempts: i64,
    /// Time of the next attempt; only while it waits.
    pub next_at: Option<Instant>,
}

/// An attempt in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedAttempt {
    /// Its number, from 1.
    pub number: i64,
    /// The address that it went to.
    pub address: String,
    /// The result of the attempt.
    pub attempt: Attempt,
}
