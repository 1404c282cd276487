//! Orders with parts, which the bank may answer one by one.

use futures_util::future::BoxFuture;
use kernel::Translated;
use serde_json::Value;

use crate::answer::{By, Outcome, Verdict};
use crate::error::OrderError;
use crate::order::{Order, OrderId};

/// The most parts that are handed out or answered at once.
pub const PARTS_AT_ONCE_MAX: usize = 1_000;

/// The bank's answer to one part of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartAnswer {
    /// The number of the part, from 1.
    pub part: i64,
    pub outcome: Outcome,
    /// The reason of a refusal, for the company.
    pub reason: Option<Translated>,
}

/// Answers to parts of one order, which are taken together or not at all.
#[derive(Clone, Debug)]
pub struct PartsAnswered {
    pub id: OrderId,
    /// At most [`PARTS_AT_ONCE_MAX`].
    pub parts: Vec<PartAnswer>,
    pub by: By,
}

/// An area's orders that have parts, such as the transfers of a statement.
pub trait OrderParts: Send + Sync {
    /// Returns the parts after the number `after`, in their order, at most `limit`.
    fn parts<'a>(
        &'a self,
        order: &'a Order,
        after: i64,
        limit: i64,
    ) -> BoxFuture<'a, Result<Vec<Value>, OrderError>>;

    /// Takes answers to parts. The order ends with the answer to its last part. A part has one answer: the same again
    /// changes nothing, and another one refuses the whole bunch.
    fn take_parts(&self, answered: PartsAnswered) -> BoxFuture<'_, Result<Verdict, OrderError>>;
}
