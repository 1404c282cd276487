//! The identifier of certificates.

use std::str::FromStr;

use kernel::hexadecimal;
use thiserror::Error;

/// The text is no identifier of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must be the SHA-256 of the certificate as 64 hexadecimal digits, colons between them or not")]
pub struct CertificateIdError;

/// SHA-256 of a certificate's DER, as 64 small hexadecimal digits. The output of `openssl x509 -fingerprint -sha256`
/// is read as well, with its capital letters and colons.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CertificateId(String);

impl From<&cms::Certificate> for CertificateId {
    fn from(certificate: &cms::Certificate) -> Self {
        Self(hexadecimal(&certificate.fingerprint()))
    }
}

impl FromStr for CertificateId {
    type Err = CertificateIdError;
    fn from_str(text: &str) -> Result<Self, CertificateIdError> {
        let plain = text.replace(':', "").to_ascii_lowercase();
        let is_whole = text.len() == 64 || text.len() == 95;
        if is_whole && plain.len() == 64 && plain.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            Ok(Self(plain))
        } else {
            Err(CertificateIdError)
        }
    }
}

kernel::text_newtype!(CertificateId);
