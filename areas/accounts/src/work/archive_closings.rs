//! Closing balances as a kind of things that are kept for a time.
//!
//! An account gets a row only on a day on which its balance differs from the last one, so a row counts until the next.
//! One leaves when the next counts already at the first moment that is kept: the row in force then stays, and with it
//! the balance of every day that is kept, `rest` and the closing of days to come.

use ::store::{Result, Tx, params};
use retention::{Cut, Gathered, Kind, Law, RenderedTable, RetentionError, Taken};

use crate::ledger::kept_closings::{ARCHIVED_CLOSINGS_MOVE, DUE, TABLES, next_closings};

pub(crate) static CLOSINGS: Kind = Kind {
    name: "closings",
    covers: "closing balances of accounts that a later one has taken the place of",
    law: Law::ACCOUNTING,
    setting: "retention_closings_days",
    gather,
    tables: TABLES,
    carry,
    prove: |_| Vec::new(),
};

fn gather(tx: &mut Tx, cut: &Cut, taken: &Taken) -> Result<Gathered> {
    let before = cut.before;
    DUE.gather(
        tx,
        (cut, taken),
        TABLES.len(),
        |_| Ok(1),
        |tx, closings| {
            let next = next_closings(tx, closings)?;
            Ok(next.into_iter().map(|next| next.is_some_and(|next| next <= before)).collect())
        },
    )
}

/// Closes the time before the end for imports: a row of it would be archived a second time.
fn carry(tx: &mut Tx, cut: &Cut, _: &[RenderedTable]) -> Result<(), RetentionError> {
    tx.execute(&ARCHIVED_CLOSINGS_MOVE, params![cut.before])?;
    Ok(())
}
