//! The standstill of a database that was put back from a copy.
//!
//! The copy does not know what was done since it was made, nor whether the original is at work somewhere. So no worker
//! of any process begins a job there until somebody says that it is the one that goes on.

use kernel::Instant;
use store::{Result, Store, Tx, params};

store::queries! {
    STANDSTILL_BEGIN = "insert into standstill (alone, since_us) values (1, $1) on conflict (alone) do nothing";

    LEASES_TAKE_AWAY = "update jobs set fencing_token = 0, leased_until_us = 0 where fencing_token <> 0";

    STANDSTILL_SINCE = "select since_us from standstill where alone = 1";

    STANDSTILL_END = "delete from standstill where alone = 1";
}

/// Begins the standstill: whoever is at a job loses it. Returns `false` when it has begun already.
pub fn stand_still(tx: &mut Tx, now: Instant) -> Result<bool> {
    let has_begun = tx.execute(&STANDSTILL_BEGIN, params![now])? == 1;
    tx.execute(&LEASES_TAKE_AWAY, params![])?;
    Ok(has_begun)
}

/// Ends the standstill; `false` when there is none.
pub fn go_on(tx: &mut Tx) -> Result<bool> {
    Ok(tx.execute(&STANDSTILL_END, params![])? == 1)
}

/// Returns the moment since which the database stands still: one short read.
pub async fn stands_still_since(store: &Store) -> Result<Option<Instant>> {
    store.select_optional(&STANDSTILL_SINCE, params![]).await
}

/// Tells in a unit of work whether the database stands still.
pub fn stands_still(tx: &mut Tx) -> Result<bool> {
    Ok(tx.query_optional(&STANDSTILL_SINCE, params![])?.is_some())
}
