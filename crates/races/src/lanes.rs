//! The lanes of PostgreSQL: reads that share connections, connections that break, and the close of lanes.

#[path = "../../store/src/postgres/lanes.rs"]
#[rustfmt::skip]
#[expect(dead_code, clippy::module_inception, reason = "the file of the store")]
mod lanes;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shuttle::thread;

use self::client::Client;
use self::lanes::Lanes;
use self::servers::Servers;
use crate::sync::Arc;

/// As the store has it.
const CONNECTION_AGE_MAX: Duration = Duration::from_mins(30);
/// The most reads on one lane, as the store has it.
const READS_MAX: usize = 64;
const READS: usize = 4;

mod client {
    use std::sync::atomic::{AtomicBool, AtomicUsize};

    use crate::sync::Arc;

    pub(super) struct Client {
        pub(super) is_broken: AtomicBool,
        pub(super) open: Arc<AtomicUsize>,
    }
}

mod route {
    #[expect(dead_code, reason = "lanes are counted by the test")]
    #[derive(Clone, Copy)]
    pub(super) enum Route {
        Direct,
        Pooled,
    }
}

mod servers {
    use std::sync::atomic::Ordering;

    pub(super) struct Servers;

    impl Servers {
        pub(super) fn is_fit(&self, client: &super::Client) -> bool {
            !client.is_broken.load(Ordering::SeqCst)
        }
    }
}

impl Client {
    fn open(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::SeqCst);
        Self { is_broken: false.into(), open: Arc::clone(open) }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::SeqCst);
    }
}

/// No lane has more reads than it may, however many look for a slot at once, and all slots come back.
pub fn no_lane_is_overfull() {
    let lanes = Arc::new(Lanes::new(1));
    let before: Vec<_> = (0..READS_MAX - 1).map(|_| lanes.slot().expect("a slot")).collect();
    let taken = Arc::new(AtomicUsize::new(before.len()));
    let read = |_| {
        let (lanes, taken) = (Arc::clone(&lanes), Arc::clone(&taken));
        thread::spawn(move || {
            for _ in 0..2 {
                let Some(slot) = lanes.slot() else { continue };
                assert!(taken.fetch_add(1, Ordering::SeqCst) < READS_MAX, "a read too many on a lane");
                thread::yield_now();
                taken.fetch_sub(1, Ordering::SeqCst);
                drop(slot);
            }
        })
    };
    let reads: Vec<_> = (0..READS).map(read).collect();
    for read in reads {
        read.join().expect("no thread panics");
    }
    drop(before);
    let again: Vec<_> = (0..READS_MAX).filter_map(|_| lanes.slot()).collect();
    assert_eq!(again.len(), READS_MAX, "a slot is lost");
    drop(again);
}

/// A read that finds its connection broken takes away that one alone; nobody's connection is closed under a read, and
/// lanes that were closed keep none.
pub fn no_connection_of_another_is_discarded() {
    let (lanes, open) = (Arc::new(Lanes::new(1)), Arc::new(AtomicUsize::new(0)));
    let read = |breaks: bool| {
        let (lanes, open) = (Arc::clone(&lanes), Arc::clone(&open));
        thread::spawn(move || {
            let slot = lanes.slot().expect("a slot");
            let found = slot.connection(&Servers);
            let connection = found.unwrap_or_else(|| slot.open(Client::open(&open)));
            thread::yield_now();
            assert!(open.load(Ordering::SeqCst) > 0, "a connection is closed under a read");
            if breaks {
                connection.client.is_broken.store(true, Ordering::SeqCst);
                slot.discard(&connection);
                // Whoever else has put one there since keeps it.
                let fresh = slot.open(Client::open(&open));
                slot.discard(&connection);
                let kept = slot.connection(&Servers);
                assert!(kept.is_some(), "another's connection is discarded");
                drop(fresh);
            }
        })
    };
    let reads: Vec<_> = [true, false, false].map(read).into();
    for read in reads {
        read.join().expect("no thread panics");
    }
    lanes.close();
    assert_eq!(open.load(Ordering::SeqCst), 0, "a connection stays open");
}
