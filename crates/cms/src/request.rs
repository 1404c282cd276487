//! Certification requests (PKCS#10, RFC 2986): somebody asks an authority for a certificate and shows to have the key.

use der::Decode;
use sha2::{Digest as _, Sha256};
use x509_cert::name::Name;

use crate::limits::{REQUEST_ATTRIBUTES_MAX, REQUEST_BYTES_MAX};
use crate::name::PersonName;
use crate::signed::Signed;
use crate::tlv::{self, Unexpected};
use crate::{CmsError, Part, PublicKey, pem};

/// The labels of a request in PEM; the second is that of older tools (RFC 7468, section 7).
const LABELS: [&str; 2] = ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"];

/// A certification request whose own key signed it. That it exists says that whoever made it had the private key, and
/// says nothing about who that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateRequest {
    der: Vec<u8>,
    subject_name: String,
    person: PersonName,
    /// The `SubjectPublicKeyInfo` as DER.
    pub(crate) spki: Vec<u8>,
}

impl CertificateRequest {
    /// Reads DER, and checks the key and that it signed the request.
    pub fn read(der: &[u8]) -> Result<Self, CmsError> {
        if der.len() > REQUEST_BYTES_MAX {
            return Err(CmsError::TooLarge(REQUEST_BYTES_MAX));
        }
        let malformed = CmsError::Malformed(Part::Request);
        let (signed, [subject, spki]) = parts(der).map_err(|_| malformed.clone())?;
        let subject_name = Name::from_der(subject).map_err(|_| malformed)?.to_string();
        signed.verify(&PublicKey::read(spki)?)?;
        Ok(Self { der: der.to_vec(), subject_name, person: PersonName::read(subject)?, spki: spki.to_vec() })
    }

    /// Reads PEM with the label `CERTIFICATE REQUEST` or `NEW CERTIFICATE REQUEST`.
    pub fn from_pem(text: &str) -> Result<Self, CmsError> {
        Self::read(&pem::decode(text, &LABELS)?)
    }

    pub fn to_pem(&self) -> String {
        pem::encode("CERTIFICATE REQUEST", &self.der)
    }

    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// Returns the name that is asked for (RFC 4514), for people.
    pub fn subject_name(&self) -> &str {
        &self.subject_name
    }

    /// Returns the person's names within the subject.
    pub const fn person(&self) -> &PersonName {
        &self.person
    }

    /// Returns the SHA-256 of the `SubjectPublicKeyInfo`, which is that of the certificate to come.
    pub fn key_fingerprint(&self) -> [u8; 32] {
        Sha256::digest(&self.spki).into()
    }
}

/// Reads the bytes as they stand of subject and `SubjectPublicKeyInfo`.
fn parts(der: &[u8]) -> Result<(Signed, [&[u8]; 2]), Unexpected> {
    let (signed, info) = Signed::read(der)?;
    let mut inside = info.inside();
    // The one version there is.
    if tlv::small(inside.expect(tlv::INTEGER)?)? != 0 {
        return Err(Unexpected);
    }
    let subject = inside.expect(tlv::SEQUENCE)?.raw;
    let spki = inside.expect(tlv::SEQUENCE)?.raw;
    // Wishes for extensions: the authority decides, so their insides are not read.
    if let Some(attributes) = inside.optional(tlv::context(0))? {
        let mut attributes = attributes.inside();
        for _ in 0..REQUEST_ATTRIBUTES_MAX {
            if attributes.is_empty() {
                break;
            }
            attributes.expect(tlv::SEQUENCE)?;
        }
        attributes.finish()?;
    }
    inside.finish()?;
    Ok((signed, [subject, spki]))
}
