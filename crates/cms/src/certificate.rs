//! Certificates (RFC 5280), read once and kept with the very bytes that their signatures are over.

use const_oid::{AssociatedOid, ObjectIdentifier};
use der::Decode;
use kernel::Instant;
use sha2::{Digest as _, Sha256};
use x509_cert::ext::pkix::{AuthorityKeyIdentifier, BasicConstraints, KeyUsage, SubjectKeyIdentifier};
use x509_cert::time::Time;

use crate::limits::CERTIFICATE_BYTES_MAX;
use crate::name::PersonName;
use crate::signed::Signed;
use crate::tlv::{self, Unexpected};
use crate::{CmsError, Part, PublicKey, oid, pem};

/// Critical extensions that are understood, or that the bank's own register of certificates decides.
const UNDERSTOOD: [ObjectIdentifier; 6] = [
    oid::BASIC_CONSTRAINTS,
    oid::KEY_USAGE,
    oid::SUBJECT_KEY_IDENTIFIER,
    oid::AUTHORITY_KEY_IDENTIFIER,
    oid::CERTIFICATE_POLICIES,
    oid::EXTENDED_KEY_USAGE,
];

/// Extensions that narrow the certificates below an authority and are not evaluated here. They are to be critical
/// (RFC 5280, sections 4.2.1.10 and 4.2.1.11); one without the mark is taken for critical too.
const NARROWING: [ObjectIdentifier; 2] = [oid::NAME_CONSTRAINTS, oid::POLICY_CONSTRAINTS];

/// A certificate. That it could be read says nothing about who issued it: see [`crate::Chain`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    der: Vec<u8>,
    signed: Signed,
    serial: Vec<u8>,
    issuer: Vec<u8>,
    subject: Vec<u8>,
    spki: Vec<u8>,
    issuer_name: String,
    subject_name: String,
    not_before: Instant,
    not_after: Instant,
    pub(crate) extensions: Extensions,
}

/// The extensions that decide something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extensions {
    /// `basicConstraints`: whether it is an authority's, and how many authorities may stand below it.
    pub(crate) constraints: Option<BasicConstraints>,
    /// `keyUsage`; a certificate without it may be used for everything (RFC 5280, section 4.2.1.3).
    pub(crate) usage: Option<KeyUsage>,
    key_identifier: Option<Vec<u8>>,
    /// The identifier of the issuer's key.
    pub(crate) authority_key_identifier: Option<Vec<u8>>,
    /// An extension that has to be understood, and is not.
    pub(crate) not_understood: Option<String>,
}

impl Certificate {
    pub fn read(der: &[u8]) -> Result<Self, CmsError> {
        if der.len() > CERTIFICATE_BYTES_MAX {
            return Err(CmsError::TooLarge(CERTIFICATE_BYTES_MAX));
        }
        let malformed = CmsError::Malformed(Part::Certificate);
        let parsed = x509_cert::Certificate::from_der(der).map_err(|_| malformed.clone())?;
        let (signed, [issuer, subject, spki]) = parts(der).map_err(|_| malformed)?;
        let tbs = parsed.tbs_certificate();
        Ok(Self {
            der: der.to_vec(),
            signed,
            serial: magnitude(tbs.serial_number().as_bytes()).to_vec(),
            issuer: issuer.to_vec(),
            subject: subject.to_vec(),
            spki: spki.to_vec(),
            issuer_name: tbs.issuer().to_string(),
            subject_name: tbs.subject().to_string(),
            not_before: instant(tbs.validity().not_before),
            not_after: instant(tbs.validity().not_after),
            extensions: Extensions::read(&parsed)?,
        })
    }

    /// Reads PEM with the label `CERTIFICATE`.
    pub fn from_pem(text: &str) -> Result<Self, CmsError> {
        Self::read(&pem::decode(text, &["CERTIFICATE"])?)
    }

    pub fn to_pem(&self) -> String {
        pem::encode("CERTIFICATE", &self.der)
    }

    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// Returns the SHA-256 of the DER, which identifies the certificate.
    pub fn fingerprint(&self) -> [u8; 32] {
        Sha256::digest(&self.der).into()
    }

    /// Returns the SHA-256 of the `SubjectPublicKeyInfo`, which identifies the key under any certificate.
    pub fn key_fingerprint(&self) -> [u8; 32] {
        Sha256::digest(&self.spki).into()
    }

    /// The serial number as octets, the highest first, without leading zeros.
    pub fn serial(&self) -> &[u8] {
        &self.serial
    }

    /// Returns the name of the certificate's owner (RFC 4514), for people.
    pub fn subject_name(&self) -> &str {
        &self.subject_name
    }

    /// Returns the name of the issuer (RFC 4514), for people.
    pub fn issuer_name(&self) -> &str {
        &self.issuer_name
    }

    /// Reads the person's names within the subject.
    pub fn person(&self) -> Result<PersonName, CmsError> {
        PersonName::read(&self.subject)
    }

    /// The subject as DER: names are compared byte by byte, as authorities copy them.
    pub fn subject(&self) -> &[u8] {
        &self.subject
    }

    pub fn issuer(&self) -> &[u8] {
        &self.issuer
    }

    /// The first moment at which it is valid.
    pub const fn not_before(&self) -> Instant {
        self.not_before
    }

    /// The last second in which it is valid.
    pub const fn not_after(&self) -> Instant {
        self.not_after
    }

    /// The identifier of its key, when it has the extension.
    pub fn key_identifier(&self) -> Option<&[u8]> {
        self.extensions.key_identifier.as_deref()
    }

    pub fn public_key(&self) -> Result<PublicKey, CmsError> {
        PublicKey::read(&self.spki)
    }

    /// Tells whether it is valid at `moment`, both ends included.
    pub fn is_valid_at(&self, moment: Instant) -> bool {
        self.not_before <= moment && moment < self.not_after.plus_seconds(1)
    }

    pub(crate) fn verify(&self, key: &PublicKey) -> Result<(), CmsError> {
        self.signed.verify(key)
    }
}

/// A number without its leading zeros.
pub(crate) fn magnitude(octets: &[u8]) -> &[u8] {
    octets.get(octets.iter().take_while(|octet| **octet == 0).count()..).unwrap_or_default()
}

pub(crate) fn instant(time: Time) -> Instant {
    Instant::from_unix_seconds(i64::try_from(time.to_unix_duration().as_secs()).unwrap_or(i64::MAX))
}

/// Reads the bytes as they stand of issuer, subject and `SubjectPublicKeyInfo`.
fn parts(der: &[u8]) -> Result<(Signed, [&[u8]; 3]), Unexpected> {
    let (signed, tbs) = Signed::read(der)?;
    let mut inside = tbs.inside();
    inside.optional(tlv::context(0))?;
    inside.expect(tlv::INTEGER)?;
    // The algorithm is inside and outside; only the inner one is signed (RFC 5280, section 4.1.1.2).
    if inside.expect(tlv::SEQUENCE)?.raw != signed.algorithm {
        return Err(Unexpected);
    }
    let issuer = inside.expect(tlv::SEQUENCE)?.raw;
    inside.expect(tlv::SEQUENCE)?;
    let subject = inside.expect(tlv::SEQUENCE)?.raw;
    let spki = inside.expect(tlv::SEQUENCE)?.raw;
    Ok((signed, [issuer, subject, spki]))
}

impl Extensions {
    fn read(certificate: &x509_cert::Certificate) -> Result<Self, CmsError> {
        let tbs = certificate.tbs_certificate();
        let mut not_understood = tbs.extensions().into_iter().flatten().filter(|extension| {
            let id = &extension.extn_id;
            NARROWING.contains(id) || (extension.critical && !UNDERSTOOD.contains(id))
        });
        let authority = extension::<AuthorityKeyIdentifier>(certificate)?;
        Ok(Self {
            constraints: extension(certificate)?,
            usage: extension(certificate)?,
            key_identifier: extension::<SubjectKeyIdentifier>(certificate)?
                .map(|it| it.0.as_bytes().to_vec()),
            authority_key_identifier: authority
                .and_then(|it| it.key_identifier)
                .map(|identifier| identifier.as_bytes().to_vec()),
            not_understood: not_understood.next().map(|extension| extension.extn_id.to_string()),
        })
    }
}

/// The extension of one kind; one that occurs twice or cannot be read makes the certificate unreadable.
fn extension<T>(certificate: &x509_cert::Certificate) -> Result<Option<T>, CmsError>
where
    T: AssociatedOid + for<'a> Decode<'a, Error = der::Error>,
{
    let found = certificate.tbs_certificate().get_extension::<T>();
    found.map(|found| found.map(|(_, value)| value)).map_err(|_| CmsError::Malformed(Part::Certificate))
}
