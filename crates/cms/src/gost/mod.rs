//! GOST R 34.10-2012 with 256 bits (RFC 7091), verification only: public values, so nothing here needs constant time.
//!
//! Keys and signatures are encoded as RFC 9215 and RFC 4490 say: coordinates of a key with the lowest octet first, a
//! signature as `s` and then `r` with the highest octet first, and a Streebog digest read with the lowest octet
//! first.

mod curve;
mod number;
mod point;

use crypto_bigint::U256;

use crate::algorithm::{Algorithm, object_identifier};
use crate::tlv::{self, Reader, Unexpected};
use crate::{CmsError, Part};

use curve::Curve;
use number::{NUMBER_OCTETS, Residue, number};
use point::Point;

/// A public key: a point on its curve.
#[derive(Clone, Debug)]
pub(crate) struct GostKey {
    curve: &'static Curve,
    x: U256,
    y: U256,
}

impl GostKey {
    /// Reads the `OCTET STRING` within the bit string of a `SubjectPublicKeyInfo` whose algorithm names the curve.
    pub(crate) fn read(algorithm: &Algorithm<'_>, key: &[u8]) -> Result<Self, CmsError> {
        let malformed = |_: Unexpected| CmsError::Malformed(Part::PublicKey);
        let parameters = Reader::only(algorithm.parameters.unwrap_or_default(), tlv::SEQUENCE);
        let mut parameters = parameters.map_err(malformed)?.inside();
        let name = parameters.expect(tlv::OID).and_then(object_identifier).map_err(malformed)?;
        let curve = Curve::named(name).ok_or_else(|| CmsError::KeyAlgorithm(name.to_string()))?;
        let octets = Reader::only(key, tlv::OCTET_STRING).map_err(malformed)?.content;
        let (Some(x), Some(y), 64) =
            (number(octets, 0, true), number(octets, NUMBER_OCTETS, true), octets.len())
        else {
            return Err(CmsError::Malformed(Part::PublicKey));
        };
        if curve.contains(&x, &y) {
            Ok(Self { curve, x, y })
        } else {
            Err(CmsError::Malformed(Part::PublicKey))
        }
    }

    /// Tells whether `signature` is this key's over the message with the digest `hash` (RFC 7091, section 6.2).
    #[expect(clippy::many_single_char_names, reason = "the letters of RFC 7091")]
    pub(crate) fn verify(&self, hash: &[u8], signature: &[u8]) -> bool {
        let numbers =
            (number(signature, 0, false), number(signature, NUMBER_OCTETS, false), number(hash, 0, true));
        let (Some(s), Some(r), Some(hash)) = numbers else { return false };
        let order = self.curve.order();
        let in_range = |it: &U256| *it != U256::ZERO && it < order.modulus().as_ref();
        if signature.len() != 2 * NUMBER_OCTETS || !in_range(&r) || !in_range(&s) {
            return false;
        }
        let residue = |it: &U256| Residue::new(it, &order);
        let mut e = residue(&hash);
        if e.retrieve() == U256::ZERO {
            e = Residue::one(&order);
        }
        let Some(v) = e.invert_vartime().into_option() else { return false };
        let z1 = residue(&s).mul(&v).retrieve();
        let z2 = residue(&r).mul(&v).neg().retrieve();
        let field = self.curve.field();
        let (base, own) = (self.curve.base(&field), Point::new(&self.x, &self.y, &field));
        let Some(x) = Point::sum_of_products(&base, &z1, &own, &z2, &self.curve.a(&field)).x() else {
            return false;
        };
        residue(&x).retrieve() == r
    }
}
