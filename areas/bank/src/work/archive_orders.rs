//! Orders that have ended as a kind of things that are kept for a time.
//!
//! An order leaves with the answers to it that were refused. Whoever answers it afterwards is told that there is none.

use retention::{ArchivedRow, Cut, Gathered, Kind, Law, Taken};
use store::{Result, Tx};

use crate::store::kept::{DUE, TABLES};

pub(crate) static ORDERS: Kind = Kind {
    name: "orders",
    covers: "orders to the bank that have ended, with their answers",
    law: Law::ACCOUNTING,
    setting: "retention_orders_days",
    gather,
    tables: TABLES,
    carry: |_, _, _| Ok(()),
    prove,
};

/// Rows of an order, about.
const ROWS: i64 = 2;

fn gather(tx: &mut Tx, cut: &Cut, taken: &Taken) -> Result<Gathered> {
    DUE.gather(tx, (cut, taken), TABLES.len(), |_| Ok(ROWS), |_, orders| Ok(vec![true; orders.len()]))
}

/// Every order has ended.
fn prove(rows: &[ArchivedRow]) -> Vec<String> {
    let open = rows.iter().filter(|row| row.table == "bank_orders" && row.integer("ended_at_us").is_none());
    open.map(|row| format!("order {} has not ended", row.text("order_id").unwrap_or_default())).collect()
}
