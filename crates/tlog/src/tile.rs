//! The tree in tiles of 256 hashes: level 0 has the leaves, and each hash of a level above is a full tile of the one
//! below.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::hash::{HASH_BYTES, Hash, hashes, perfect};

pub const TILE_WIDTH: u64 = 256;
const TILE_BYTES: usize = 256 * HASH_BYTES;
/// Levels of a tree with as many leaves as a number can count.
const LEVELS_MAX: u8 = 8;

pub trait Tiles {
    type Error;

    /// The bytes of a tile, as wide as it is; empty for one that is absent.
    fn tile(&mut self, level: u8, index: u64) -> Result<Vec<u8>, Self::Error>;
}

/// A tree that grows: its size, and the tiles that differ from before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Leaves.
    pub size: u64,
    /// The tiles that are new or wider, by level and index.
    pub tiles: BTreeMap<(u8, u64), Vec<u8>>,
}

impl Growth {
    /// A tree of `size` leaves that has not grown.
    pub const fn from(size: u64) -> Self {
        Self { size, tiles: BTreeMap::new() }
    }

    /// Adds a leaf. The partial tile at its end is read from `tiles` the first time.
    pub fn push<T: Tiles>(&mut self, tiles: &mut T, leaf: &Hash) -> Result<(), T::Error> {
        let (mut hash, mut position) = (*leaf, self.size);
        for level in 0..LEVELS_MAX {
            let index = position / TILE_WIDTH;
            let tile = match self.tiles.entry((level, index)) {
                Entry::Occupied(tile) => tile.into_mut(),
                Entry::Vacant(place) => {
                    let is_new = position % TILE_WIDTH == 0;
                    place.insert(if is_new { Vec::new() } else { tiles.tile(level, index)? })
                }
            };
            tile.extend_from_slice(&hash);
            if tile.len() < TILE_BYTES {
                break;
            }
            let Some(whole) = perfect(hashes(tile)) else { break };
            (hash, position) = (whole, index);
        }
        self.size += 1;
        Ok(())
    }
}

/// The path of a tile, or of a bundle of entries, below a log's prefix: `tile/0/x001/234`, and `.p/17` after it when
/// it has 17 of 256.
pub fn path(level: Option<u8>, index: u64, width: u64) -> String {
    let level = level.map_or_else(|| "entries".to_owned(), |level| level.to_string());
    let mut elements = vec![format!("{:03}", index % 1_000)];
    let mut rest = index / 1_000;
    while rest > 0 {
        elements.insert(0, format!("x{:03}", rest % 1_000));
        rest /= 1_000;
    }
    let partial = if width == TILE_WIDTH { String::new() } else { format!(".p/{width}") };
    format!("tile/{level}/{}{partial}", elements.join("/"))
}
