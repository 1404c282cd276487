//! The rail that comes with the program.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use store::Store;

use crate::rail::{OutgoingRail, RailAnswer, RailError, RailPayment, embedded_answer};
use crate::store::dictionaries;

/// The rail that comes with the program: it answers at once, by the rule of [`embedded_answer`] over the banks that the
/// bank has imported. Its answers are kept in the table of payments.
#[derive(Clone, Debug)]
pub struct EmbeddedRail {
    store: Store,
}

impl EmbeddedRail {
    /// Makes a rail over the banks in `store`.
    pub const fn new(store: Store) -> Self {
        Self { store }
    }
}

impl OutgoingRail for EmbeddedRail {
    fn submit<'a>(
        &'a self,
        payments: &'a [RailPayment],
    ) -> BoxFuture<'a, Result<Vec<Option<RailAnswer>>, RailError>> {
        async move {
            let banks = self.store.read("payroll.rail_banks", dictionaries::other_banks).await;
            let banks = banks.map_err(|error| RailError(error.to_string()))?.into_iter().collect();
            Ok(payments.iter().map(|payment| Some(embedded_answer(payment, &banks))).collect())
        }
        .boxed()
    }
}
