//! Payments that came back after they had settled.

use kernel::{Instant, Money};
use store::{Result, Tx, params};

use crate::stuck::StuckId;

store::queries! {
    /// A return, by its name or by its payment.
    RETURN_KNOWN = "select return_name, statement_id, line, amount_minor from payroll_returns
        where return_name = $1
        union all select return_name, statement_id, line, amount_minor from payroll_returns
        where statement_id = $2 and line = $3";

    RETURN_INSERT = "insert into payroll_returns (return_name, statement_id, line, amount_minor, reason, booked_at_us)
        values ($1, $2, $3, $4, $5, $6)";
}

/// Compares a return with those that are booked: `None` when neither its name nor its payment is among them, `true`
/// when it is one of them, with this amount.
pub(crate) fn known(tx: &mut Tx, (name, amount): (&str, Money), id: StuckId) -> Result<Option<bool>> {
    let booked: Vec<(String, (Vec<u8>, i64), Money)> =
        tx.select(&RETURN_KNOWN, params![name, id.statement.bytes(), id.line])?;
    let is_this = |(of_name, payment, of_amount): &(String, (Vec<u8>, i64), Money)| {
        of_name == name && *payment == (id.statement.bytes().to_vec(), id.line) && *of_amount == amount
    };
    Ok((!booked.is_empty()).then(|| booked.iter().all(is_this)))
}

pub(crate) fn insert(
    tx: &mut Tx,
    (name, reason): (&str, &str),
    id: StuckId,
    amount: Money,
    at: Instant,
) -> Result<()> {
    tx.execute_one(&RETURN_INSERT, params![name, id.statement.bytes(), id.line, amount, reason, at])
}
