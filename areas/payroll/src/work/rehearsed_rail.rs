//! The rail of a sandbox: amounts say what becomes of a payment, and when (SBX-02).

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use kernel::{Clock, Instant, Translated};
use sandbox::triggers::RailAct;

use super::embedded_rail::EmbeddedRail;
use crate::rail::{OutgoingRail, RailAnswer, RailError, RailPayment};
use crate::triggers::rail_act;

const HOUR_S: i64 = 3_600;

/// The rail of a sandbox. What its amounts do not ask for is answered by the rail that comes with the program.
#[derive(Debug)]
pub struct RehearsedRail {
    embedded: EmbeddedRail,
    clock: Arc<dyn Clock>,
}

impl RehearsedRail {
    /// Makes a rail that answers by this clock.
    pub const fn new(embedded: EmbeddedRail, clock: Arc<dyn Clock>) -> Self {
        Self { embedded, clock }
    }
}

impl OutgoingRail for RehearsedRail {
    fn submit<'a>(
        &'a self,
        payments: &'a [RailPayment],
    ) -> BoxFuture<'a, Result<Vec<Option<RailAnswer>>, RailError>> {
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
