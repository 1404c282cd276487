//! How much of what senders send one process holds in memory at once.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use std::time::Duration;

use kernel::Cnum;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

const MEBIBYTE: usize = 1024 * 1024;

/// Room for requests, counted in begun MiB of their bodies; whoever finds none waits its turn, and not for ever.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    places: Arc<Semaphore>,
    mebibytes: u32,
    wait_max: Duration,
}

/// The room that one request has taken, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    _permit: OwnedSemaphorePermit,
}

impl Room {
    /// Room for so many MiB.
    pub(crate) fn new(mebibytes: u32, wait_max: Duration) -> Self {
        let places = usize::try_from(mebibytes).unwrap_or(Semaphore::MAX_PERMITS);
        Self { places: Arc::new(Semaphore::new(places)), mebibytes, wait_max }
    }

    /// Room for a body of so many bytes, in the order of those who ask; a body that is larger than all the room has it alone.
    /// `None` when none became free in time.
    pub(crate) async fn take(&self, bytes: usize) -> Option<Place> {
        let wanted = u32::try_from(bytes / MEBIBYTE + 1).unwrap_or(u32::MAX).min(self.mebibytes);
        let permit = timeout(self.wait_max, Arc::clone(&self.places).acquire_many_owned(wanted)).await;
        Some(Place { _permit: permit.ok()?.ok()? })
    }
}

/// Room of which no company takes more than its share, so that one whose bodies come slowly keeps nobody else waiting.
#[derive(Clone, Debug)]
pub(crate) struct SharedRoom {
    all: Room,
    shares: Vec<Room>,
}

/// Shares for all companies; two of them rarely have the same.
const SHARES: usize = 64;

impl SharedRoom {
    /// Room for so many MiB, and so many for each company.
    pub(crate) fn new(mebibytes: u32, share_mebibytes: u32, wait_max: Duration) -> Self {
        let shares = (0..SHARES).map(|_| Room::new(share_mebibytes, wait_max)).collect();
        Self { all: Room::new(mebibytes, wait_max), shares }
    }

    /// Room for a body of so many bytes that the company sends; as [`Room::take`].
    pub(crate) async fn take(&self, cnum: &Cnum, bytes: usize) -> Option<[Place; 2]> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(cnum);
        let index = usize::try_from(hash % SHARES as u64).unwrap_or(0);
        let share = self.shares.get(index)?.take(bytes).await?;
        Some([share, self.all.take(bytes).await?])
    }
}

#[cfg(test)]
mod tests;
