//! Orders of which the bank has said something within a time.

use kernel::Instant;
use store::{Result, Store, params};

use crate::kind::{OrderKind, Role};
use crate::order::Order;
use crate::store::{ORDERS_ANSWERED, ORDERS_UNANSWERED};

/// The most orders that are read at once.
const AT_ONCE: i64 = 1_000;

/// Returns orders of a role that were answered from one moment to another; of the kinds `in_parts` also those that may
/// have answered parts of that time, because they were open in it and ended later or not at all. At most `limit` of
/// each.
pub(crate) async fn answered(
    store: &Store,
    role: Role,
    in_parts: &[&'static OrderKind],
    (from, to): (Instant, Instant),
    limit: usize,
) -> Result<Vec<Order>> {
    let mut all = Vec::new();
    for kind in in_parts {
        // What has not ended comes first: an order that ends meanwhile is then found by its end.
        all.extend(unanswered(store, kind, to, limit).await?);
        let later = (
            Instant::from_microseconds(to.microseconds().saturating_add(1)),
            Instant::from_microseconds(i64::MAX),
        );
        all.extend(ended(store, (role, kind.name), later, to, limit).await?);
    }
    all.extend(ended(store, (role, ""), (from, to), to, limit).await?);
    Ok(all)
}

/// Returns orders that were placed up to a moment and answered within a time, by their end; of one kind, when it is
/// named.
async fn ended(
    store: &Store,
    (role, kind): (Role, &str),
    (from, to): (Instant, Instant),
    placed_until: Instant,
    limit: usize,
) -> Result<Vec<Order>> {
    let (mut all, mut after) = (Vec::<Order>::new(), (from, String::new()));
    while all.len() < limit {
        let values = params![role.as_str(), after.0, to, after.1.as_str(), AT_ONCE, kind, placed_until];
        let some: Vec<Order> = store.select(&ORDERS_ANSWERED, values).await?;
        let Some(last) = some.last() else { break };
        after = (last.ended_at.unwrap_or(to), last.id.to_string());
        all.extend(some);
    }
    Ok(all)
}

/// Returns orders of a kind that were placed up to a moment and have not ended. Those of one kind are due in the order
/// in which they were placed.
async fn unanswered(
    store: &Store,
    kind: &OrderKind,
    placed_until: Instant,
    limit: usize,
) -> Result<Vec<Order>> {
    let due_until = placed_until.plus_seconds(kind.deadline_s);
    let (mut all, mut after) = (Vec::<Order>::new(), (Instant::from_microseconds(0), String::new()));
    while all.len() < limit {
        let values = params![kind.name, after.0, due_until, after.1.as_str(), AT_ONCE];
        let some: Vec<Order> = store.select(&ORDERS_UNANSWERED, values).await?;
        let Some(last) = some.last() else { break };
        after = (last.deadline_at, last.id.to_string());
        all.extend(some);
    }
    Ok(all)
}
