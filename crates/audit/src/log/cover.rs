//! Gives entries their places.

use kernel::Instant;
use store::{Result, Store, StoreError, Tx, params};
use tlog::Growth;

use super::leaf::leaf_of;
use super::store::{
    LEAF_INSERT, LOG_GROW, LOG_LOOKED, LOG_SIZE, LOG_TURN, PIECE_END, StoredTiles, TILE_PUT, UNCOVERED,
    signed,
};
use crate::StoredEntry;

/// The most entries that get a place in one unit of work.
const BUNCH_MAX: i64 = 2_000;
/// Seconds before the last look in which each look searches: units of work end in another order than their moments.
const OVERLAP_S: i64 = 5;
/// Seconds before the last look in which a look for stragglers searches: no unit of work lasts as long. As far ahead of
/// the clock each look searches: other processes' clocks may be, and a clock that was put back has covered the rest.
pub const STRAGGLERS_S: i64 = 900;
/// Seconds by which the last look is ahead of a clock that was put back: those of two processes differ by less.
const PUT_BACK_S: i64 = 60;
/// Seconds before the clock in which the first look after it was put back searches: nobody may have looked since.
const UNSEEN_S: i64 = 86_400;
const PIECE_ENTRIES: i64 = 5_000;

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

/// A look for entries without a place.
#[derive(Clone, Copy)]
struct Look {
    now: Instant,
    reach: Reach,
}

/// The moments in which a look searches.
#[derive(Clone, Copy)]
enum Reach {
    /// Those since the last look.
    New,
    /// The same, and [`STRAGGLERS_S`] before it.
    Stragglers,
    /// A piece of the past.
    Past { from: Instant, until: Instant },
}

impl Look {
    /// Tells whether the clock was put back since the last look, and this one searches through everything therefore.
    fn is_behind(self, last: Instant) -> bool {
        self.now.plus_seconds(PUT_BACK_S) < last && !self.is_past()
    }

    const fn is_past(self) -> bool {
        matches!(self.reach, Reach::Past { .. })
    }

    /// The moments between which it searches. After the clock was put back it searches through everything once.
    fn between(self, last: Instant) -> (Instant, Instant) {
        let now = self.now;
        let look_back = match self.reach {
            Reach::Past { from, until } => return (from, until),
            _ if self.is_behind(last) => {
                return (now.plus_seconds(-UNSEEN_S), Instant::from_microseconds(i64::MAX));
            }
            Reach::New => OVERLAP_S,
            Reach::Stragglers => STRAGGLERS_S,
        };
        (last.min(now).plus_seconds(-look_back), now.plus_seconds(STRAGGLERS_S))
    }
}

/// Gives the oldest entries without a place theirs. With `stragglers` it looks [`STRAGGLERS_S`] back.
pub async fn cover(store: &Store, now: Instant, stragglers: bool) -> Result<Coverage> {
    let reach = if stragglers { Reach::Stragglers } else { Reach::New };
    covered(store, Look { now, reach }).await
}

/// Looks through a piece of the past, from a moment on, for entries that came later than any other look goes back, as
/// from a machine whose clock was wrong. Returns where the next piece begins: after the newest entry at the oldest one.
pub async fn cover_past(store: &Store, now: Instant, from: Instant) -> Result<Instant> {
    let end: Option<Instant> = store.select_optional(&PIECE_END, params![from, PIECE_ENTRIES]).await?;
    let reach = Reach::Past { from, until: end.unwrap_or(now) };
    while covered(store, Look { now, reach }).await?.is_full {}
    // More entries of one moment than a piece has do not keep it from going on.
    let after_it = |end: Instant| end.max(Instant::from_microseconds(from.microseconds().saturating_add(1)));
    Ok(end.map_or(Instant::from_microseconds(i64::MIN), after_it))
}

async fn covered(store: &Store, look: Look) -> Result<Coverage> {
    // A look costs no write while nothing is new, but for the first one of a clock that was put back.
    let found = store.read("audit.uncovered", move |tx: &mut Tx| {
        let last = tx.select_optional(&LOG_LOOKED, params![])?.unwrap_or(Instant::from_microseconds(0));
        let is_quiet = !look.is_behind(last) && uncovered(tx, look, last, 1)?.is_empty();
        Ok::<_, StoreError>((tx.select_one(&LOG_SIZE, params![])?, is_quiet))
    });
    if let (size, true) = found.await? {
        return Ok(Coverage { size, added: 0, oldest: None, is_full: false });
    }
    store.write_guarded("audit.cover", move |tx: &mut Tx| bunch(tx, look)).await
}

fn uncovered(tx: &mut Tx, look: Look, last: Instant, limit: i64) -> Result<Vec<StoredEntry>> {
    let (from, until) = look.between(last);
    tx.select(&UNCOVERED, params![from, until, limit])
}

fn bunch(tx: &mut Tx, look: Look) -> Result<Coverage> {
    tx.execute_one(&LOG_TURN, params![])?;
    let size = tx.select_one(&LOG_SIZE, params![])?;
    let last = tx.select_one(&LOG_LOOKED, params![])?;
    let entries = uncovered(tx, look, last, BUNCH_MAX)?;
    let is_full = i64::try_from(entries.len()) == Ok(BUNCH_MAX);
    let looked_at = match entries.last().filter(|_| is_full) {
        // Other looks search the moments between.
        _ if look.is_past() => last,
        None => look.now,
        // The rest may lie ahead of the clock: the next look goes through everything too.
        Some(_) if look.is_behind(last) => last,
        // The rest comes after the newest one.
        Some(newest) => newest.at,
    };
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
    tx.execute_one(&LOG_GROW, params![signed(growth.size), looked_at])?;
    Ok(Coverage {
        size: growth.size,
        added: growth.size - size,
        oldest: entries.first().map(|entry| entry.at),
        is_full,
    })
}
