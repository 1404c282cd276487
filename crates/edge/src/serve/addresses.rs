//! How many places each address holds: no single one may hold them all.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// The bits of an IPv6 address that tell one network from another. The other 64 are its own to choose (RFC 4291 section
/// 2.5.4), so counting them would count nothing.
const IPV6_NETWORK: u128 = !0 << 64;

/// The places that each address holds.
#[derive(Debug)]
pub(super) struct Addresses {
    places_max: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
}

/// A place that is held by an address, given back when dropped.
#[derive(Debug)]
pub(super) struct AddressPlace {
    /// Whose it is and where it is counted; nothing for a place that is not counted.
    counted: Option<(Arc<Addresses>, IpAddr)>,
}

impl Addresses {
    /// At most `places_max` places for each address.
    pub(super) fn new(places_max: usize) -> Arc<Self> {
        Arc::new(Self { places_max, held: Mutex::default() })
    }

    /// A place for `address`; nothing when it holds as many as it may.
    pub(super) fn take(self: &Arc<Self>, address: IpAddr) -> Option<AddressPlace> {
        let holder = network(address);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(holder).or_default();
        if *count >= self.places_max {
            return None;
        }
        *count += 1;
        Some(AddressPlace { counted: Some((Arc::clone(self), holder)) })
    }
}

impl AddressPlace {
    /// A place of somebody who may hold as many as there are.
    pub(super) const fn uncounted() -> Self {
        Self { counted: None }
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let Some((addresses, holder)) = &self.counted else { return };
        let mut held = addresses.held.lock().unwrap_or_else(PoisonError::into_inner);
        // Forgotten with the last place: the table is no larger than the places that are held.
        if let Entry::Occupied(mut count) = held.entry(*holder) {
            *count.get_mut() = count.get().saturating_sub(1);
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// An IPv4 address as it is, however it is written; of an IPv6 address its network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & IPV6_NETWORK).into(),
        address @ IpAddr::V4(_) => address,
    }
}
