//! `SignerInfo` (RFC 5652, section 5.3).

use crate::algorithm::{Algorithm, Digest, Scheme};
use crate::attributes::Attributes;
use crate::certificate::magnitude;
use crate::tlv::{self, Element, Reader, Unexpected};
use crate::{Certificate, CmsError, Part};

#[derive(Clone, Debug)]
pub struct SignerInfo {
    identifier: Identifier,
    digest: Digest,
    scheme: Scheme,
    attributes: Attributes,
    signature: Vec<u8>,
}

/// `SignerIdentifier`: the name or key by which the signer's certificate is found.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Identifier {
    IssuerAndSerialNumber { issuer: Vec<u8>, serial: Vec<u8> },
    SubjectKeyIdentifier(Vec<u8>),
}

fn malformed(_: Unexpected) -> CmsError {
    CmsError::Malformed(Part::SignerInfo)
}

impl SignerInfo {
    /// Reads the content of the sequence `element`.
    pub(crate) fn read(element: Element<'_>) -> Result<Self, CmsError> {
        let mut inside = element.inside();
        inside.expect(tlv::INTEGER).map_err(malformed)?;
        let identifier = Identifier::read(&mut inside).map_err(malformed)?;
        let digest = inside.expect(tlv::SEQUENCE).and_then(Algorithm::read).map_err(malformed)?;
        let attributes = inside.optional(tlv::context(0)).map_err(malformed)?;
        let scheme = inside.expect(tlv::SEQUENCE).and_then(Algorithm::read).map_err(malformed)?;
        let signature = inside.expect(tlv::OCTET_STRING).map_err(malformed)?.content.to_vec();
        // Unsigned attributes: time stamps and the like, which CAdES-BES does not ask for.
        inside.optional(tlv::context(1)).map_err(malformed)?;
        inside.finish().map_err(malformed)?;
        let digest = Digest::read(&digest)?;
        let scheme = Scheme::read_with(&scheme, digest)?;
        let attributes = Attributes::read(attributes.ok_or(CmsError::SignedAttributesAbsent)?.inside())?;
        Ok(Self { identifier, digest, scheme, attributes, signature })
    }

    /// Tells whether the signer names `certificate` as its own.
    pub fn is_by(&self, certificate: &Certificate) -> bool {
        match &self.identifier {
            Identifier::IssuerAndSerialNumber { issuer, serial } => {
                certificate.issuer() == issuer && certificate.serial() == serial
            }
            Identifier::SubjectKeyIdentifier(identifier) => certificate.key_identifier() == Some(identifier),
        }
    }

    /// Tells whether the owner of `certificate` signed `message`. Says nothing about the certificate itself.
    pub fn verify(&self, message: &[u8], certificate: &Certificate) -> Result<(), CmsError> {
        self.attributes.check(&self.digest.hash(message), certificate)?;
        certificate.public_key()?.verify(self.scheme, self.attributes.signed(), &self.signature)
    }
}

impl Identifier {
    fn read(inside: &mut Reader<'_>) -> Result<Self, Unexpected> {
        if let Some(identifier) = inside.optional(tlv::context_primitive(0))? {
            return Ok(Self::SubjectKeyIdentifier(identifier.content.to_vec()));
        }
        let mut inside = inside.expect(tlv::SEQUENCE)?.inside();
        let issuer = inside.expect(tlv::SEQUENCE)?.raw.to_vec();
        let serial = magnitude(inside.expect(tlv::INTEGER)?.content).to_vec();
        inside.finish()?;
        Ok(Self::IssuerAndSerialNumber { issuer, serial })
    }
}
