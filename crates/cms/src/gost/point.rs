//! Points in Jacobian coordinates: `(X, Y, Z)` stands for `x = X/Z²`, `y = Y/Z³`; `Z` is zero for the point at
//! infinity.

use crypto_bigint::Uint;

use super::number::{Modulus, Residue};

#[derive(Clone, Copy, Debug)]
pub(super) struct Point<const LIMBS: usize> {
    x: Residue<LIMBS>,
    y: Residue<LIMBS>,
    z: Residue<LIMBS>,
}

fn is_zero<const LIMBS: usize>(it: &Residue<LIMBS>) -> bool {
    *it.as_montgomery() == Uint::ZERO
}

impl<const LIMBS: usize> Point<LIMBS> {
    pub(super) const fn new(x: &Uint<LIMBS>, y: &Uint<LIMBS>, field: &Modulus<LIMBS>) -> Self {
        Self { x: Residue::new(x, field), y: Residue::new(y, field), z: Residue::one(field) }
    }

    const fn infinity(field: &Modulus<LIMBS>) -> Self {
        Self { x: Residue::one(field), y: Residue::one(field), z: Residue::zero(field) }
    }

    /// `x`, which the point at infinity has not.
    pub(super) fn x(&self) -> Option<Uint<LIMBS>> {
        let inverse = self.z.invert_vartime().into_option()?;
        Some(self.x.mul(&inverse.square()).retrieve())
    }

    /// The point twice, on a curve with the coefficient `a`.
    #[expect(clippy::many_single_char_names, reason = "the letters of the published formulas")]
    fn double(&self, a: &Residue<LIMBS>) -> Self {
        let yy = self.y.square();
        let s = self.x.mul(&yy).double().double();
        let xx = self.x.square();
        let m = xx.double().add(&xx).add(&a.mul(&self.z.square().square()));
        let x = m.square().sub(&s.double());
        let y = m.mul(&s.sub(&x)).sub(&yy.square().double().double().double());
        // A point with `y` zero, or the one at infinity, becomes infinity by itself: `z` is zero.
        Self { x, y, z: self.y.mul(&self.z).double() }
    }

    #[expect(clippy::many_single_char_names, reason = "the letters of the published formulas")]
    fn add(&self, other: &Self, a: &Residue<LIMBS>) -> Self {
        if is_zero(&self.z) {
            return *other;
        }
        if is_zero(&other.z) {
            return *self;
        }
        let (own_zz, other_zz) = (self.z.square(), other.z.square());
        let (u1, u2) = (self.x.mul(&other_zz), other.x.mul(&own_zz));
        let s1 = self.y.mul(&other.z).mul(&other_zz);
        let s2 = other.y.mul(&self.z).mul(&own_zz);
        let (h, r) = (u2.sub(&u1), s2.sub(&s1));
        if is_zero(&h) {
            return if is_zero(&r) { self.double(a) } else { Self::infinity(self.z.params()) };
        }
        let hh = h.square();
        let (hhh, v) = (h.mul(&hh), u1.mul(&hh));
        let x = r.square().sub(&hhh).sub(&v.double());
        Self { x, y: r.mul(&v.sub(&x)).sub(&s1.mul(&hhh)), z: h.mul(&self.z).mul(&other.z) }
    }

    /// `first` as often as `m` plus `second` as often as `n`, both at once from the highest bit down.
    pub(super) fn sum_of_products(
        first: &Self,
        m: &Uint<LIMBS>,
        second: &Self,
        n: &Uint<LIMBS>,
        a: &Residue<LIMBS>,
    ) -> Self {
        let both = first.add(second, a);
        let mut sum = Self::infinity(first.z.params());
        for bit in (0..Uint::<LIMBS>::BITS).rev() {
            sum = sum.double(a);
            sum = match (m.bit_vartime(bit), n.bit_vartime(bit)) {
                (true, true) => sum.add(&both, a),
                (true, false) => sum.add(first, a),
                (false, true) => sum.add(second, a),
                (false, false) => sum,
            };
        }
        sum
    }
}

#[cfg(test)]
mod tests;
