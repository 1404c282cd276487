//! Counts the connections of each address: no single one may hold all of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// The bits of an IPv6 address that tell one network from another. The other 64 are its own to choose (RFC 4291 section
/// 2.5.4), so counting them would count nothing.
const IPV6_NETWORK: u128 = !0 << 64;

#[derive(Debug)]
pub(super) struct Addresses {
    slots_max: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
}

/// A slot of an address, given back when dropped.
#[derive(Debug)]
pub(super) struct AddressSlot {
    /// The counter and the address; nothing for a connection that is not counted.
    counted: Option<(Arc<Addresses>, IpAddr)>,
}

impl Addresses {
    /// At most `slots_max` slots for each address.
    pub(super) fn new(slots_max: usize) -> Arc<Self> {
        Arc::new(Self { slots_max, held: Mutex::default() })
    }

    /// A slot for `address`; nothing when it holds as many as it may.
    pub(super) fn take(self: &Arc<Self>, address: IpAddr) -> Option<AddressSlot> {
        let holder = network(address);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(holder).or_default();
        if *count >= self.slots_max {
            return None;
        }
        *count += 1;
        Some(AddressSlot { counted: Some((Arc::clone(self), holder)) })
    }
}

impl AddressSlot {
    /// A slot of somebody who may hold as many as there are.
    pub(super) const fn uncounted() -> Self {
        Self { counted: None }
    }
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let Some((addresses, holder)) = &self.counted else { return };
        let mut held = addresses.held.lock().unwrap_or_else(PoisonError::into_inner);
        // Forgotten with the last slot: the table is no larger than the slots that are held.
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
