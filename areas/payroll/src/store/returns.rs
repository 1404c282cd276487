//! Payments that came back after they had settled.

use kernel::{Instant, Money};
use store::{StoreError, Tx, params};

use crate::stuck::StuckId;

store::queries! {
    /// A return, by its name or by its payment.
    RETURN_KNOWN = "select return_name, statement_id, line, amount_minor from payroll_returns
        where return_name = $1
        union all select return_name, statement_id, line, amount_minor from payroll_returns
        where statement_id = $2 and line = $3";

    /// Books a return.
    RETURN_INSERT = "insert into payroll_returns (return_name, statement_id, line, amount_minor, reason, booked_at_us)
        values ($1, $2, $3, $4, $5, $6)";
}

/// Compares a return with those that are booked: `None` when neither its name nor its payment is among them, `true`
/// when it is one of them, with this amount.
pub(crate) fn known(
    tx: &mut Tx,
    (name, amount): (&str, Money),
    id: StuckId,
) -> Result<Option<bool>, StoreError> {
    let rows = tx.query(&RETURN_KNOWN, params![name, id.statement.bytes(), id.line])?;
    let mut is_same = (!rows.is_empty()).then_some(true);
    for row in &rows {
        let is_this = row.text("return_name")? == name
            && row.bytes("statement_id")? == id.statement.bytes()
            && row.integer("line")? == id.line
            && row.integer("amount_minor")? == amount.minor();
        is_same = is_same.map(|same| same && is_this);
    }
    Ok(is_same)
}

/// Books a return.
pub(crate) fn insert(
    tx: &mut Tx,
    (name, reason): (&str, &str),
    id: StuckId,
    amount: Money,
    at: Instant,
) -> Result<(), StoreError> {
    tx.execute_one(&RETURN_INSERT, params![name, id.statement.bytes(), id.line, amount, reason, at])
}
