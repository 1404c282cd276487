//! Making detached CAdES-BES signatures with ECDSA keys.
//!
//! RSA keys are not used here: the private operations of the RSA crate leak through timing. Whoever has an RSA or a
//! GOST key signs with `openssl cms` or the token that holds it (docs/SIGNING.md).

use const_oid::ObjectIdentifier;
use p256::ecdsa::signature::hazmat::PrehashSigner as _;
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::algorithm::Digest;
use crate::tlv;
use crate::{Certificate, CmsError, oid, pem, write};

/// Error of making a signer or a signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignerError {
    #[error("the key is not PEM (PKCS#8 or SEC 1, not encrypted) of an ECDSA key on P-256 or P-384")]
    Key,
    #[error("the certificate cannot be used: {0}")]
    Certificate(CmsError),
    #[error("the certificate belongs to another key")]
    Mismatch,
    /// Nobody, or too many, are to sign.
    #[error("a signature has 1 to {} signers", crate::SIGNERS_MAX)]
    Signers,
    #[error("the key could not sign")]
    Failed,
}

pub struct Signer {
    key: SigningKey,
    certificate: Certificate,
}

pub(crate) enum SigningKey {
    P256(p256::ecdsa::SigningKey),
    P384(p384::ecdsa::SigningKey),
}

impl Signer {
    /// Reads PEM: an unencrypted ECDSA key on P-256 or P-384 (PKCS#8 or SEC 1), and its certificate.
    pub fn from_pem(key: &str, certificate: &str) -> Result<Self, SignerError> {
        let key = SigningKey::from_pem(key)?;
        let certificate = Certificate::from_pem(certificate).map_err(SignerError::Certificate)?;
        let signer = Self { key, certificate };
        // A signature made and checked says more than a comparison of encodings.
        let message = b"the key and the certificate belong together";
        let signature = signer.key.sign(message)?;
        let public = signer.certificate.public_key().map_err(SignerError::Certificate)?;
        let scheme = crate::algorithm::Scheme::Ecdsa(signer.key.digest());
        public.verify(scheme, message, &signature).map_err(|_| SignerError::Mismatch)?;
        Ok(signer)
    }

    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }
}

kernel::debug_shows!(Signer { subject: certificate.subject_name(), .. });

impl SigningKey {
    fn from_pem(text: &str) -> Result<Self, SignerError> {
        let der = pem::decode(text, &["PRIVATE KEY", "EC PRIVATE KEY"]).map_err(|_| SignerError::Key)?;
        Self::from_der(&der)
    }

    fn from_der(der: &[u8]) -> Result<Self, SignerError> {
        use p256::pkcs8::DecodePrivateKey as _;
        let p256 =
            p256::SecretKey::from_pkcs8_der(der).ok().or_else(|| p256::SecretKey::from_sec1_der(der).ok());
        if let Some(key) = p256 {
            return Ok(Self::P256(key.into()));
        }
        let p384 =
            p384::SecretKey::from_pkcs8_der(der).ok().or_else(|| p384::SecretKey::from_sec1_der(der).ok());
        p384.map(|key| Self::P384(key.into())).ok_or(SignerError::Key)
    }

    pub(crate) const fn digest(&self) -> Digest {
        match self {
            Self::P256(_) => Digest::Sha256,
            Self::P384(_) => Digest::Sha384,
        }
    }

    pub(crate) const fn algorithm(&self) -> ObjectIdentifier {
        match self {
            Self::P256(_) => oid::ECDSA_SHA256,
            Self::P384(_) => oid::ECDSA_SHA384,
        }
    }

    /// The DER of a signature over `message`; the same every time (RFC 6979).
    pub(crate) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, SignerError> {
        let hash = self.digest().hash(message);
        let der = match self {
            Self::P256(key) => {
                key.sign_prehash(&hash).map(|it: p256::ecdsa::DerSignature| it.as_bytes().to_vec())
            }
            Self::P384(key) => {
                key.sign_prehash(&hash).map(|it: p384::ecdsa::DerSignature| it.as_bytes().to_vec())
            }
        };
        der.map_err(|_| SignerError::Failed)
    }
}

/// A certification request (PKCS#10) as PEM, in the name `common_name`, by an unencrypted ECDSA key in PEM: for
/// demonstrations and tests, which may ask in any name.
pub fn request(key: &str, common_name: &str) -> Result<String, SignerError> {
    use p256::pkcs8::EncodePublicKey as _;
    let key = SigningKey::from_pem(key)?;
    let spki = match &key {
        SigningKey::P256(key) => key.verifying_key().to_public_key_der(),
        SigningKey::P384(key) => key.verifying_key().to_public_key_der(),
    };
    let spki = spki.map_err(|_| SignerError::Failed)?;
    let name = write::element(tlv::UTF8_STRING, &[common_name.as_bytes()]);
    let name = write::set_of(tlv::SET, &[&write::sequence(&[&write::oid(oid::COMMON_NAME), &name])]);
    let attributes = write::element(tlv::context(0), &[]);
    let info =
        write::sequence(&[&write::unsigned(&[0]), &write::sequence(&[&name]), spki.as_bytes(), &attributes]);
    let signature = write::bits(&key.sign(&info)?);
    let request = write::sequence(&[&info, &write::algorithm(key.algorithm()), &signature]);
    Ok(pem::encode("CERTIFICATE REQUEST", &request))
}

/// A detached CMS over `message` with all of `signers`, as DER. For a bank's document the message is the 32 bytes of
/// its digest.
pub fn sign(message: &[u8], signers: &[&Signer]) -> Result<Vec<u8>, SignerError> {
    if signers.is_empty() || signers.len() > crate::SIGNERS_MAX {
        return Err(SignerError::Signers);
    }
    let infos = signers.iter().map(|signer| signer_info(message, signer)).collect::<Result<Vec<_>, _>>()?;
    let digests: Vec<Vec<u8>> = [Digest::Sha256, Digest::Sha384]
        .into_iter()
        .filter(|digest| signers.iter().any(|signer| signer.key.digest() == *digest))
        .map(digest_algorithm)
        .collect();
    let mut certificates: Vec<&[u8]> = signers.iter().map(|signer| signer.certificate.der()).collect();
    certificates.sort_unstable();
    certificates.dedup();
    let signed_data = write::sequence(&[
        &write::unsigned(&[1]),
        &write::set_of(tlv::SET, &slices(&digests)),
        &write::sequence(&[&write::oid(oid::DATA)]),
        &write::set_of(tlv::context(0), &certificates),
        &write::set_of(tlv::SET, &slices(&infos)),
    ]);
    Ok(write::sequence(&[&write::oid(oid::SIGNED_DATA), &write::element(tlv::context(0), &[&signed_data])]))
}

fn slices(parts: &[Vec<u8>]) -> Vec<&[u8]> {
    parts.iter().map(Vec::as_slice).collect()
}

fn digest_algorithm(digest: Digest) -> Vec<u8> {
    write::algorithm(match digest {
        Digest::Sha384 => oid::SHA384,
        _ => oid::SHA256,
    })
}

fn signer_info(message: &[u8], signer: &Signer) -> Result<Vec<u8>, SignerError> {
    let (key, certificate) = (&signer.key, &signer.certificate);
    let serial = write::unsigned(certificate.serial());
    let attributes = [
        attribute(oid::CONTENT_TYPE, &write::oid(oid::DATA)),
        attribute(oid::MESSAGE_DIGEST, &write::octets(&key.digest().hash(message))),
        attribute(oid::SIGNING_CERTIFICATE_V2, &signing_certificate(certificate, &serial)),
    ];
    let attributes: Vec<&[u8]> = attributes.iter().map(Vec::as_slice).collect();
    let signature = key.sign(&write::set_of(tlv::SET, &attributes))?;
    Ok(write::sequence(&[
        &write::unsigned(&[1]),
        &write::sequence(&[certificate.issuer(), &serial]),
        &digest_algorithm(key.digest()),
        &write::set_of(tlv::context(0), &attributes),
        &write::algorithm(key.algorithm()),
        &write::octets(&signature),
    ]))
}

fn attribute(kind: ObjectIdentifier, value: &[u8]) -> Vec<u8> {
    write::sequence(&[&write::oid(kind), &write::set_of(tlv::SET, &[value])])
}

/// `SigningCertificateV2` with the default digest, SHA-256, which DER leaves out.
fn signing_certificate(certificate: &Certificate, serial: &[u8]) -> Vec<u8> {
    let names = write::sequence(&[&write::element(tlv::context(4), &[certificate.issuer()])]);
    let issuer_serial = write::sequence(&[&names, serial]);
    let hash = write::octets(&Sha256::digest(certificate.der()));
    write::sequence(&[&write::sequence(&[&write::sequence(&[&hash, &issuer_serial])])])
}
