//! The names of orders about payments, and the errors of units that move money as those of answers to orders.

use jobs::JobError;
use kernel::Instant;
use orders::{Order, OrderError, OrderId, OrderIdError, OrderKind};
use store::{Result, StoreError, Tx};

use crate::rail::PaymentId;
use crate::statement::StatementHeader;
use crate::stuck::StuckId;

/// Returns the name of the order of this kind about the payment for a line.
pub(super) fn order_id(
    kind: &'static OrderKind,
    statement: &StatementHeader,
    line: i64,
) -> Result<OrderId, OrderIdError> {
    OrderId::new(kind, &PaymentId::of(statement, line).text())
}

/// Returns the payment that an order is about.
pub(super) fn payment_of(order: &Order) -> Result<StuckId, OrderError> {
    order.object_id.parse().map_err(|_| OrderError::Failed(format!("{} is no payment", order.object_id)))
}

/// Withdraws the order about what an operator has decided: nobody else is to answer it.
pub(super) fn withdraw(
    tx: &mut Tx,
    kind: &'static OrderKind,
    (statement, line): (&StatementHeader, i64),
    (operator, reason): (&str, &str),
    now: Instant,
) -> Result<()> {
    // The name is made of letters and digits, so it is one.
    let Ok(id) = order_id(kind, statement, line) else { return Ok(()) };
    orders::withdraw(tx, &id, operator, reason, now).map(drop)
}

/// Turns an error of a unit that moves money into that of the answer which asked for it.
pub(super) fn of_job(error: JobError) -> OrderError {
    match error {
        JobError::Store(error) => OrderError::Store(error),
        JobError::Changed | JobError::Lost | JobError::Stopped => {
            OrderError::Store(StoreError::Busy("the payments were changed meanwhile".to_owned()))
        }
        JobError::Failed(reason) => OrderError::Failed(reason),
    }
}
