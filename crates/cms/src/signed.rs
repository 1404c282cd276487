//! Structures that somebody signed: certificates, revocation lists and requests (RFC 5280, section 4.1.1).

use crate::tlv::{self, Element, Reader, Unexpected};
use crate::{CmsError, PublicKey};

/// The signed bytes as they stand, the algorithm and the signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signed {
    content: Vec<u8>,
    pub(crate) algorithm: Vec<u8>,
    signature: Vec<u8>,
}

impl Signed {
    /// Reads a structure, and returns the element that is signed beside it.
    pub(crate) fn read(der: &[u8]) -> Result<(Self, Element<'_>), Unexpected> {
        let mut whole = Reader::only(der, tlv::SEQUENCE)?.inside();
        let content = whole.expect(tlv::SEQUENCE)?;
        let algorithm = whole.expect(tlv::SEQUENCE)?.raw.to_vec();
        let signature = tlv::whole_octets(whole.expect(tlv::BIT_STRING)?)?.to_vec();
        whole.finish()?;
        Ok((Self { content: content.raw.to_vec(), algorithm, signature }, content))
    }

    pub(crate) fn verify(&self, key: &PublicKey) -> Result<(), CmsError> {
        key.verify_by(&self.algorithm, &self.content, &self.signature)
    }
}
