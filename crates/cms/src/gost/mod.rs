//! GOST R 34.10-2012 with 256 and 512 bits (RFC 7091), verification only: public values, so nothing here needs constant
//! time.
//!
//! Keys and signatures are encoded as RFC 9215 and RFC 4490 say: coordinates of a key with the lowest octet first, a
//! signature as `s` and then `r` with the highest octet first, and a Streebog digest read with the lowest octet
//! first.

mod curve;
mod number;
mod point;

use crypto_bigint::Uint;

use crate::algorithm::{Algorithm, Digest, object_identifier};
use crate::tlv::{self, Reader, Unexpected};
use crate::{CmsError, Part, oid};

use curve::{Curve, LONG, SHORT};
use number::{Residue, number, octets_of};
use point::Point;

/// A public key of either length.
#[derive(Clone, Debug)]
pub(crate) enum GostKey {
    Short(KeyOn<SHORT>),
    Long(Box<KeyOn<LONG>>),
}

impl GostKey {
    /// Reads the `OCTET STRING` within the bit string of a `SubjectPublicKeyInfo` whose algorithm names the curve.
    pub(crate) fn read(algorithm: &Algorithm<'_>, key: &[u8]) -> Result<Self, CmsError> {
        let malformed = |_: Unexpected| CmsError::Malformed(Part::PublicKey);
        let parameters = Reader::only(algorithm.parameters.unwrap_or_default(), tlv::SEQUENCE);
        let mut parameters = parameters.map_err(malformed)?.inside();
        let name = parameters.expect(tlv::OID).and_then(object_identifier).map_err(malformed)?;
        let unknown = || CmsError::KeyAlgorithm(name.to_string());
        let octets = Reader::only(key, tlv::OCTET_STRING).map_err(malformed)?.content;
        let key = if algorithm.oid == oid::GOST_512 {
            let curve = curve::long(name).ok_or_else(unknown)?;
            KeyOn::read(curve, octets).map(|key| Self::Long(Box::new(key)))
        } else {
            let curve = curve::short(name).ok_or_else(unknown)?;
            KeyOn::read(curve, octets).map(Self::Short)
        };
        key.ok_or(CmsError::Malformed(Part::PublicKey))
    }

    /// The digest of what the key signs.
    pub(crate) const fn digest(&self) -> Digest {
        match self {
            Self::Short(_) => Digest::Streebog256,
            Self::Long(_) => Digest::Streebog512,
        }
    }

    /// Tells whether `signature` is this key's over the message with the digest `hash`.
    pub(crate) fn verify(&self, hash: &[u8], signature: &[u8]) -> bool {
        match self {
            Self::Short(key) => key.verify(hash, signature),
            Self::Long(key) => key.verify(hash, signature),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct KeyOn<const LIMBS: usize> {
    curve: &'static Curve<LIMBS>,
    x: Uint<LIMBS>,
    y: Uint<LIMBS>,
}

impl<const LIMBS: usize> KeyOn<LIMBS> {
    /// Reads both coordinates; nothing when they are no point of the curve.
    fn read(curve: &'static Curve<LIMBS>, octets: &[u8]) -> Option<Self> {
        let (x, y) = (number(octets, 0, true)?, number(octets, octets_of(LIMBS), true)?);
        let fits = octets.len() == 2 * octets_of(LIMBS) && curve.contains(&x, &y);
        fits.then_some(Self { curve, x, y })
    }

    /// Verifies as RFC 7091, section 6.2, says.
    #[expect(clippy::many_single_char_names, reason = "the letters of RFC 7091")]
    fn verify(&self, hash: &[u8], signature: &[u8]) -> bool {
        let numbers =
            (number(signature, 0, false), number(signature, octets_of(LIMBS), false), number(hash, 0, true));
        let (Some(s), Some(r), Some(hash)) = numbers else { return false };
        let order = self.curve.order();
        let in_range = |it: &Uint<LIMBS>| *it != Uint::ZERO && it < order.modulus().as_ref();
        if signature.len() != 2 * octets_of(LIMBS) || !in_range(&r) || !in_range(&s) {
            return false;
        }
        let residue = |it: &Uint<LIMBS>| Residue::new(it, &order);
        let mut e = residue(&hash);
        if e.retrieve() == Uint::ZERO {
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
