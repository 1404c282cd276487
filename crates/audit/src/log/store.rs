//! The tables of the log.

use kernel::Instant;
use store::{Joined, Result, Selected, Store, StoreError, Tx, params};
use tlog::Tiles;

use crate::StoredEntry;

store::queries! {
    /// Takes the turn at the log.
    pub(crate) LOG_TURN = "insert into audit_log (alone, size, turn, looked_us) values (1, 0, 1, 0)
        on conflict (alone) do update set turn = audit_log.turn + 1";

    /// The number of entries that have a place.
    pub(crate) LOG_SIZE = "select coalesce(max(size), 0) as size from audit_log";

    /// Reads the moment of the last look.
    pub(crate) LOG_LOOKED = "select looked_us from audit_log where alone = 1";

    /// Notes the number of those that have one now, and the moment of the look.
    pub(crate) LOG_GROW = "update audit_log set size = $1, looked_us = $2 where alone = 1";

    pub(crate) LEAF_AT = "select at_us from audit_leaves where leaf_index = $1";

    /// The last place from one to before another whose entry, from before a moment, is not there.
    pub(crate) LEAF_LEFT = "select l.leaf_index from audit_leaves l
        where l.leaf_index >= $1 and l.leaf_index < $2 and l.at_us < $3
            and not exists (select 1 from audit_entries e where e.at_us = l.at_us and e.id = l.entry_id)
        order by l.leaf_index desc limit 1";

    pub(crate) LEAF_OF_ENTRY = "select leaf_index from audit_leaves where entry_id = $1";

    pub(crate) LEAF_INSERT = "insert into audit_leaves (leaf_index, entry_id, at_us) values ($1, $2, $3)";

    /// Entries from a moment to another that have no place.
    pub(crate) UNCOVERED = store::text!("select ", StoredEntry::ALIASED, " from audit_entries e
        where e.at_us >= $1 and e.at_us <= $2
            and not exists (select 1 from audit_leaves l where l.entry_id = e.id)
        order by e.at_us, e.id limit $3");

    pub(crate) UNCOVERED_COUNT = "select count(1) as entries from audit_entries e
        where e.at_us >= $1 and e.at_us <= $2 and not exists (select 1 from audit_leaves l where l.entry_id = e.id)";

    /// The moment of the entry after so many from a moment on.
    pub(crate) PIECE_END = "select at_us from audit_entries where at_us >= $1 order by at_us limit 1 offset $2";

    /// Places in their order, with their entries as far as they are there.
    pub(crate) PLACED = store::text!(
        "select ", LoggedEntry::LIST, "
        from audit_leaves l left join audit_entries e on e.at_us = l.at_us and e.id = l.entry_id
        where l.leaf_index >= $1 and l.leaf_index < $2 order by l.leaf_index");

    pub(crate) TILE = "select hashes from audit_tiles where level = $1 and tile_index = $2";

    pub(crate) TILE_PUT = "insert into audit_tiles (level, tile_index, hashes) values ($1, $2, $3)
        on conflict (level, tile_index) do update set hashes = excluded.hashes";

    /// Before which moment entries may have left for an archive.
    pub(crate) LOG_ARCHIVED = "select before_us from audit_archived where alone = 1";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEntry {
    /// The place, from 0.
    pub index: u64,
    pub id: String,
    pub at: Instant,
    /// The entry, if it is there.
    pub entry: Option<StoredEntry>,
}

type JoinedEntry = Joined<StoredEntry>;

store::selected! {
    LoggedEntry (present: JoinedEntry) {
        index: "l.leaf_index", id: "l.entry_id", at: "l.at_us as leaf_at_us"; entry: present.0,
    }
}

pub(crate) struct StoredTiles<'tx>(pub(crate) &'tx mut Tx);

kernel::debug_shows!(StoredTiles<'_> { .. });

impl Tiles for StoredTiles<'_> {
    type Error = StoreError;

    fn tile(&mut self, level: u8, index: u64) -> Result<Vec<u8>> {
        Ok(self.0.select_optional(&TILE, params![i64::from(level), signed(index)])?.unwrap_or_default())
    }
}

/// A number of entries as the tables hold it.
pub(crate) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The number of entries that have a place.
pub async fn size(store: &Store) -> Result<u64> {
    Ok(store.select_optional(&LOG_SIZE, params![]).await?.unwrap_or(0))
}

/// The place of an entry; nothing while it has none.
pub async fn place_of(store: &Store, entry: &str) -> Result<Option<u64>> {
    store.select_optional(&LEAF_OF_ENTRY, params![entry.to_owned()]).await
}

/// The places from `first` to before `end`.
pub(crate) fn placed(tx: &mut Tx, first: u64, end: u64) -> Result<Vec<LoggedEntry>> {
    tx.select(&PLACED, params![signed(first), signed(end)])
}
