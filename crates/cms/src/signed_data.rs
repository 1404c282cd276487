//! `ContentInfo` and `SignedData` (RFC 5652, sections 3 and 5.1).

use crate::algorithm::object_identifier;
use crate::limits::{CERTIFICATES_MAX, SIGNERS_MAX};
use crate::signer_info::SignerInfo;
use crate::tlv::{self, Reader, Unexpected};
use crate::{Certificate, CmsError, Part, ber, oid};

/// A detached CMS signature, read and not verified yet.
#[derive(Clone, Debug)]
pub struct SignedData {
    certificates: Vec<Certificate>,
    signers: Vec<SignerInfo>,
}

fn malformed(_: Unexpected) -> CmsError {
    CmsError::Malformed(Part::SignedData)
}

impl SignedData {
    /// Reads the DER or BER of a detached signature over plain data.
    pub fn read(bytes: &[u8]) -> Result<Self, CmsError> {
        let der = ber::normalise(bytes)?;
        let mut content_info = Reader::only(&der, tlv::SEQUENCE).map_err(malformed)?.inside();
        let kind = content_info.expect(tlv::OID).and_then(object_identifier).map_err(malformed)?;
        if kind != oid::SIGNED_DATA {
            return Err(CmsError::NotSignedData);
        }
        let content = content_info.expect(tlv::context(0)).map_err(malformed)?;
        content_info.finish().map_err(malformed)?;
        let mut inside = Reader::only(content.content, tlv::SEQUENCE).map_err(malformed)?.inside();
        inside.expect(tlv::INTEGER).map_err(malformed)?;
        inside.expect(tlv::SET).map_err(malformed)?;
        check_content(inside.expect(tlv::SEQUENCE).map_err(malformed)?.inside())?;
        let certificates = match inside.optional(tlv::context(0)).map_err(malformed)? {
            Some(set) => certificates(set.inside())?,
            None => Vec::new(),
        };
        // Revocation lists inside are the signer's choice; the bank's own decide.
        inside.optional(tlv::context(1)).map_err(malformed)?;
        let signers = signers(inside.expect(tlv::SET).map_err(malformed)?.inside())?;
        inside.finish().map_err(malformed)?;
        Ok(Self { certificates, signers })
    }

    /// Returns the signers; at least one.
    pub fn signers(&self) -> &[SignerInfo] {
        &self.signers
    }

    /// The certificates inside that could be read.
    pub fn certificates(&self) -> &[Certificate] {
        &self.certificates
    }

    /// The signer's certificate, when it is inside.
    pub fn certificate_of(&self, signer: &SignerInfo) -> Option<&Certificate> {
        self.certificates.iter().find(|certificate| signer.is_by(certificate))
    }
}

/// Reads the `EncapsulatedContentInfo` of a detached signature: plain data, absent.
fn check_content(mut inside: Reader<'_>) -> Result<(), CmsError> {
    let kind = inside.expect(tlv::OID).and_then(object_identifier).map_err(malformed)?;
    if kind != oid::DATA {
        return Err(CmsError::ContentType);
    }
    if inside.is_empty() { Ok(()) } else { Err(CmsError::ContentEmbedded) }
}

/// Reads the `CertificateSet`: certificates, and things of other kinds that are passed over. An unreadable
/// certificate is passed over too, because the chain may not need it.
fn certificates(mut set: Reader<'_>) -> Result<Vec<Certificate>, CmsError> {
    let mut certificates = Vec::new();
    let mut count = 0;
    while !set.is_empty() {
        let element = set.next().map_err(malformed)?;
        count += 1;
        if count > CERTIFICATES_MAX {
            return Err(CmsError::TooManyCertificates(CERTIFICATES_MAX));
        }
        if element.tag == tlv::SEQUENCE {
            certificates.extend(Certificate::read(element.raw));
        }
    }
    Ok(certificates)
}

fn signers(mut set: Reader<'_>) -> Result<Vec<SignerInfo>, CmsError> {
    let mut signers = Vec::new();
    while !set.is_empty() {
        if signers.len() == SIGNERS_MAX {
            return Err(CmsError::TooManySigners(SIGNERS_MAX));
        }
        signers.push(SignerInfo::read(set.expect(tlv::SEQUENCE).map_err(malformed)?)?);
    }
    if signers.is_empty() { Err(CmsError::NoSigners) } else { Ok(signers) }
}
