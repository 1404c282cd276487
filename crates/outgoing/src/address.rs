//! The addresses to which events may be delivered (EVT-02): no way into the bank's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use thiserror::Error;
use url::{Host, Url};

/// The most characters of an address.
pub const ADDRESS_CHARACTERS_MAX: usize = 500;
/// The first port beside 443 that an address may name: those below belong to services that are no webhooks.
pub const PORT_MIN: u16 = 1_024;
const HTTPS_PORT: u16 = 443;
const HTTP_PORT: u16 = 80;

/// The reach of deliveries, which the bank decides; no setting says [`Reach::BankNetwork`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// HTTPS to public addresses alone.
    #[default]
    Public,
    /// The machine itself too, with or without TLS: for the demo and for sandboxes.
    Local,
    /// The networks of the bank too, with TLS, and the machine itself: for the bank's own systems.
    BankNetwork,
}

impl std::str::FromStr for Reach {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        match text {
            "public" => Ok(Self::Public),
            "local" => Ok(Self::Local),
            _ => Err(AddressError::Reach),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    #[error("must be a web address of at most {ADDRESS_CHARACTERS_MAX} characters")]
    Malformed,
    #[error("must begin with https://")]
    Plain,
    #[error("must have no user name and no password")]
    Credentials,
    /// It has a fragment, which is never sent.
    #[error("must have no fragment")]
    Fragment,
    /// Its port belongs to other services.
    #[error("must have the port 443, or one from {PORT_MIN} on")]
    Port,
    #[error("must not lead into a private network")]
    Private,
    #[error("must be the address of one machine, neither 0.0.0.0 nor one of a group")]
    NoMachine,
    /// It leads back to this program.
    #[error("must not lead to a port of the bank's own program")]
    OwnPort,
    /// A setting that names no reach.
    #[error("must be public or local")]
    Reach,
}

/// A web address that deliveries may go to, as far as its text tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

impl Address {
    /// Reads an address within this reach.
    pub fn parse(text: &str, reach: Reach) -> Result<Self, AddressError> {
        let is_plain = text.is_ascii() && text.bytes().all(|byte| byte.is_ascii_graphic());
        if text.is_empty() || text.len() > ADDRESS_CHARACTERS_MAX || !is_plain {
            return Err(AddressError::Malformed);
        }
        let url = Url::parse(text).map_err(|_| AddressError::Malformed)?;
        let host = url.host().ok_or(AddressError::Malformed)?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(AddressError::Credentials);
        }
        if url.fragment().is_some() {
            return Err(AddressError::Fragment);
        }
        let is_of_machine = reach != Reach::Public && is_loopback(&host);
        match url.scheme() {
            "https" => {}
            "http" if is_of_machine => {}
            "http" => return Err(AddressError::Plain),
            _ => return Err(AddressError::Malformed),
        }
        let port = url.port_or_known_default().ok_or(AddressError::Malformed)?;
        let is_of_web = port == HTTPS_PORT || (port == HTTP_PORT && is_of_machine);
        if port < PORT_MIN && !is_of_web {
            return Err(AddressError::Port);
        }
        match literal(&host) {
            Some(ip) if !is_of_one_machine(ip) => Err(AddressError::NoMachine),
            Some(ip) if !is_allowed(ip, reach) => Err(AddressError::Private),
            _ => Ok(Self(url)),
        }
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the address in its parts.
    pub const fn url(&self) -> &Url {
        &self.0
    }

    /// Returns the network address and port, where no name has to be looked up first.
    pub(crate) fn known(&self) -> Option<SocketAddr> {
        let host = self.0.host()?;
        let ip = literal(&host).or_else(|| is_loopback(&host).then_some(Ipv4Addr::LOCALHOST.into()))?;
        Some(SocketAddr::new(ip, self.0.port_or_known_default()?))
    }

    /// Returns scheme, host and port: what a connection is made to.
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// Returns scheme, host, port and path: the query may hold a secret, which the trail is not to keep.
    pub fn shown_in_trail(&self) -> String {
        format!("{}{}", self.origin(), self.0.path())
    }

    /// Tells whether deliveries are protected by TLS.
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }
}

/// Returns the network address that a host is written as; none for a name.
pub(crate) fn literal(host: &Host<&str>) -> Option<IpAddr> {
    match host {
        Host::Ipv4(ip) => Some((*ip).into()),
        Host::Ipv6(ip) => Some((*ip).into()),
        Host::Domain(_) => None,
    }
}

fn is_loopback(host: &Host<&str>) -> bool {
    *host == Host::Domain("localhost") || literal(host).is_some_and(|ip| ip.is_loopback())
}

/// Tells whether an address is that of one machine, in whatever notation.
fn is_of_one_machine(ip: IpAddr) -> bool {
    let ip = ip.to_canonical();
    !ip.is_unspecified() && !ip.is_multicast() && ip != Ipv4Addr::BROADCAST
}

/// Tells whether a connection may be made to this network address.
pub fn is_allowed(ip: IpAddr, reach: Reach) -> bool {
    match reach {
        Reach::Public => is_public(ip),
        Reach::Local => is_public(ip) || ip.is_loopback(),
        Reach::BankNetwork => is_of_one_machine(ip),
    }
}

/// Tells whether an address is one of the internet: none of the bank's networks, of the machine or of a cloud's
/// metadata, in whatever notation.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

/// Networks of IPv4 that are not the internet (RFC 6890): address and length of the prefix.
const NOT_PUBLIC_V4: [(Ipv4Addr, u32); 16] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Shared by customers of one provider; some clouds keep services there.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Link-local, and the metadata of clouds.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    // Relays from IPv6, long out of use.
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast, what is kept for later, and broadcast.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
    // The address at which a cloud answers its machines.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
];

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let within = |(network, length): &(Ipv4Addr, u32)| {
        let mask = u32::MAX.checked_shl(32 - length).unwrap_or(0);
        ip.to_bits() & mask == network.to_bits() & mask
    };
    !NOT_PUBLIC_V4.iter().any(within)
}

/// Only `2000::/3` is the internet of IPv6; what of it embeds an address of IPv4, or is documentation, is not.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    let is_global = first & 0xe000 == 0x2000;
    // Teredo and other protocols (2001::/23), documentation (2001:db8::/32, 3fff::/20), 6to4 (2002::/16).
    let is_special = (first == 0x2001 && (second < 0x0200 || second == 0x0db8))
        || first == 0x2002
        || (first == 0x3fff && second < 0x1000);
    is_global && !is_special
}

#[cfg(test)]
mod tests;
