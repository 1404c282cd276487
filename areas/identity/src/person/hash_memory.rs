//! The memory in which password hashes are computed: the process keeps it, and lends it to one hash after another.
//!
//! Memory that each hash takes for itself ends up in the arena of whatever thread computes it, and the C library gives
//! none of it back: a morning of logins leaves hundreds of megabytes.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use argon2::Block;

/// The memory of this process; a process with many sandboxes has one too.
pub(crate) static HASH_MEMORY: HashMemory = HashMemory::new();

/// Memory for as many hashes as were ever computed at once. It grows to the costliest hash and never shrinks.
pub(crate) struct HashMemory {
    shelf: Mutex<Shelf>,
    given_back: Condvar,
}

struct Shelf {
    free: Vec<Vec<Block>>,
    lent: usize,
}

/// Memory of one hash, which goes back to the shelf when dropped.
pub(crate) struct Lent<'a> {
    owner: &'a HashMemory,
    blocks: Vec<Block>,
}

impl HashMemory {
    pub(crate) const fn new() -> Self {
        Self { shelf: Mutex::new(Shelf { free: Vec::new(), lent: 0 }), given_back: Condvar::new() }
    }

    /// Lends at least `count` blocks, when fewer than `at_once_max` hashes have theirs. Blocks the thread until then,
    /// which is for long only where several sandboxes share the process: each has a queue of its own.
    ///
    /// Fewer blocks when the machine has no more memory.
    pub(crate) fn lend(&self, count: usize, at_once_max: usize) -> Lent<'_> {
        let is_all_lent = |state: &mut Shelf| state.lent >= at_once_max.max(1);
        let waited = self.given_back.wait_while(self.locked(), is_all_lent);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.lent += 1;
        let blocks = state.free.pop().unwrap_or_default();
        drop(state);
        let mut lent = Lent { owner: self, blocks };
        if lent.blocks.len() < count {
            // The former memory goes before the larger one comes.
            lent.blocks = Vec::new();
            if lent.blocks.try_reserve_exact(count).is_ok() {
                lent.blocks.resize(count, Block::new());
            }
        }
        lent
    }

    fn locked(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AsMut<[Block]> for Lent<'_> {
    fn as_mut(&mut self) -> &mut [Block] {
        &mut self.blocks
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut state = self.owner.locked();
        state.lent -= 1;
        state.free.push(std::mem::take(&mut self.blocks));
        self.owner.given_back.notify_all();
    }
}

#[cfg(test)]
mod tests;
