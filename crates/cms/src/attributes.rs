//! Signed attributes: the bytes that a CAdES-BES signature is really over.

use const_oid::ObjectIdentifier;

use crate::algorithm::{Algorithm, Digest, object_identifier};
use crate::certificate::magnitude;
use crate::limits::ATTRIBUTES_MAX;
use crate::tlv::{self, Reader, Unexpected};
use crate::{Attribute, Certificate, CmsError, Part, oid, write};

/// The attributes that CAdES-BES asks for, and the bytes of all of them.
#[derive(Clone, Debug)]
pub(crate) struct Attributes {
    message_digest: Vec<u8>,
    certificate: CertificateReference,
    signed: Vec<u8>,
}

/// The first `ESSCertIDv2` (RFC 5035, section 4): that of the signer.
#[derive(Clone, Debug)]
struct CertificateReference {
    digest: Digest,
    hash: Vec<u8>,
    /// Issuer and serial number, where they are told.
    issuer_serial: Option<(Vec<u8>, Vec<u8>)>,
}

impl Attributes {
    pub(crate) fn read(mut set: Reader<'_>) -> Result<Self, CmsError> {
        let malformed = |_: Unexpected| CmsError::Malformed(Part::SignerInfo);
        let mut raw: Vec<&[u8]> = Vec::new();
        // The one value of each as it stands.
        let mut found: [Option<&[u8]>; Attribute::ALL.len()] = [None; Attribute::ALL.len()];
        while !set.is_empty() {
            if raw.len() == ATTRIBUTES_MAX {
                return Err(CmsError::TooManyAttributes(ATTRIBUTES_MAX));
            }
            let element = set.expect(tlv::SEQUENCE).map_err(malformed)?;
            raw.push(element.raw);
            let mut inside = element.inside();
            let kind = inside.expect(tlv::OID).and_then(object_identifier).map_err(malformed)?;
            let values = inside.expect(tlv::SET).map_err(malformed)?;
            inside.finish().map_err(malformed)?;
            if let Some(attribute) = needed(kind) {
                let value = only_value(values.inside(), attribute)?;
                if found[attribute as usize].replace(value).is_some() {
                    return Err(CmsError::AttributeRepeated(attribute));
                }
            }
        }
        let of = |attribute: Attribute| found[attribute as usize].ok_or(CmsError::AttributeAbsent(attribute));
        check_content_type(of(Attribute::ContentType)?)?;
        let message_digest = Reader::only(of(Attribute::MessageDigest)?, tlv::OCTET_STRING)
            .map_err(|_| CmsError::AttributeMalformed(Attribute::MessageDigest))?;
        Ok(Self {
            message_digest: message_digest.content.to_vec(),
            certificate: CertificateReference::read(of(Attribute::SigningCertificateV2)?)?,
            // In the CMS they are under [0]; the signature is over the DER of the set (RFC 5652, section 5.4).
            signed: write::set_of(tlv::SET, &raw),
        })
    }

    pub(crate) fn signed(&self) -> &[u8] {
        &self.signed
    }

    /// Tells whether they speak of the message with `digest` and of `certificate`.
    pub(crate) fn check(&self, digest: &[u8], certificate: &Certificate) -> Result<(), CmsError> {
        if self.message_digest != digest {
            return Err(CmsError::MessageDigestDiffers);
        }
        if self.certificate.is_of(certificate) { Ok(()) } else { Err(CmsError::SigningCertificateDiffers) }
    }
}

/// Returns the attribute if it decides something.
fn needed(kind: ObjectIdentifier) -> Option<Attribute> {
    match kind {
        oid::CONTENT_TYPE => Some(Attribute::ContentType),
        oid::MESSAGE_DIGEST => Some(Attribute::MessageDigest),
        oid::SIGNING_CERTIFICATE_V2 => Some(Attribute::SigningCertificateV2),
        _ => None,
    }
}

fn only_value(mut values: Reader<'_>, attribute: Attribute) -> Result<&[u8], CmsError> {
    let value = values.next().map_err(|_| CmsError::AttributeMalformed(attribute))?;
    if values.is_empty() { Ok(value.raw) } else { Err(CmsError::AttributeRepeated(attribute)) }
}

fn check_content_type(value: &[u8]) -> Result<(), CmsError> {
    let kind = Reader::only(value, tlv::OID).and_then(object_identifier);
    match kind.map_err(|_| CmsError::AttributeMalformed(Attribute::ContentType))? {
        oid::DATA => Ok(()),
        _ => Err(CmsError::ContentTypeDiffers),
    }
}

impl CertificateReference {
    /// Reads `SigningCertificateV2`: the first certificate is the signer's; the others, and policies, are passed over.
    fn read(value: &[u8]) -> Result<Self, CmsError> {
        let malformed = |_: Unexpected| CmsError::AttributeMalformed(Attribute::SigningCertificateV2);
        let mut inside = Reader::only(value, tlv::SEQUENCE).map_err(malformed)?.inside();
        let mut references = inside.expect(tlv::SEQUENCE).map_err(malformed)?.inside();
        let mut first = references.expect(tlv::SEQUENCE).map_err(malformed)?.inside();
        let digest = match first.optional(tlv::SEQUENCE).map_err(malformed)? {
            Some(algorithm) => Digest::read(&Algorithm::read(algorithm).map_err(malformed)?)?,
            None => Digest::Sha256,
        };
        let hash = first.expect(tlv::OCTET_STRING).map_err(malformed)?.content.to_vec();
        let issuer_serial = first.optional(tlv::SEQUENCE).map_err(malformed)?;
        first.finish().map_err(malformed)?;
        let issuer_serial =
            issuer_serial.map(|it| issuer_serial_of(it.inside())).transpose().map_err(malformed)?;
        Ok(Self { digest, hash, issuer_serial })
    }

    fn is_of(&self, certificate: &Certificate) -> bool {
        let own = (certificate.issuer(), certificate.serial());
        let is_named = self.issuer_serial.as_ref().is_none_or(|(issuer, serial)| own == (issuer, serial));
        is_named && self.digest.hash(certificate.der()) == self.hash
    }
}

/// `IssuerSerial`: one directory name and a serial number.
fn issuer_serial_of(mut inside: Reader<'_>) -> Result<(Vec<u8>, Vec<u8>), Unexpected> {
    let mut names = inside.expect(tlv::SEQUENCE)?.inside();
    let name = names.expect(tlv::context(4))?;
    names.finish()?;
    let serial = magnitude(inside.expect(tlv::INTEGER)?.content).to_vec();
    // An `issuerUID` may follow in old certificates.
    Ok((Reader::only(name.content, tlv::SEQUENCE)?.raw.to_vec(), serial))
}
