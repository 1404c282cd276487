//! Answers of the bank.

use std::net::IpAddr;

use audit::Actor;
use canonical::CanonicalError;
use kernel::Translated;
use serde_json::{Map, Value, json};

use crate::order::OrderState;

/// The most bytes of an answer in its canonical form.
pub const ANSWER_BYTES_MAX: usize = 2 * 1024 * 1024;

kernel::text_enum! {
    pub enum Outcome {
        Done = "DONE",
        Refused = "REFUSED",
    }
}

/// Whoever answers, as the trail names them.
#[derive(Clone, Debug)]
pub struct By {
    pub actor: Actor,
    /// The address and the trace of the request that brought the answer.
    pub address: Option<IpAddr>,
    pub trace_id: Option<String>,
    /// The reason of a person who answers in place of a system.
    pub reason: Option<String>,
}

impl By {
    /// Names somebody who answers outside of a request.
    pub const fn outside_of_requests(actor: Actor) -> Self {
        Self { actor, address: None, trace_id: None, reason: None }
    }

    pub fn name(&self) -> &str {
        self.actor.id().unwrap_or_default()
    }
}

/// The bank's answer to an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub outcome: Outcome,
    /// The bank's own name of what it did.
    pub reference: Option<String>,
    /// The reason of a refusal, for the company.
    pub reason: Option<Translated>,
    pub details: Map<String, Value>,
}

impl Answer {
    /// Writes it in its canonical form (RFC 8785): two answers are the same when these texts are.
    pub fn canonical(&self) -> Result<String, CanonicalError> {
        let reason = self.reason.as_ref().map(|reason| json!({ "ru": reason.russian, "en": reason.english }));
        let answer = json!({
            "outcome": self.outcome.as_str(), "reference": self.reference, "reason": reason, "details": self.details,
        });
        canonical::bytes(&answer.to_string()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns the reason in both languages, or these words.
    pub fn reason_or(&self, russian: &str, english: &str) -> Translated {
        let default = || Translated { russian: russian.to_owned(), english: english.to_owned() };
        self.reason.clone().unwrap_or_else(default)
    }

    pub fn detail(&self, name: &str) -> Option<&str> {
        self.details.get(name).and_then(Value::as_str)
    }
}

/// The fate of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was taken: the order is in this state now.
    Taken(OrderState),
    /// It was taken before, and changes nothing.
    Same,
    /// It changed nothing and is kept for people.
    Refused(Refusal),
}

impl Verdict {
    /// Takes the bank's word that it has an order in this state and works at it: that ends nothing.
    pub const fn of_accepted(state: OrderState) -> Self {
        match state {
            OrderState::Open | OrderState::Taken => Self::Taken(state),
            OrderState::Answered => Self::Same,
            OrderState::Withdrawn => Self::Refused(Refusal::Withdrawn),
        }
    }
}

/// Reason for which an answer is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such order, or none of this system.
    Unknown,
    /// The order has another answer.
    Contradicts,
    Withdrawn,
    /// The order cannot end so; the reason, for the bank's engineer.
    Impossible(String),
}

impl Refusal {
    /// Says why, for the bank's engineer.
    pub fn told(&self) -> &str {
        match self {
            Self::Unknown => "there is no such order for this system",
            Self::Contradicts => "the order has another answer already, which stays",
            Self::Withdrawn => "the order was withdrawn",
            Self::Impossible(reason) => reason,
        }
    }
}
