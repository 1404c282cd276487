//! The tables of orders.

use store::{Selected as _, text};

use crate::order::{OpenSums, Order};

store::migrations! { "orders": 1 "orders to the bank, and answers that were refused" "../migrations/0001_baseline.sql" }

/// The condition that a switch stops the order `o`. `$1` has `,KIND=SWITCH,` of each kind and switch; the thing of an
/// order is named by its object, or by what is before a colon there.
const STOPPED: &str =
    "exists (select 1 from switches s where s.is_on and ((s.subject = '' and s.name = 'read_only')
    or ($1 like '%,' || o.kind || '=' || s.name || ',%'
        and (s.subject = '' or s.subject = o.object_id or o.object_id like s.subject || ':%'))))";

store::queries! {
    pub ORDER_INSERT = "insert into bank_orders
            (order_id, kind, role, cnum, object_id, payload, state, opened_at_us, deadline_at_us)
        values ($1, $2, $3, $4, $5, $6, 'OPEN', $7, $8)";

    pub ORDER_FIND = text!("select ", Order::ALIASED, " from bank_orders o where o.order_id = $1");

    /// The role whose systems are handed an order, and its kind.
    pub ORDER_KIND = "select role, kind from bank_orders where order_id = $1";

    /// Takes an order that has not ended until the end of the unit; none while the database stands still.
    pub ORDER_LOCK = text!("update bank_orders set kind = kind where order_id = $1 and ended_at_us is null
        and not exists (select 1 from standstill where alone = 1) returning ", Order::LIST);

    pub ORDER_END = "update bank_orders set state = $2, ended_at_us = $3, ended_by = $4, answer = $5
        where order_id = $1 and ended_at_us is null";

    /// Any order that waits for its number and nothing else.
    pub ANY_UNNUMBERED = text!("select order_id from bank_orders o where seq is null and ended_at_us is null
        and not ", STOPPED, " limit 1");

    /// Takes the counter until the end of the unit.
    pub COUNTER_TAKE = "update bank_order_counter set last_seq = last_seq where counter_id = 1 returning last_seq";

    /// Orders that wait for their number, in the order of their changes. One that ended before it was handed out needs
    /// none, and one that a switch stops gets it later, so that no reader passes it by.
    pub UNNUMBERED = text!("select order_id from bank_orders o where seq is null and ended_at_us is null
        and not ", STOPPED, " order by opened_at_us, order_id limit $2");

    /// Takes the numbers of orders after `$3` that a switch stops, as if nobody had seen them.
    pub ORDERS_HOLD_BACK = text!("update bank_orders as o set seq = null, state = 'OPEN', taken_at_us = null,
        taken_by = null where o.role = $2 and o.seq > $3 and o.ended_at_us is null and ", STOPPED);

    pub ORDER_NUMBER = "update bank_orders set seq = $2 where order_id = $1 and seq is null";

    /// Gives the counter back with the last number.
    pub COUNTER_SET = "update bank_order_counter set last_seq = $1 where counter_id = 1";

    /// Any order of a role after a number, but for those that a switch stops; of one kind, when it is named.
    pub ANY_AFTER = text!("select seq from bank_orders o where role = $2 and seq > $3 and ($4 = '' or kind = $4)
        and (ended_at_us is not null or not ", STOPPED, ") order by seq limit 1");

    /// Orders of a role after a number; of one kind, when it is named.
    pub ORDERS_AFTER = text!("select ", Order::ALIASED, " from bank_orders o
        where o.role = $1 and o.seq > $2 and ($3 = '' or o.kind = $3) order by o.seq limit $4");

    pub ORDER_TAKE = "update bank_orders set state = 'TAKEN', taken_at_us = $2, taken_by = $3
        where order_id = $1 and state = 'OPEN'";

    /// Makes orders that have not ended as if nobody had seen them.
    pub ORDERS_REOPEN = "update bank_orders set seq = null, state = 'OPEN', taken_at_us = null, taken_by = null
        where ended_at_us is null";

    pub REFUSED_INSERT = "insert into bank_answers_refused
            (refused_id, order_id, received_at_us, received_from, reason, answer)
        values ($1, $2, $3, $4, $5, $6)";

    pub REFUSED_COUNT = "select count(*) as refused from bank_answers_refused where order_id = $1";

    /// Orders that have not ended, those that are due first.
    pub OPEN_ORDERS = text!("select ", Order::ALIASED, " from bank_orders o where o.ended_at_us is null
        and o.deadline_at_us <= $1 order by o.deadline_at_us limit $2");

    /// Orders of a role that were placed up to $7 and answered from $2 to $3, by their end, after the order $4 at the
    /// moment $2; of one kind, when it is named.
    pub ORDERS_ANSWERED = text!("select ", Order::ALIASED, " from bank_orders o
        where o.role = $1 and o.state = 'ANSWERED' and (o.ended_at_us > $2 or (o.ended_at_us = $2 and o.order_id > $4))
            and o.ended_at_us <= $3 and ($6 = '' or o.kind = $6) and o.opened_at_us <= $7
        order by o.ended_at_us, o.order_id limit $5");

    /// Orders of a kind that have not ended and are due from $2 to $3, after the order $4 at the moment $2.
    pub ORDERS_UNANSWERED = text!("select ", Order::ALIASED, " from bank_orders o
        where o.ended_at_us is null and o.kind = $1 and o.deadline_at_us >= $2
            and (o.deadline_at_us > $2 or o.order_id > $4) and o.deadline_at_us <= $3
        order by o.deadline_at_us, o.order_id limit $5");

    /// Orders past their deadline of which nobody was told, and notes that somebody is.
    pub OVERDUE = "select order_id from bank_orders where ended_at_us is null and overdue_told_at_us is null
        and deadline_at_us <= $1 order by deadline_at_us, order_id limit $2";

    pub OVERDUE_TOLD = "update bank_orders set overdue_told_at_us = $2
        where order_id = $1 and overdue_told_at_us is null and ended_at_us is null";

    pub OPEN_SUMS = text!("select ", OpenSums::LIST, " from bank_orders where ended_at_us is null group by kind");
}
