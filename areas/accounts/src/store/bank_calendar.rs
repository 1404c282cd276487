//! The zone in which the days of the database begin and end.

use store::{Result, Tx, params};

store::queries! {
    ZONE_SETTLE = "insert into bank_calendar (alone, time_zone) values (1, $1) on conflict (alone) do nothing";
    ZONE = "select time_zone from bank_calendar where alone = 1";
}

/// Settles the zone, unless there is one; returns the one that counts.
pub(crate) fn settle(tx: &mut Tx, zone: &str) -> Result<String> {
    tx.execute(&ZONE_SETTLE, params![zone])?;
    Ok(tx.query_one(&ZONE, params![])?.text("time_zone")?.to_owned())
}
