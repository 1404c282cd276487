//! Orders: what people and staff of a sandbox are to do about one thing, because a trigger came with it.

use kernel::Instant;
use store::{Result, Tx, params};

use crate::triggers::{Trigger, by_name};

store::queries! {
    /// Places an order; a later one takes its place.
    pub(crate) ORDER_PLACE = "insert into sandbox_orders (kind, object_kind, object_id, trigger_name, placed_at_us)
        values ('SANDBOX', $1, $2, $3, $4)
        on conflict (object_kind, object_id) do update set trigger_name = excluded.trigger_name,
            placed_at_us = excluded.placed_at_us";
    /// The order about a thing.
    pub(crate) ORDER_FIND = "select trigger_name from sandbox_orders where object_kind = $1 and object_id = $2";
}

/// A thing that an order is about: its kind, as the trail names it, and its identifier.
pub type Object<'a> = (&'static str, &'a str);

/// Places an order about the thing, in the unit of work that makes or changes it.
pub fn place(tx: &mut Tx, (kind, id): Object<'_>, trigger: &Trigger, now: Instant) -> Result<()> {
    tx.execute(&ORDER_PLACE, params![kind, id, trigger.name, now])?;
    Ok(())
}

/// Returns the order about the thing, one of its area's `triggers`, if there is one.
pub fn find(
    tx: &mut Tx,
    triggers: &'static [Trigger],
    (kind, id): Object<'_>,
) -> Result<Option<&'static Trigger>> {
    let name: Option<String> = tx.select_optional(&ORDER_FIND, params![kind, id])?;
    Ok(name.and_then(|name| by_name(triggers, &name)))
}
