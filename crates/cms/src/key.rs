//! Public keys, and verification with them.

use p256::ecdsa::signature::hazmat::PrehashVerifier as _;
use rsa::pkcs1::DecodeRsaPublicKey as _;
use rsa::traits::PublicKeyParts as _;
use rsa::{Pkcs1v15Sign, Pss, RsaPublicKey};
use sha2::{Sha256, Sha384, Sha512};

use crate::algorithm::{Algorithm, Digest, Scheme, object_identifier};
use crate::gost::GostKey;
use crate::limits::{RSA_BITS_MAX, RSA_BITS_MIN};
use crate::tlv::{self, Reader, Unexpected};
use crate::{CmsError, Part, oid};

/// A public key of a kind that is accepted.
///
/// The RSA crate has a published timing weakness of its private key operations. Only public operations are used here,
/// on public values, so there is nothing that timing could tell (docs/adr/0011).
#[derive(Clone, Debug)]
pub struct PublicKey(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RsaPurpose {
    Any,
    /// PSS alone (RFC 4055, section 1.2).
    Pss,
    /// PSS with this digest and at least so many octets of salt: the key has parameters of its own (RFC 4055, section
    /// 3.3).
    PssWith {
        digest: Digest,
        salt_octets_min: usize,
    },
}

impl RsaPurpose {
    /// Returns the purpose of a key by its `algorithm`, which may name PSS.
    fn of_pss(algorithm: &Algorithm<'_>) -> Result<Self, CmsError> {
        if algorithm.parameters.is_none() {
            return Ok(Self::Pss);
        }
        match Scheme::read(algorithm)? {
            Scheme::RsaPss { digest, salt_octets } => {
                Ok(Self::PssWith { digest, salt_octets_min: salt_octets })
            }
            scheme => Err(unfit(scheme)),
        }
    }

    fn allows(self, scheme: Scheme) -> bool {
        match (self, scheme) {
            (Self::Any, _) | (Self::Pss, Scheme::RsaPss { .. }) => true,
            (Self::PssWith { digest, salt_octets_min }, Scheme::RsaPss { digest: used, salt_octets }) => {
                digest == used && salt_octets >= salt_octets_min
            }
            _ => false,
        }
    }
}

#[derive(Clone, Debug)]
enum Kind {
    P256(p256::ecdsa::VerifyingKey),
    P384(p384::ecdsa::VerifyingKey),
    Rsa { key: RsaPublicKey, purpose: RsaPurpose },
    Gost(GostKey),
}

impl PublicKey {
    /// Reads a `SubjectPublicKeyInfo` (RFC 5280, section 4.1.2.7).
    pub fn read(spki: &[u8]) -> Result<Self, CmsError> {
        let malformed = |_: Unexpected| CmsError::Malformed(Part::PublicKey);
        let mut inside = Reader::only(spki, tlv::SEQUENCE).map_err(malformed)?.inside();
        let algorithm = inside.expect(tlv::SEQUENCE).and_then(Algorithm::read).map_err(malformed)?;
        let key = inside.expect(tlv::BIT_STRING).and_then(tlv::whole_octets).map_err(malformed)?;
        inside.finish().map_err(malformed)?;
        match algorithm.oid {
            oid::EC_PUBLIC_KEY => elliptic(&algorithm, key),
            oid::RSA => rsa_key(key, RsaPurpose::Any),
            oid::RSA_PSS => rsa_key(key, RsaPurpose::of_pss(&algorithm)?),
            oid::GOST_256 | oid::GOST_512 => Ok(Self(Kind::Gost(GostKey::read(&algorithm, key)?))),
            _ => Err(CmsError::KeyAlgorithm(algorithm.oid.to_string())),
        }
    }

    /// Checks that `signature` is this key's over `message`. In `algorithm` is the DER of an `AlgorithmIdentifier`, as
    /// certificates and revocation lists have it; the signers of a CMS end in the same check.
    pub fn verify_by(&self, algorithm: &[u8], message: &[u8], signature: &[u8]) -> Result<(), CmsError> {
        let algorithm = Reader::only(algorithm, tlv::SEQUENCE).and_then(Algorithm::read);
        let algorithm = algorithm.map_err(|_| CmsError::Malformed(Part::Parameters))?;
        self.verify(Scheme::read(&algorithm)?, message, signature)
    }

    /// Tells whether `signature` is this key's over `message`. A scheme that does not fit the key is refused by name.
    pub(crate) fn verify(&self, scheme: Scheme, message: &[u8], signature: &[u8]) -> Result<(), CmsError> {
        let hash = scheme.digest().hash(message);
        let is_right = match (&self.0, scheme) {
            (Kind::P256(key), Scheme::Ecdsa(_)) => p256::ecdsa::Signature::from_der(signature)
                .is_ok_and(|signature| key.verify_prehash(&hash, &signature).is_ok()),
            (Kind::P384(key), Scheme::Ecdsa(_)) => p384::ecdsa::Signature::from_der(signature)
                .is_ok_and(|signature| key.verify_prehash(&hash, &signature).is_ok()),
            (Kind::Rsa { key, purpose }, Scheme::RsaPkcs1(digest)) if purpose.allows(scheme) => {
                let padding = match digest {
                    Digest::Sha256 => Pkcs1v15Sign::new::<Sha256>(),
                    Digest::Sha384 => Pkcs1v15Sign::new::<Sha384>(),
                    Digest::Sha512 => Pkcs1v15Sign::new::<Sha512>(),
                    Digest::Streebog256 | Digest::Streebog512 => return Err(unfit(scheme)),
                };
                key.verify(padding, &hash, signature).is_ok()
            }
            (Kind::Rsa { key, purpose }, Scheme::RsaPss { digest, salt_octets })
                if purpose.allows(scheme) =>
            {
                let verified = match digest {
                    Digest::Sha256 => key.verify(Pss::<Sha256>::new_with_salt(salt_octets), &hash, signature),
                    Digest::Sha384 => key.verify(Pss::<Sha384>::new_with_salt(salt_octets), &hash, signature),
                    Digest::Sha512 => key.verify(Pss::<Sha512>::new_with_salt(salt_octets), &hash, signature),
                    Digest::Streebog256 | Digest::Streebog512 => return Err(unfit(scheme)),
                };
                verified.is_ok()
            }
            (Kind::Gost(key), Scheme::Gost(digest)) if key.digest() == digest => key.verify(&hash, signature),
            _ => return Err(unfit(scheme)),
        };
        if is_right { Ok(()) } else { Err(CmsError::SignatureWrong) }
    }
}

/// The scheme is known and not this key's.
fn unfit(scheme: Scheme) -> CmsError {
    CmsError::SignatureAlgorithm(
        match scheme {
            Scheme::Ecdsa(_) => "ECDSA",
            Scheme::RsaPkcs1(_) => "RSASSA-PKCS1-v1_5",
            Scheme::RsaPss { .. } => "RSASSA-PSS",
            Scheme::Gost(_) => "GOST R 34.10-2012",
        }
        .to_owned(),
    )
}

/// A point on a named curve (RFC 5480, section 2).
fn elliptic(algorithm: &Algorithm<'_>, point: &[u8]) -> Result<PublicKey, CmsError> {
    let malformed = |_: Unexpected| CmsError::Malformed(Part::PublicKey);
    let curve = Reader::only(algorithm.parameters.unwrap_or_default(), tlv::OID).and_then(object_identifier);
    let kind = match curve.map_err(malformed)? {
        oid::SECP256R1 => p256::ecdsa::VerifyingKey::from_sec1_bytes(point).map(Kind::P256).ok(),
        oid::SECP384R1 => p384::ecdsa::VerifyingKey::from_sec1_bytes(point).map(Kind::P384).ok(),
        other => return Err(CmsError::KeyAlgorithm(other.to_string())),
    };
    kind.map(PublicKey).ok_or(CmsError::Malformed(Part::PublicKey))
}

/// An `RSAPublicKey` (RFC 8017, appendix A.1.1).
fn rsa_key(der: &[u8], purpose: RsaPurpose) -> Result<PublicKey, CmsError> {
    let key = RsaPublicKey::from_pkcs1_der(der).map_err(|_| CmsError::Malformed(Part::PublicKey))?;
    let bits = usize::try_from(key.n().bits()).unwrap_or(usize::MAX);
    if bits < RSA_BITS_MIN {
        return Err(CmsError::KeyTooShort(bits));
    }
    if bits > RSA_BITS_MAX {
        return Err(CmsError::KeyTooLong(bits));
    }
    Ok(PublicKey(Kind::Rsa { key, purpose }))
}
