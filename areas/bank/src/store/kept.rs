//! Rows of orders that leave for an archive.

use retention::{Due, Key};
use store::{Row, params};

store::queries! {
    /// Orders that have ended, the first to end before the others.
    KEPT_ORDERS_DUE = "select order_id, ended_at_us as at_us from bank_orders
        where ended_at_us < $1 and ended_at_us >= $2 order by ended_at_us, order_id limit $3";
}

/// Orders in the order of their ends.
pub(crate) static DUE: Due = Due {
    query: &KEPT_ORDERS_DUE,
    table: "bank_orders",
    key: |row: &Row| Ok(Key(params![row.text("order_id")?])),
};

retention::tables! {
    /// The order, and the answers to it that were refused.
    pub(crate) by "order_id = $1":
    bank_orders(order_id) {
        order_id Text, seq Integer, kind Text, role Text, cnum Text, object_id Text, payload Text, state Text,
        opened_at_us Integer, deadline_at_us Integer, taken_at_us Integer, taken_by Text, ended_at_us Integer,
        ended_by Text, answer Text, overdue_told_at_us Integer,
    }
    bank_answers_refused(refused_id) {
        refused_id Bytes, order_id Text, received_at_us Integer, received_from Text, reason Text, answer Text,
    }
}
