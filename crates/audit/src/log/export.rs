//! The log as files outside of the database, where whoever holds the database cannot change them.

use std::io;
use std::path::Path;

use kernel::Instant;
use store::{Result, Store, StoreError, Tx, params};
use tlog::folder::{CHECKPOINT, Folder};
use tlog::{Checkpoint, NoteError, SigningKey, TILE_WIDTH, Tiles as _, path, root};

use super::cover::STRAGGLERS_S;
use super::leaf::leaf_of;
use super::store::{LEAF_AT, LEAF_LEFT, LOG_ARCHIVED, LOG_SIZE, StoredTiles, placed, signed};

/// The most bundles of 256 entries that one step writes.
const BUNDLES_AT_ONCE: u64 = 40;
/// The most places of which one statement looks whether their entries are there.
const PLACES_AT_ONCE: u64 = 1_000_000;
/// The full tiles after a partial one after which that goes: somebody may be verifying the log as it was.
const TILES_BEHIND: u64 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Export {
    pub size: u64,
    /// Entries that have a place in the database and are not in the folder.
    pub behind: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the folder of the log: {0}")]
    Folder(#[from] io::Error),
    #[error("the folder's checkpoint: {0}")]
    Note(#[from] NoteError),
    /// The folder has a log that this database never had.
    #[error(
        "the log in the folder is none that this database has grown from: the trail was changed, or restored"
    )]
    Forked,
    #[error(
        "entries from {0} on left for an archive before they were in the folder: keep it, and name a new one"
    )]
    Archived(u64),
}

/// A tile, or a bundle of entries without a level: its level, index and width, and its bytes.
type Tile = (Option<u8>, u64, u64, Vec<u8>);

/// The state that the folder will have, the entries that it is behind then, and the files that are new.
type Step = (Checkpoint, u64, Vec<Tile>);

/// Brings the folder a step nearer to the log in the database, and signs what it has then. It never writes over a log
/// that the database has not grown from. A folder that is new begins after the entries that have left for an archive.
pub async fn export(store: &Store, folder: &Path, key: &SigningKey) -> Result<Export, ExportError> {
    let files = Folder::new(folder, 0);
    let note = files.checkpoint()?;
    let before = match &note {
        Some(note) => Checkpoint::verified(note, key.verifying())?,
        None => Checkpoint { size: 0, root: [0; 32] },
    };
    let begun = note.as_deref().map(Checkpoint::begins);
    let step = move |tx: &mut Tx| -> Result<(u64, Step), ExportError> {
        let size: u64 = tx.select_one(&LOG_SIZE, params![])?;
        if before.size > size
            || (before.size > 0 && root(&mut StoredTiles(tx), before.size)? != Some(before.root))
        {
            return Err(ExportError::Forked);
        }
        let end = size.min((before.size / TILE_WIDTH + BUNDLES_AT_ONCE) * TILE_WIDTH);
        let Some(root) = root(&mut StoredTiles(tx), end)? else { return Ok((0, (before, 0, Vec::new()))) };
        let begins = begun.map_or_else(|| beginning(tx, size), Ok)?;
        let mut written = bundles(tx, before.size.max(begins), end)?;
        written.extend(tiles(tx, before.size, end)?);
        Ok((begins, (Checkpoint { size: end, root }, size - end, written)))
    };
    let (begins, (checkpoint, behind, written)) = store.read("audit.export", step).await?;
    if checkpoint.size > before.size {
        for (level, index, width, bytes) in &written {
            files.write(&path(*level, *index, *width), bytes)?;
        }
        files.write(CHECKPOINT, checkpoint.signed_beginning(key, begins).as_bytes())?;
        for (level, index, ..) in written {
            if let Some(behind) = index.checked_sub(TILES_BEHIND) {
                files.remove_partial(level, behind)?;
            }
        }
    }
    Ok(Export { size: checkpoint.size, behind })
}

/// The first place of a bundle after which no entry has left for an archive. Places follow the moments of their
/// entries, but for stragglers and for entries of a clock that was wrong or put back: where some of those have left,
/// the bundle comes after the last of them.
fn beginning(tx: &mut Tx, size: u64) -> Result<u64> {
    let left_before: Instant = tx.select_one(&LOG_ARCHIVED, params![])?;
    let kept_from = left_before.plus_seconds(2 * STRAGGLERS_S);
    let (mut first, mut end) = (0, size);
    while first < end {
        let middle = first + (end - first) / 2;
        let at: Option<Instant> = tx.select_optional(&LEAF_AT, params![signed(middle)])?;
        if at.is_some_and(|at| at >= kept_from) { end = middle } else { first = middle + 1 }
    }
    end = size;
    while first < end {
        let from = first.max(end.saturating_sub(PLACES_AT_ONCE));
        let left: Option<u64> =
            tx.select_optional(&LEAF_LEFT, params![signed(from), signed(end), left_before])?;
        if let Some(left) = left {
            first = left + 1;
            break;
        }
        end = from;
    }
    Ok(first.next_multiple_of(TILE_WIDTH))
}

/// The bundles with entries from `first` to before `end`.
fn bundles(tx: &mut Tx, first: u64, end: u64) -> Result<Vec<Tile>, ExportError> {
    let mut bundles = Vec::new();
    for index in first / TILE_WIDTH..end.div_ceil(TILE_WIDTH) {
        let start = index * TILE_WIDTH;
        let mut bytes = Vec::new();
        let places = placed(tx, start, end.min(start + TILE_WIDTH))?;
        let width = u64::try_from(places.len()).unwrap_or(0);
        for place in places {
            let Some(entry) = &place.entry else { return Err(ExportError::Archived(place.index)) };
            let leaf = leaf_of(entry);
            let length = u16::try_from(leaf.len()).unwrap_or(u16::MAX);
            bytes.extend_from_slice(&length.to_be_bytes());
            bytes.extend_from_slice(leaf.get(..usize::from(length)).unwrap_or_default());
        }
        bundles.push((None, index, width, bytes));
    }
    Ok(bundles)
}

/// The tiles of a tree of `end` leaves that a tree of `first` leaves does not have so.
fn tiles(tx: &mut Tx, first: u64, end: u64) -> Result<Vec<Tile>> {
    let mut tiles = Vec::new();
    let (mut level, mut from, mut to) = (0_u8, first, end);
    while to > 0 {
        for index in from / TILE_WIDTH..to.div_ceil(TILE_WIDTH) {
            let width = (to - index * TILE_WIDTH).min(TILE_WIDTH);
            let mut tile = StoredTiles(tx).tile(level, index)?;
            tile.truncate(usize::try_from(width).unwrap_or(usize::MAX).saturating_mul(tlog::HASH_BYTES));
            tiles.push((Some(level), index, width, tile));
        }
        (level, from, to) = (level + 1, from / TILE_WIDTH, to / TILE_WIDTH);
    }
    Ok(tiles)
}
