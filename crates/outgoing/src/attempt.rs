//! An attempt to send a message.

use std::time::Duration;

use kernel::{Instant, text_enum};

text_enum! {
    pub enum Outcome {
        /// The receiver answered 2xx.
        Delivered = "DELIVERED",
        /// The receiver answered something else.
        Refused = "REFUSED",
        /// The receiver answered with a redirect, which is not followed.
        Redirected = "REDIRECTED",
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The moment at which it began.
    pub at: Instant,
    pub took: Duration,
    pub outcome: Outcome,
    pub status: Option<u16>,
    /// The beginning of the answer's body.
    pub answer: String,
}
