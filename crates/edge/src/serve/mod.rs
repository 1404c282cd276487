//! Accepts connections, and refuses requests that no area should see.
//!
//! A connection costs little until its request is complete, and cannot stay incomplete for long: heads,
//! bodies and answers that stall are cut, each after its own named time ([`ServeLimits`]).

mod addresses;
mod body;
mod chunked;
mod connection;
mod deadline;
mod head;
mod head_error;
mod input;
mod limits;
mod progress;
mod remains;
mod stream;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower::Service;

use crate::proxy::{Peer, TrustedProxies};

use addresses::{AddressSlot, Addresses};
pub(crate) use body::BodyTimeout;
pub use head::HEADERS_MAX;
pub(crate) use head_error::HeadError;
pub use limits::ServeLimits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drained {
    /// Connections that were still working when the deadline came, and were cut.
    pub cut: usize,
}

/// The state of all connections of a listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Open,
    /// Answer, and say that this answer is the last.
    Farewell,
    /// Finish the requests in flight and end.
    Closing,
}

/// The pause after the operating system refused a connection for want of something (file descriptors,
/// memory) that other connections have to give back first.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// As [`serve`], for a listener that callers reach through `proxies`: the connections of a proxy are not counted, its
/// requests are, each under the address of the caller for whom it is sent.
pub async fn serve_behind<S: Answers>(
    proxies: TrustedProxies,
    listener: TcpListener,
    service: S,
    limits: ServeLimits,
    shutdown: impl Future<Output = ()> + Send,
) -> Drained {
    let (mode, watched) = watch::channel(Mode::Open);
    let mut acceptor = Acceptor {
        listener,
        slots: Arc::new(Semaphore::new(limits.connections_max.min(Semaphore::MAX_PERMITS))),
        connections: JoinSet::new(),
        common: Common {
            service,
            limits,
            proxies,
            addresses: Addresses::new(limits.connections_per_address_max),
            mode: watched,
        },
    };
    acceptor.accept_until(shutdown).await;
    mode.send_replace(Mode::Farewell);
    acceptor.accept_until(sleep(limits.farewell_time)).await;
    let Acceptor { listener, connections, .. } = acceptor;
    drop(listener);
    mode.send_replace(Mode::Closing);
    drain(connections, limits.drain_time_max).await
}

/// Answers the connections of `listener` with `service` (a [`Framed`](crate::Framed)) until `shutdown` is
/// done. Then, for [`ServeLimits::farewell_time`], every answer says `Connection: close`; after that nothing
/// is accepted any more, idle connections end, and requests in flight have
/// [`ServeLimits::drain_time_max`] to finish.
pub async fn serve<S: Answers>(
    listener: TcpListener,
    service: S,
    limits: ServeLimits,
    shutdown: impl Future<Output = ()> + Send,
) -> Drained {
    serve_behind(TrustedProxies::default(), listener, service, limits, shutdown).await
}

/// Answers the requests of a listener. It is always ready, so nobody polls it before a call.
pub trait Answers:
    Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
{
}

impl<S> Answers for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// The parts that all connections of a listener share.
#[derive(Clone)]
struct Common<S> {
    service: S,
    limits: ServeLimits,
    proxies: TrustedProxies,
    addresses: Arc<Addresses>,
    mode: watch::Receiver<Mode>,
}

struct Acceptor<S> {
    listener: TcpListener,
    slots: Arc<Semaphore>,
    connections: JoinSet<()>,
    common: Common<S>,
}

impl<S: Answers> Acceptor<S> {
    async fn accept_until(&mut self, end: impl Future<Output = ()>) {
        let mut end = pin!(end);
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut end => return,
                accepted = accept(&self.listener, &self.slots) => accepted,
            };
            while self.connections.try_join_next().is_some() {}
            match accepted {
                Ok((stream, peer, slot)) => self.begin(stream, peer, slot),
                Err(error) if concerns_one_connection(&error) => {}
                Err(error) => {
                    tracing::warn!("accepting connections pauses: {error}");
                    tokio::select! {
                        biased;
                        () = &mut end => return,
                        () = sleep(ACCEPT_PAUSE) => {}
                    }
                }
            }
        }
    }

    fn begin(&mut self, stream: TcpStream, peer: SocketAddr, slot: OwnedSemaphorePermit) {
        // Answers are written whole: waiting to fill a packet would only delay them.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!("a connection ended before it began: {error}");
            return;
        }
        let Some(own_slot) = self.slot_of(peer.ip()) else {
            metrics::counter!("clientbank_http_connections_refused_total").increment(1);
            tracing::debug!(client.address = %peer.ip(), "an address holds as many connections as it may");
            return;
        };
        let work = connection::run(stream, Peer(peer), self.common.clone());
        self.connections.spawn(async move {
            let _slots = (slot, own_slot);
            work.await;
        });
    }

    /// A slot of the address that connects. A proxy needs none; nothing when an address holds as many as it may.
    fn slot_of(&self, address: IpAddr) -> Option<AddressSlot> {
        if self.common.proxies.holds(address) {
            return Some(AddressSlot::uncounted());
        }
        self.common.addresses.take(address)
    }
}

/// A slot first, then a connection: beyond the limit, connections wait in the operating system's queue.
async fn accept(
    listener: &TcpListener,
    slots: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let slot = Arc::clone(slots).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, slot))
}

fn concerns_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::Interrupted
    )
}

async fn drain(mut connections: JoinSet<()>, time_max: Duration) -> Drained {
    let all = async { while connections.join_next().await.is_some() {} };
    if timeout(time_max, all).await.is_ok() {
        return Drained { cut: 0 };
    }
    let cut = connections.len();
    tracing::warn!("{cut} connections were cut at the end of the drain time");
    connections.shutdown().await;
    Drained { cut }
}
