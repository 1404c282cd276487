//! Looks names up, and connects to a checked address.

use std::fmt::Debug;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::line::Line;
use crate::address::{Address, literal};
use crate::attempt::Outcome;

/// The source of the network addresses of a name, which others may change at any moment.
pub trait Names: Debug + Send + Sync {
    fn look_up<'a>(&'a self, name: &'a str, port: u16) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>>;
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NamesOfTheMachine;

impl Names for NamesOfTheMachine {
    fn look_up<'a>(&'a self, name: &'a str, port: u16) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        async move { Ok(lookup_host((name, port)).await?.collect()) }.boxed()
    }
}

/// The longest look-up of a name.
const LOOK_UP_TIME_MAX: Duration = Duration::from_secs(3);
/// The longest wait for one connection.
const CONNECT_TIME_MAX: Duration = Duration::from_secs(3);
/// The most addresses of a name that are tried.
const ADDRESSES_MAX: usize = 2;

/// Looks the name up once, checks every address of it, and connects to what was checked.
pub(super) async fn connect(
    address: &Address,
    allows: impl Fn(SocketAddr) -> bool,
    tls: &Arc<ClientConfig>,
    names: &dyn Names,
) -> Result<Line, Outcome> {
    let addresses = look_up(address, names).await?;
    // One forbidden address among others is an attempt to be led there some other time.
    if !addresses.iter().all(|found| allows(*found)) {
        return Err(Outcome::Forbidden);
    }
    let stream = first_of(&addresses).await?;
    if !address.is_https() {
        return Line::open(stream).await;
    }
    let name = server_name(address)?;
    let connector = TlsConnector::from(Arc::clone(tls));
    Line::open(connector.connect(name, stream).await.map_err(|_| Outcome::TlsFailed)?).await
}

async fn look_up(address: &Address, names: &dyn Names) -> Result<Vec<SocketAddr>, Outcome> {
    let url = address.url();
    let (host, port) = url.host().zip(url.port_or_known_default()).ok_or(Outcome::Unsent)?;
    if let Some(ip) = literal(&host) {
        return Ok(vec![SocketAddr::new(ip, port)]);
    }
    let found = timeout(LOOK_UP_TIME_MAX, names.look_up(&host.to_string(), port)).await;
    let found = found.map_err(|_| Outcome::NameUnknown)?.map_err(|_| Outcome::NameUnknown)?;
    if found.is_empty() { Err(Outcome::NameUnknown) } else { Ok(found) }
}

async fn first_of(addresses: &[SocketAddr]) -> Result<TcpStream, Outcome> {
    for address in addresses.iter().take(ADDRESSES_MAX) {
        if let Ok(Ok(stream)) = timeout(CONNECT_TIME_MAX, TcpStream::connect(address)).await {
            stream.set_nodelay(true).map_err(|_| Outcome::Unreachable)?;
            return Ok(stream);
        }
    }
    Err(Outcome::Unreachable)
}

fn server_name(address: &Address) -> Result<ServerName<'static>, Outcome> {
    let host = address.url().host().ok_or(Outcome::Unsent)?;
    let name = || ServerName::try_from(host.to_string()).map_err(|_| Outcome::Unsent);
    literal(&host).map_or_else(name, |ip| Ok(ServerName::from(ip)))
}
