//! Public keys of passkeys, as COSE writes them (RFC 9052, RFC 9053, RFC 8230), and what they sign.

use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, ParsedPublicKey, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};

use crate::cbor::Map;
use crate::error::WebauthnError;

/// The algorithms that the bank asks for, the preferred one first, as COSE numbers them: ES256, `EdDSA` with Ed25519,
/// RS256.
pub const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];

const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;

// Labels of a COSE key, and values of them.
const KEY_TYPE: i64 = 1;
const ALGORITHM: i64 = 3;
const CURVE: i64 = -1;
const X: i64 = -2;
const Y: i64 = -3;
const MODULUS: i64 = -1;
const EXPONENT: i64 = -2;
const OCTET_KEY_PAIR: i64 = 1;
const ELLIPTIC_CURVE: i64 = 2;
const RSA: i64 = 3;
const P256: i64 = 1;
const CURVE_25519: i64 = 6;

/// Bytes of a coordinate of P-256 and of a key of Ed25519.
const COORDINATE_BYTES: usize = 32;
/// The first byte of a point that is not compressed (SEC 1, 2.3.3).
const UNCOMPRESSED: u8 = 4;
/// Bytes of the modulus of an RSA key: 2,048 to 4,096 bits.
const MODULUS_BYTES: std::ops::RangeInclusive<usize> = 256..=512;
/// The most bytes of the exponent of an RSA key; all real ones have three.
const EXPONENT_BYTES_MAX: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    material: Material,
    /// The key as the authenticator wrote it.
    cose: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Material {
    /// A point, not compressed.
    Es256([u8; 2 * COORDINATE_BYTES + 1]),
    Ed25519([u8; COORDINATE_BYTES]),
    Rs256 {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
}

impl PublicKey {
    /// Reads a key as it was kept: a COSE key and nothing else.
    pub fn from_cose(bytes: &[u8]) -> Result<Self, WebauthnError> {
        let map = Map::read_whole(bytes).map_err(|_| WebauthnError::PublicKey)?;
        Self::read(&map, bytes)
    }

    /// Reads the key of a map, whose bytes are `cose`.
    pub(crate) fn read(map: &Map, cose: &[u8]) -> Result<Self, WebauthnError> {
        let material = material(map).ok_or(WebauthnError::PublicKey)?;
        Ok(Self { material, cose: cose.to_vec() })
    }

    /// Returns the key to keep: as the authenticator wrote it.
    pub fn cose(&self) -> &[u8] {
        &self.cose
    }

    /// Returns the algorithm, as COSE numbers it.
    pub const fn algorithm(&self) -> i64 {
        match self.material {
            Material::Es256(_) => ES256,
            Material::Ed25519(_) => EDDSA,
            Material::Rs256 { .. } => RS256,
        }
    }

    pub(crate) fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), WebauthnError> {
        let verified = match &self.material {
            Material::Es256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature)
            }
            Material::Ed25519(key) => UnparsedPublicKey::new(&ED25519, key).verify(message, signature),
            Material::Rs256 { modulus, exponent } => RsaPublicKeyComponents { n: modulus, e: exponent }
                .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature),
        };
        verified.map_err(|_| WebauthnError::Signature)
    }
}

/// Reads a key whose type, algorithm and curve belong together; `None` for any other.
fn material(map: &Map) -> Option<Material> {
    match (map.integer(KEY_TYPE)?, map.integer(ALGORITHM)?) {
        (ELLIPTIC_CURVE, ES256) if map.integer(CURVE) == Some(P256) => {
            let (x, y): (&[u8; COORDINATE_BYTES], &[u8; COORDINATE_BYTES]) =
                (map.bytes(X)?.try_into().ok()?, map.bytes(Y)?.try_into().ok()?);
            let mut point = [UNCOMPRESSED; 2 * COORDINATE_BYTES + 1];
            point.get_mut(1..=COORDINATE_BYTES)?.copy_from_slice(x);
            point.get_mut(COORDINATE_BYTES + 1..)?.copy_from_slice(y);
            // A point beside the curve could sign nothing.
            ParsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).ok()?;
            Some(Material::Es256(point))
        }
        (OCTET_KEY_PAIR, EDDSA) if map.integer(CURVE) == Some(CURVE_25519) => {
            let key: [u8; COORDINATE_BYTES] = map.bytes(X)?.try_into().ok()?;
            Some(Material::Ed25519(key))
        }
        (RSA, RS256) => {
            let (modulus, exponent) = (map.bytes(MODULUS)?, map.bytes(EXPONENT)?);
            // RFC 8230, 4: no leading zeros.
            let is_plain = modulus.first() != Some(&0) && exponent.first().is_some_and(|byte| *byte != 0);
            let is_odd = |bytes: &[u8]| bytes.last().is_some_and(|byte| byte % 2 == 1);
            let fits = MODULUS_BYTES.contains(&modulus.len()) && exponent.len() <= EXPONENT_BYTES_MAX;
            let is_trivial = exponent == [1];
            (is_plain && fits && is_odd(modulus) && is_odd(exponent) && !is_trivial)
                .then(|| Material::Rs256 { modulus: modulus.to_vec(), exponent: exponent.to_vec() })
        }
        _ => None,
    }
}
