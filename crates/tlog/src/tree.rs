//! Roots and paths of a tree that is read tile by tile (RFC 6962, section 2.1).

use crate::hash::{Hash, hashes, node, perfect};
use crate::tile::{TILE_WIDTH, Tiles};

/// Levels of nodes between the levels of tiles.
const TILE_HEIGHT: u32 = 8;

/// The root of the first `size` leaves; nothing when a tile is too narrow, or there are none.
pub fn root<T: Tiles>(tiles: &mut T, size: u64) -> Result<Option<Hash>, T::Error> {
    if size == 0 { Ok(None) } else { range(tiles, 0, size) }
}

/// The hashes beside the way from a leaf to the root of the first `size` leaves, from below.
pub fn inclusion<T: Tiles>(tiles: &mut T, leaf: u64, size: u64) -> Result<Option<Vec<Hash>>, T::Error> {
    if leaf >= size {
        return Ok(None);
    }
    let (mut start, mut end) = (0, size);
    let mut path = Vec::new();
    while end - start > 1 {
        let middle = start + split(end - start);
        let sibling = if leaf < middle { range(tiles, middle, end)? } else { range(tiles, start, middle)? };
        let Some(sibling) = sibling else { return Ok(None) };
        path.push(sibling);
        if leaf < middle { end = middle } else { start = middle }
    }
    path.reverse();
    Ok(Some(path))
}

/// The root that follows from a leaf and the hashes beside its way; nothing when they are not as many as there must be.
pub fn root_of_path(leaf: &Hash, index: u64, size: u64, path: &[Hash]) -> Option<Hash> {
    if index >= size {
        return None;
    }
    let (mut first, mut last, mut hash) = (index, size - 1, *leaf);
    for sibling in path {
        if last == 0 {
            return None;
        }
        if first % 2 == 1 || first == last {
            hash = node(sibling, &hash);
            while first % 2 == 0 && first != 0 {
                (first, last) = (first / 2, last / 2);
            }
        } else {
            hash = node(&hash, sibling);
        }
        (first, last) = (first / 2, last / 2);
    }
    (last == 0).then_some(hash)
}

/// The greatest power of two below `width`, which is above 1.
const fn split(width: u64) -> u64 {
    1 << (u64::BITS - 1 - (width - 1).leading_zeros())
}

/// The hash of the leaves from `start` to before `end`.
fn range<T: Tiles>(tiles: &mut T, start: u64, end: u64) -> Result<Option<Hash>, T::Error> {
    let width = end - start;
    if width.is_power_of_two() {
        return subtree(tiles, width.trailing_zeros(), start / width);
    }
    let middle = start + split(width);
    let (left, right) = (range(tiles, start, middle)?, range(tiles, middle, end)?);
    Ok(left.zip(right).map(|(left, right)| node(&left, &right)))
}

/// The hash of the perfect subtree at `index` among those of `height`.
fn subtree<T: Tiles>(tiles: &mut T, height: u32, index: u64) -> Result<Option<Hash>, T::Error> {
    let count = 1_u64 << (height % TILE_HEIGHT);
    let first = index * count;
    let level = u8::try_from(height / TILE_HEIGHT).unwrap_or(u8::MAX);
    let tile = hashes(&tiles.tile(level, first / TILE_WIDTH)?);
    let [from, count] =
        [first % TILE_WIDTH, count].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    Ok(tile.get(from..from + count).and_then(|hashes| perfect(hashes.to_vec())))
}
