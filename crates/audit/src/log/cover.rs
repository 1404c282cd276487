//! Gives entries their places.

use kernel::Instant;
use store::{Result, Store, StoreError, Tx, params};
use tlog::Growth;

use super::leaf::leaf_of;
use super::store::{
    LEAF_AT, LEAF_INSERT, LOG_GROW, LOG_SIZE, LOG_TURN, StoredTiles, TILE_PUT, UNCOVERED, signed,
};
use crate::StoredEntry;

/// The most entries that get a place in one unit of work.
const BUNCH_MAX: i64 = 2_000;
/// Seconds before the newest place in which each look searches: units of work end in another order than their moments.
const OVERLAP_S: i64 = 5;
/// Seconds before the newest place in which a look for stragglers searches: no unit of work lasts as long.
pub const STRAGGLERS_S: i64 = 900;

/// The outcome of one bunch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Entries that have a place.
    pub size: u64,
    /// Entries that got one now.
    pub added: u64,
    /// The moment of the oldest of those.
    pub oldest: Option<Instant>,
    /// Set when there may be more.
    pub is_full: bool,
}

/// Gives the oldest entries without a place theirs. With `stragglers` it looks [`STRAGGLERS_S`] back. Where the clock
/// has gone back to before the newest place, it looks back from `now`.
pub async fn cover(store: &Store, now: Instant, stragglers: bool) -> Result<Coverage> {
    let look_back = if stragglers { STRAGGLERS_S } else { OVERLAP_S };
    // A look costs no write while nothing is new.
    let found = store.read("audit.uncovered", move |tx: &mut Tx| {
        let size = tx.select_one(&LOG_SIZE, params![])?;
        Ok::<_, StoreError>((size, uncovered(tx, size, (now, look_back), 1)?.is_empty()))
    });
    if let (size, true) = found.await? {
        return Ok(Coverage { size, added: 0, oldest: None, is_full: false });
    }
    store.write_guarded("audit.cover", move |tx: &mut Tx| bunch(tx, (now, look_back))).await
}

fn uncovered(
    tx: &mut Tx,
    size: u64,
    (now, look_back): (Instant, i64),
    limit: i64,
) -> Result<Vec<StoredEntry>> {
    let last: Option<Instant> = match size.checked_sub(1) {
        Some(last) => tx.select_optional(&LEAF_AT, params![signed(last)])?,
        None => None,
    };
    let from = last.map_or(0, |at| at.min(now).plus_seconds(-look_back).microseconds());
    tx.select(&UNCOVERED, params![from, limit])
}

fn bunch(tx: &mut Tx, looked_at: (Instant, i64)) -> Result<Coverage> {
    tx.execute_one(&LOG_TURN, params![])?;
    let size = tx.select_one(&LOG_SIZE, params![])?;
    let entries = uncovered(tx, size, looked_at, BUNCH_MAX)?;
    let mut growth = Growth::from(size);
    let mut leaves = Vec::with_capacity(entries.len());
    for entry in &entries {
        leaves.push(params![signed(growth.size), entry.id.to_string(), entry.at]);
        growth.push(&mut StoredTiles(tx), &tlog::leaf(&leaf_of(entry)))?;
    }
    tx.insert_many(&LEAF_INSERT, leaves)?;
    for ((level, index), tile) in growth.tiles {
        tx.execute_one(&TILE_PUT, params![i64::from(level), signed(index), tile])?;
    }
    tx.execute_one(&LOG_GROW, params![signed(growth.size)])?;
    let added = growth.size - size;
    Ok(Coverage {
        size: growth.size,
        added,
        oldest: entries.iter().map(|entry| entry.at).min(),
        is_full: signed(added) == BUNCH_MAX,
    })
}
