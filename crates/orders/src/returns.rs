//! Payments that come back after the bank had said that they were made.

use futures_util::future::BoxFuture;
use kernel::{Money, Translated};

use crate::answer::{By, Verdict};
use crate::error::OrderError;
use crate::order::OrderId;

/// The most characters of the bank's name of a return, as ISO 20022 has it (`Max35Text`).
pub const RETURN_NAME_CHARACTERS_MAX: usize = 35;

/// A return: a thing of its own that names the order of the payment.
#[derive(Clone, Debug)]
pub struct Return {
    pub id: OrderId,
    /// The part of the order, where it has parts.
    pub part: Option<i64>,
    /// The bank's name of the return, at most [`RETURN_NAME_CHARACTERS_MAX`] characters.
    pub name: String,
    /// The amount that came back, above zero; all of the payment where it is not told. In its currency.
    pub amount: Option<Money>,
    /// The reason, for the company.
    pub reason: Translated,
    pub by: By,
}

/// An area's orders whose money may come back.
pub trait OrderReturns: Send + Sync {
    /// Books a return, once for each name; a payment comes back once.
    fn take_return(&self, returned: Return) -> BoxFuture<'_, Result<Verdict, OrderError>>;
}
