//! The other end of a connection, and the caller behind the bank's own proxies.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use http::{HeaderMap, HeaderName};
use ipnet::IpNet;
use thiserror::Error;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The most networks of proxies.
const NETWORKS_MAX: usize = 64;

/// The most proxies that a request is followed back through.
const HOPS_MAX: usize = 16;

/// The address at the other end of the connection: an extension of each request that the accept loop hands on.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The networks of the bank's own proxies, whose `X-Forwarded-For` is believed; that of all others is not. Without
/// any, the address of the connection counts. Lockouts by address and the audit trail depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Arc<[IpNet]>);

/// The text is not a list of addresses and networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "must be at most 64 addresses or networks with commas between them, such as 10.0.0.5, 10.1.0.0/16 or fd00::/8"
)]
pub struct TrustedProxiesError;

impl TrustedProxies {
    /// Finds the address of the caller: that of the connection, or, when a trusted proxy holds it, the last one in
    /// `X-Forwarded-For` that no trusted proxy has. A list that cannot be read ends the search.
    pub(crate) fn caller(&self, connection: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut caller = connection.to_canonical();
        let lines = headers.get_all(X_FORWARDED_FOR);
        let hops = lines.iter().rev().flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        for hop in hops.take(HOPS_MAX) {
            if !self.holds(caller) {
                break;
            }
            let Some(before) = address_of(hop.trim()) else { break };
            caller = before.to_canonical();
        }
        caller
    }

    pub(crate) fn holds(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Reads an address as proxies write it: some add the port, and brackets around one of version 6.
fn address_of(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    bare.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|with_port| with_port.ip()))
}

impl FromStr for TrustedProxies {
    type Err = TrustedProxiesError;

    fn from_str(text: &str) -> Result<Self, TrustedProxiesError> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let networks: Vec<IpNet> = parts
            .map(|part| part.parse().or_else(|_| part.parse::<IpAddr>().map(IpNet::from)))
            .collect::<Result<_, _>>()
            .map_err(|_| TrustedProxiesError)?;
        if networks.len() > NETWORKS_MAX { Err(TrustedProxiesError) } else { Ok(Self(networks.into())) }
    }
}

impl fmt::Display for TrustedProxies {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, network) in self.0.iter().enumerate() {
            write!(formatter, "{}{network}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
