//! Connections that short reads share.
//!
//! A connection to itself costs each read a system call and a change of processes on both sides. Reads that are on
//! their way at the same time go out one after the other on the same connection instead, and the server answers them
//! in that order; one that fails concerns nobody else, because each is a transaction of its own. Units of work and
//! long reads keep to connections of their own: whoever is behind them would wait (docs/adr/0015).

use std::time::Instant;

use super::CONNECTION_AGE_MAX;
use super::client::Client;
use super::route::Route;
use super::servers::Servers;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Arc, PoisonError, RwLock};

/// One in so many connections is a lane.
const CONNECTIONS_PER_LANE: usize = 4;
const LANES_MAX: usize = 8;
const READS_MAX: usize = 64;

/// Computes the share of `connections_max` connections that become lanes. A pooler shares sessions by itself.
pub(super) fn lanes_of(connections_max: usize, route: Route) -> usize {
    match route {
        Route::Direct => (connections_max / CONNECTIONS_PER_LANE).min(LANES_MAX),
        Route::Pooled => 0,
    }
}

pub(super) struct Lanes(Box<[Lane]>);

#[derive(Default)]
struct Lane {
    reads: AtomicUsize,
    connection: RwLock<Option<Arc<Connection>>>,
}

/// A connection that several reads use at once; closed with the last of them.
pub(super) struct Connection {
    pub(super) client: Client,
    opened_at: Instant,
}

pub(super) struct LaneSlot<'lanes>(&'lanes Lane);

impl Lanes {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count).map(|_| Lane::default()).collect())
    }

    /// A slot on the lane with the fewest reads. Nothing when there are no lanes or all are full.
    pub(super) fn slot(&self) -> Option<LaneSlot<'_>> {
        let lane = self.0.iter().min_by_key(|lane| lane.reads.load(Ordering::Relaxed))?;
        let slot = LaneSlot(lane);
        // Counted before it is compared, so that many at once do not all find the last slot.
        (lane.reads.fetch_add(1, Ordering::Relaxed) < READS_MAX).then_some(slot)
    }

    /// Closes the lanes; reads under way keep their connections to their ends.
    pub(super) fn close(&self) {
        for lane in &self.0 {
            lane.put(None);
        }
    }
}

impl LaneSlot<'_> {
    /// The lane's connection; one that is old or of no more use to these servers is none.
    pub(super) fn connection(&self, servers: &Servers) -> Option<Arc<Connection>> {
        let current = self.0.connection.read().unwrap_or_else(PoisonError::into_inner);
        let is_fit = |connection: &&Arc<Connection>| {
            servers.is_fit(&connection.client) && connection.opened_at.elapsed() <= CONNECTION_AGE_MAX
        };
        current.as_ref().filter(is_fit).map(Arc::clone)
    }

    /// Makes `client` the lane's connection. Two may do that at once: the last one stays, and the other is closed after
    /// its reads.
    pub(super) fn open(&self, client: Client) -> Arc<Connection> {
        let connection = Arc::new(Connection { client, opened_at: Instant::now() });
        self.0.put(Some(Arc::clone(&connection)));
        connection
    }

    /// The connection is of no more use.
    pub(super) fn discard(&self, connection: &Arc<Connection>) {
        let mut current = self.0.connection.write().unwrap_or_else(PoisonError::into_inner);
        current.take_if(|current| Arc::ptr_eq(current, connection));
    }
}

impl Drop for LaneSlot<'_> {
    fn drop(&mut self) {
        self.0.reads.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lane {
    fn put(&self, connection: Option<Arc<Connection>>) {
        *self.connection.write().unwrap_or_else(PoisonError::into_inner) = connection;
    }
}
