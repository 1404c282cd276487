//! Bounds the memory that the bodies of all senders take in one process.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::Cnum;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::turns::{TurnLimits, Turns};

const MEBIBYTE: usize = 1024 * 1024;

/// Room for requests, counted in begun MiB of their bodies; whoever finds none waits until it is the turn of the
/// company, and not for ever.
#[derive(Clone, Debug)]
pub(crate) struct Room(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    held: Mutex<Held>,
    mebibytes: u32,
    wait_max: Duration,
}

#[derive(Debug)]
struct Held {
    free: u32,
    waiting: Turns<Waiter>,
}

/// Somebody who waits for so many MiB.
#[derive(Debug)]
struct Waiter {
    wanted: u32,
    granted: oneshot::Sender<Share>,
}

/// The room that one request has taken, until it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    room: Arc<Shared>,
    taken: u32,
}

impl Room {
    pub(crate) fn new(mebibytes: u32, wait_max: Duration, waiting: TurnLimits) -> Self {
        let held = Mutex::new(Held { free: mebibytes, waiting: Turns::new(waiting) });
        Self(Arc::new(Shared { held, mebibytes, wait_max }))
    }

    /// Room for a body of so many bytes that the company sends. Nobody is passed over for needing more, and a body
    /// that is larger than all the room has it alone. `None` when none became free in time, or too many wait.
    pub(crate) async fn take(&self, company: &Cnum, bytes: usize) -> Option<Share> {
        let share = self.ask(company, bytes)?;
        timeout(self.0.wait_max, share).await.ok()?.ok()
    }

    /// A share in the queue for the room.
    fn ask(&self, company: &Cnum, bytes: usize) -> Option<oneshot::Receiver<Share>> {
        // Where there is no room at all, nobody gets any.
        let wanted = u32::try_from(bytes / MEBIBYTE + 1).unwrap_or(u32::MAX).min(self.0.mebibytes.max(1));
        let (granted, share) = oneshot::channel();
        let is_queued = {
            let mut held = self.0.held();
            // Those who have given up are found at their turns, which may come late.
            held.waiting.retain(|waiter| !waiter.granted.is_closed());
            held.waiting.push(company, Waiter { wanted, granted })
        };
        self.0.grant();
        is_queued.then_some(share)
    }
}

impl Shared {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives what is free to those whose turn it is.
    fn grant(self: &Arc<Self>) {
        while let Some(waiter) = self.next() {
            let share = Share { room: Arc::clone(self), taken: waiter.wanted };
            // A waiter that gives up at this moment gives its share back by dropping it.
            drop(waiter.granted.send(share));
        }
    }

    /// The next one who gets room, which is taken.
    fn next(&self) -> Option<Waiter> {
        let mut held = self.held();
        while let Some(next) = held.waiting.next() {
            let (wanted, is_gone) = (next.wanted, next.granted.is_closed());
            if !is_gone && wanted > held.free {
                return None;
            }
            let waiter = held.waiting.pop()?;
            if !is_gone {
                held.free -= wanted;
                return Some(waiter);
            }
        }
        None
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.room.held().free += self.taken;
        self.room.grant();
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
    pub(crate) fn new(mebibytes: u32, share_mebibytes: u32, wait_max: Duration, waiting: TurnLimits) -> Self {
        let shares = (0..SHARES).map(|_| Room::new(share_mebibytes, wait_max, waiting)).collect();
        Self { all: Room::new(mebibytes, wait_max, waiting), shares }
    }

    /// Room for a body of so many bytes that the company sends; as [`Room::take`].
    pub(crate) async fn take(&self, cnum: &Cnum, bytes: usize) -> Option<[Share; 2]> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(cnum);
        let index = usize::try_from(hash % SHARES as u64).unwrap_or(0);
        let share = self.shares.get(index)?.take(cnum, bytes).await?;
        Some([share, self.all.take(cnum, bytes).await?])
    }
}

#[cfg(test)]
mod tests;
