//! The log as files outside of the database, where whoever holds the database cannot change them.

use std::io;
use std::path::Path;

use store::{Result, Store, StoreError, Tx, params};
use tlog::folder::{CHECKPOINT, Folder};
use tlog::{Checkpoint, NoteError, SigningKey, TILE_WIDTH, Tiles as _, path, root};

use super::leaf::leaf_of;
use super::store::{LOG_SIZE, StoredTiles, placed};

/// The most bundles of 256 entries that one step writes.
const BUNDLES_AT_ONCE: u64 = 40;

/// The state of the folder after one step.
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
    /// The folder cannot be written or read.
    #[error("the folder of the log: {0}")]
    Folder(#[from] io::Error),
    /// The folder's checkpoint proves nothing.
    #[error("the folder's checkpoint: {0}")]
    Note(#[from] NoteError),
    /// The folder has a log that this database never had.
    #[error(
        "the log in the folder is none that this database has grown from: the trail was changed, or restored"
    )]
    Forked,
    /// Entries left for an archive before they were exported.
    #[error("entries from {0} on left for an archive before they were in the folder")]
    Archived(u64),
}

/// A file with its name in the folder.
type Named = (String, Vec<u8>);

/// The state that the folder will have, the entries that it is behind then, and the files that are new.
type Step = (Checkpoint, u64, Vec<Named>);

/// Brings the folder a step nearer to the log in the database, and signs what it has then. It never writes over a log
/// that the database has not grown from.
///
/// # Errors
/// The database or the folder failed, or they contradict each other.
pub async fn export(store: &Store, folder: &Path, key: &SigningKey) -> Result<Export, ExportError> {
    let files = Folder::new(folder, 0);
    let before = match files.checkpoint()? {
        Some(note) => Checkpoint::verified(&note, key.verifying())?,
        None => Checkpoint { size: 0, root: [0; 32] },
    };
    let step = move |tx: &mut Tx| -> Result<Step, ExportError> {
        let size: u64 = tx.select_one(&LOG_SIZE, params![])?;
        if before.size > size
            || (before.size > 0 && root(&mut StoredTiles(tx), before.size)? != Some(before.root))
        {
            return Err(ExportError::Forked);
        }
        let end = size.min((before.size / TILE_WIDTH + BUNDLES_AT_ONCE) * TILE_WIDTH);
        let Some(root) = root(&mut StoredTiles(tx), end)? else { return Ok((before, 0, Vec::new())) };
        let mut named = bundles(tx, before.size, end)?;
        named.extend(tiles(tx, before.size, end)?);
        Ok((Checkpoint { size: end, root }, size - end, named))
    };
    let (checkpoint, behind, named) = store.read("audit.export", step).await?;
    if checkpoint.size > before.size {
        for (name, bytes) in named {
            files.write(&name, &bytes)?;
        }
        files.write(CHECKPOINT, checkpoint.signed(key).as_bytes())?;
    }
    Ok(Export { size: checkpoint.size, behind })
}

/// The bundles with entries from `first` to before `end`.
fn bundles(tx: &mut Tx, first: u64, end: u64) -> Result<Vec<Named>, ExportError> {
    let mut named = Vec::new();
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
        named.push((path(None, index, width), bytes));
    }
    Ok(named)
}

/// The tiles of a tree of `end` leaves that a tree of `first` leaves does not have so.
fn tiles(tx: &mut Tx, first: u64, end: u64) -> Result<Vec<Named>> {
    let mut named = Vec::new();
    let (mut level, mut from, mut to) = (0_u8, first, end);
    while to > 0 {
        for index in from / TILE_WIDTH..to.div_ceil(TILE_WIDTH) {
            let width = (to - index * TILE_WIDTH).min(TILE_WIDTH);
            let mut tile = StoredTiles(tx).tile(level, index)?;
            tile.truncate(usize::try_from(width).unwrap_or(usize::MAX).saturating_mul(tlog::HASH_BYTES));
            named.push((path(Some(level), index, width), tile));
        }
        (level, from, to) = (level + 1, from / TILE_WIDTH, to / TILE_WIDTH);
    }
    Ok(named)
}
