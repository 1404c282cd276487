//! The rails that answer about payments: that of a bank whose systems answer orders, the one that comes with the
//! program, and that of a sandbox, where amounts say what becomes of a payment, and when (SBX-02).

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::ready;
use kernel::{Clock, Instant, Translated};
use sandbox::triggers::RailAct;
use store::Store;

use crate::rail::{OutgoingRail, RailAnswer, RailError, RailPayment, Submitted, embedded_answer};
use crate::store::dictionaries;
use crate::triggers::rail_act;

const HOUR_S: i64 = 3_600;

/// A rail that knows nothing by itself: the bank is told of payments by orders, and each answer ends one
/// ([`payment_orders`](super::payment_orders)).
#[derive(Clone, Copy, Debug)]
pub struct BankRail;

impl OutgoingRail for BankRail {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        ready(Ok(payments.iter().map(|_| None).collect())).boxed()
    }
}

/// The rail that comes with the program: it answers at once, by the rule of [`embedded_answer`] over the banks that the
/// bank has imported. Its answers are kept in the table of payments.
#[derive(Clone, Debug)]
pub struct EmbeddedRail {
    store: Store,
}

impl EmbeddedRail {
    pub const fn new(store: Store) -> Self {
        Self { store }
    }
}

impl OutgoingRail for EmbeddedRail {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        async move {
            let banks = self.store.read("payroll.rail_banks", dictionaries::other_banks).await;
            let banks = banks.map_err(|error| RailError(error.to_string()))?.into_iter().collect();
            Ok(payments.iter().map(|payment| Some(embedded_answer(payment, &banks))).collect())
        }
        .boxed()
    }
}

/// The rail of a sandbox. What its amounts do not ask for is answered by the rail that comes with the program.
#[derive(Debug)]
pub struct RehearsedRail {
    embedded: EmbeddedRail,
    clock: Arc<dyn Clock>,
}

impl RehearsedRail {
    pub const fn new(embedded: EmbeddedRail, clock: Arc<dyn Clock>) -> Self {
        Self { embedded, clock }
    }
}

impl OutgoingRail for RehearsedRail {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        async move {
            let now = self.clock.now();
            let answers = self.embedded.submit(payments).await?;
            let asked = payments.iter().zip(answers);
            Ok(asked.map(|(payment, answer)| rehearsed(payment, answer, now)).collect())
        }
        .boxed()
    }

    fn answers_at(&self, payment: &RailPayment) -> Option<Instant> {
        match rail_act(payment.amount) {
            Some(RailAct::ReturnedAfter { hours }) => Some(returned_at(payment, hours)),
            Some(RailAct::Silent) | None => None,
        }
    }
}

fn returned_at(payment: &RailPayment, hours: u8) -> Instant {
    payment.handed_at.plus_seconds(i64::from(hours) * HOUR_S)
}

/// Answers as the amount asks, or as `otherwise`.
fn rehearsed(payment: &RailPayment, otherwise: Option<RailAnswer>, now: Instant) -> Option<RailAnswer> {
    match rail_act(payment.amount) {
        None => otherwise,
        Some(RailAct::Silent) => None,
        Some(RailAct::ReturnedAfter { hours }) => {
            (returned_at(payment, hours) <= now).then(|| RailAnswer::Returned {
                reason: Translated {
                    russian: format!("возврат через {hours} ч, по сумме перевода"),
                    english: format!("returned after {hours} h, as its amount asks"),
                },
            })
        }
    }
}
