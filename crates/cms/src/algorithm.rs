//! Digest and signature algorithms as `AlgorithmIdentifier` names them (RFC 5280, section 4.1.1.2).

use const_oid::ObjectIdentifier;
use sha2::{Digest as _, Sha256, Sha384, Sha512};

use crate::tlv::{self, Element, Reader, Unexpected};
use crate::{CmsError, Part, oid};

/// The most octets of a PSS salt: an RSA key of 8192 bits has no room for more.
const SALT_OCTETS_MAX: usize = 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Algorithm<'a> {
    pub(crate) oid: ObjectIdentifier,
    /// The parameters as they stand, `NULL` included.
    pub(crate) parameters: Option<&'a [u8]>,
}

impl<'a> Algorithm<'a> {
    /// Reads the content of the sequence `element`.
    pub(crate) fn read(element: Element<'a>) -> Result<Self, Unexpected> {
        let mut inside = element.inside();
        let oid = object_identifier(inside.expect(tlv::OID)?)?;
        let parameters = if inside.is_empty() { None } else { Some(inside.next()?.raw) };
        inside.finish()?;
        Ok(Self { oid, parameters })
    }

    /// Tells whether the parameters are absent or `NULL`, as digest algorithms and PKCS#1 v1.5 have them.
    fn has_no_parameters(&self) -> bool {
        self.parameters.is_none_or(|parameters| parameters == [tlv::NULL, 0])
    }
}

pub(crate) fn object_identifier(element: Element<'_>) -> Result<ObjectIdentifier, Unexpected> {
    ObjectIdentifier::from_bytes(element.content).map_err(|_| Unexpected)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Digest {
    Sha256,
    Sha384,
    Sha512,
    Streebog256,
    Streebog512,
}

impl Digest {
    pub(crate) fn read(algorithm: &Algorithm<'_>) -> Result<Self, CmsError> {
        let refused = || CmsError::DigestAlgorithm(algorithm.oid.to_string());
        if !algorithm.has_no_parameters() {
            return Err(refused());
        }
        Self::from_oid(algorithm.oid).ok_or_else(refused)
    }

    pub(crate) fn from_oid(found: ObjectIdentifier) -> Option<Self> {
        match found {
            oid::SHA256 => Some(Self::Sha256),
            oid::SHA384 => Some(Self::Sha384),
            oid::SHA512 => Some(Self::Sha512),
            oid::STREEBOG_256 => Some(Self::Streebog256),
            oid::STREEBOG_512 => Some(Self::Streebog512),
            _ => None,
        }
    }

    pub(crate) fn hash(self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha256 => Sha256::digest(message).to_vec(),
            Self::Sha384 => Sha384::digest(message).to_vec(),
            Self::Sha512 => Sha512::digest(message).to_vec(),
            Self::Streebog256 => <streebog::Streebog256 as streebog::Digest>::digest(message).to_vec(),
            Self::Streebog512 => <streebog::Streebog512 as streebog::Digest>::digest(message).to_vec(),
        }
    }
}

/// An accepted signature algorithm with its digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// ECDSA on the curve of the key.
    Ecdsa(Digest),
    /// RSASSA-PKCS1-v1_5.
    RsaPkcs1(Digest),
    /// RSASSA-PSS with a salt of so many octets.
    RsaPss { digest: Digest, salt_octets: usize },
    /// GOST R 34.10-2012 with as many bits as the digest has.
    Gost(Digest),
}

impl Scheme {
    /// Returns the scheme of an `algorithm` in a certificate or a revocation list, where it names the digest too.
    pub(crate) fn read(algorithm: &Algorithm<'_>) -> Result<Self, CmsError> {
        let refused = || CmsError::SignatureAlgorithm(algorithm.oid.to_string());
        let scheme = match algorithm.oid {
            oid::RSA_PSS => return pss(algorithm.parameters.ok_or_else(refused)?),
            oid::ECDSA_SHA256 => Self::Ecdsa(Digest::Sha256),
            oid::ECDSA_SHA384 => Self::Ecdsa(Digest::Sha384),
            oid::ECDSA_SHA512 => Self::Ecdsa(Digest::Sha512),
            oid::RSA_SHA256 => Self::RsaPkcs1(Digest::Sha256),
            oid::RSA_SHA384 => Self::RsaPkcs1(Digest::Sha384),
            oid::RSA_SHA512 => Self::RsaPkcs1(Digest::Sha512),
            oid::GOST_256_STREEBOG => Self::Gost(Digest::Streebog256),
            oid::GOST_512_STREEBOG => Self::Gost(Digest::Streebog512),
            _ => return Err(refused()),
        };
        if algorithm.has_no_parameters() { Ok(scheme) } else { Err(refused()) }
    }

    /// Returns the scheme of an `algorithm` in a CMS, where `digest` is apart and some programs name the key's
    /// algorithm only.
    pub(crate) fn read_with(algorithm: &Algorithm<'_>, digest: Digest) -> Result<Self, CmsError> {
        let refused = || CmsError::SignatureAlgorithm(algorithm.oid.to_string());
        match algorithm.oid {
            oid::RSA if algorithm.has_no_parameters() => return Ok(Self::RsaPkcs1(digest)),
            oid::GOST_256 if digest == Digest::Streebog256 => return Ok(Self::Gost(digest)),
            oid::GOST_512 if digest == Digest::Streebog512 => return Ok(Self::Gost(digest)),
            _ => {}
        }
        let scheme = Self::read(algorithm)?;
        if scheme.digest() == digest { Ok(scheme) } else { Err(refused()) }
    }

    pub(crate) const fn digest(self) -> Digest {
        match self {
            Self::Ecdsa(digest)
            | Self::RsaPkcs1(digest)
            | Self::RsaPss { digest, .. }
            | Self::Gost(digest) => digest,
        }
    }
}

/// `RSASSA-PSS-params` (RFC 8017, appendix A.2.3). The defaults are SHA-1 and not accepted, so digest and mask must
/// be there; both use the same digest, as RFC 4055 recommends.
fn pss(parameters: &[u8]) -> Result<Scheme, CmsError> {
    let malformed = |_: Unexpected| CmsError::Malformed(Part::Parameters);
    let refused = || CmsError::SignatureAlgorithm(oid::RSA_PSS.to_string());
    let mut inside = Reader::only(parameters, tlv::SEQUENCE).map_err(malformed)?.inside();
    let digest = inside.optional(tlv::context(0)).map_err(malformed)?.ok_or_else(refused)?;
    let digest = Reader::only(digest.content, tlv::SEQUENCE).and_then(Algorithm::read).map_err(malformed)?;
    let mask = inside.optional(tlv::context(1)).map_err(malformed)?.ok_or_else(refused)?;
    let mask = Reader::only(mask.content, tlv::SEQUENCE).and_then(Algorithm::read).map_err(malformed)?;
    let mask_digest =
        Reader::only(mask.parameters.ok_or_else(refused)?, tlv::SEQUENCE).and_then(Algorithm::read);
    let mask_digest = mask_digest.map_err(malformed)?;
    let salt = number(&mut inside, 2, 20).map_err(malformed)?;
    let trailer = number(&mut inside, 3, 1).map_err(malformed)?;
    inside.finish().map_err(malformed)?;
    let digest = Digest::read(&digest)?;
    let is_usual = mask.oid == oid::MGF1 && Digest::read(&mask_digest)? == digest && trailer == 1;
    if !is_usual || salt > SALT_OCTETS_MAX {
        return Err(refused());
    }
    match digest {
        Digest::Sha256 | Digest::Sha384 | Digest::Sha512 => Ok(Scheme::RsaPss { digest, salt_octets: salt }),
        Digest::Streebog256 | Digest::Streebog512 => Err(refused()),
    }
}

/// The number under `[context]`, or its default.
fn number(inside: &mut Reader<'_>, context: u8, default: usize) -> Result<usize, Unexpected> {
    let Some(element) = inside.optional(tlv::context(context))? else { return Ok(default) };
    tlv::small(Reader::only(element.content, tlv::INTEGER)?)
}
