//! The numbers of the scheme: 256 or 512 bits, reduced by the curve's prime or by the order of its group.

use crypto_bigint::modular::{FixedMontyForm, FixedMontyParams};
use crypto_bigint::{Limb, Odd, Uint};

/// A number modulo the curve's prime, or modulo the order of its group.
pub(super) type Residue<const LIMBS: usize> = FixedMontyForm<LIMBS>;

/// A modulus with the constants that make computing with it fast.
pub(super) type Modulus<const LIMBS: usize> = FixedMontyParams<LIMBS>;

pub(super) const fn octets_of(limbs: usize) -> usize {
    limbs * Limb::BYTES
}

/// The number in the octets from `start` on.
pub(super) fn number<const LIMBS: usize>(
    octets: &[u8],
    start: usize,
    lowest_first: bool,
) -> Option<Uint<LIMBS>> {
    let octets = octets.get(start..start + octets_of(LIMBS))?;
    Some(if lowest_first { Uint::from_le_slice(octets) } else { Uint::from_be_slice(octets) })
}

pub(super) const fn prime<const LIMBS: usize>(hex: &str) -> Odd<Uint<LIMBS>> {
    Odd::<Uint<LIMBS>>::from_be_hex(hex)
}
