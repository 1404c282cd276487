//! The rail of a bank whose systems answer orders.

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};

use crate::rail::{OutgoingRail, RailAnswer, RailError, RailPayment};

/// A rail that knows nothing by itself: the bank is told of payments by orders, and each answer ends one
/// ([`payment_orders`](super::payment_orders)).
#[derive(Clone, Copy, Debug)]
pub struct BankRail;

impl OutgoingRail for BankRail {
    fn submit<'a>(
        &'a self,
        payments: &'a [RailPayment],
    ) -> BoxFuture<'a, Result<Vec<Option<RailAnswer>>, RailError>> {
        ready(Ok(payments.iter().map(|_| None).collect())).boxed()
    }
}
