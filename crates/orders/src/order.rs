//! An order as it is kept and handed out.

use std::str::FromStr;

use kernel::{Cnum, Instant};
use store::StoreError;
use thiserror::Error;

use crate::kind::OrderKind;

/// The most characters of the name of an order.
const ID_CHARACTERS_MAX: usize = 64;

/// The name of an order: letters, digits and hyphens, the same whenever the thing that it is about is the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderId(String);

/// The text names no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("is no name of an order")]
pub struct OrderIdError;

impl From<OrderIdError> for StoreError {
    fn from(error: OrderIdError) -> Self {
        Self::Inconsistency { query: "bank_orders", column: "order_id".to_owned(), reason: error.to_string() }
    }
}

impl OrderId {
    /// Names the order of this kind about a thing, which the area names by letters, digits and hyphens.
    pub fn new(kind: &OrderKind, thing: &str) -> Result<Self, OrderIdError> {
        format!("{}{thing}", kind.prefix).parse()
    }
}

impl FromStr for OrderId {
    type Err = OrderIdError;

    fn from_str(text: &str) -> Result<Self, OrderIdError> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_name = is_plain && !text.is_empty() && text.len() <= ID_CHARACTERS_MAX;
        if is_name { Ok(Self(text.to_owned())) } else { Err(OrderIdError) }
    }
}

kernel::text_newtype!(OrderId);

kernel::text_enum! {
    pub enum OrderState {
        /// No system has it yet.
        Open = "OPEN",
        /// A system has it.
        Taken = "TAKEN",
        /// The bank has answered; final.
        Answered = "ANSWERED",
        /// It is not needed any more; final.
        Withdrawn = "WITHDRAWN",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub id: OrderId,
    /// Its place in the order of all; none before it is handed out for the first time.
    pub seq: Option<i64>,
    pub kind: String,
    pub cnum: Cnum,
    /// The thing that it is about, as its area names it.
    pub object_id: String,
    /// JSON text of what the bank has to know.
    pub payload: String,
    pub state: OrderState,
    /// The moment of the change that needs the bank.
    pub opened_at: Instant,
    /// The moment from which it is overdue.
    pub deadline_at: Instant,
    /// The moment at which it was handed out for the first time.
    pub taken_at: Option<Instant>,
    pub ended_at: Option<Instant>,
    /// The answer in its canonical form, or the reason of a withdrawal.
    pub answer: Option<String>,
}

impl Order {
    /// Tells whether it waits for its answer.
    pub const fn is_open(&self) -> bool {
        matches!(self.state, OrderState::Open | OrderState::Taken)
    }
}

/// The orders of one kind that have not ended, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSums {
    pub kind: String,
    pub open: i64,
    /// Those past their deadline.
    pub overdue: i64,
    /// The moment at which the oldest was placed.
    pub oldest: Instant,
}

store::selected! {
    Order as "o" {
        id: "order_id", seq, kind, cnum, object_id, payload, state, opened_at: "opened_at_us",
        deadline_at: "deadline_at_us", taken_at: "taken_at_us", ended_at: "ended_at_us", answer
    }
    OpenSums {
        kind, open: "count(*)", overdue: "count(case when deadline_at_us <= $1 then 1 end)",
        oldest: "min(opened_at_us)",
    }
}

store::text_columns! { OrderId OrderState }
