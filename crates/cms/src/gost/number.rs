//! The numbers of the scheme: 256 bits, reduced by the curve's prime or by the order of its group.

use crypto_bigint::modular::{FixedMontyForm, FixedMontyParams};
use crypto_bigint::{Odd, U256};

/// Octets of a number.
pub(super) const NUMBER_OCTETS: usize = 32;

/// A number modulo the curve's prime, or modulo the order of its group.
pub(super) type Residue = FixedMontyForm<{ U256::LIMBS }>;

/// A modulus with the constants that make computing with it fast.
pub(super) type Modulus = FixedMontyParams<{ U256::LIMBS }>;

/// The number in the 32 octets from `start` on.
pub(super) fn number(octets: &[u8], start: usize, lowest_first: bool) -> Option<U256> {
    let octets: &[u8; NUMBER_OCTETS] = octets.get(start..)?.first_chunk()?;
    Some(if lowest_first { U256::from_le_slice(octets) } else { U256::from_be_slice(octets) })
}

/// A prime as a constant.
pub(super) const fn prime(hex: &str) -> Odd<U256> {
    Odd::<U256>::from_be_hex(hex)
}
