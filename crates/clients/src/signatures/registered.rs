//! Certificates as the bank keeps them, and their identifiers.

use std::str::FromStr;

use kernel::{Cnum, Instant, UserId, hexadecimal, text_enum};
use thiserror::Error;

use super::Reason;
use crate::{SignatureType, UserStatus};

text_enum! {
    /// The position of an authority's certificate in a chain.
    pub enum AuthorityKind {
        /// At its end: the bank trusts it by itself.
        Root = "ROOT",
        /// Between a root and users.
        Intermediate = "INTERMEDIATE",
    }
}

text_enum! {
    /// The standing of a certificate: it counts, or no longer.
    pub enum CertificateStatus {
        Active = "ACTIVE",
        /// It counts no more; its key stays bound to the person it belonged to.
        Withdrawn = "WITHDRAWN",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredCertificate {
    pub id: CertificateId,
    /// The company for which it may be used.
    pub cnum: Cnum,
    pub user_id: UserId,
    pub signature_type: SignatureType,
    /// Its standing: it counts, or no longer.
    pub status: CertificateStatus,
    pub certificate: cms::Certificate,
    pub registered_at: Instant,
    /// The standing of its owner: one who may log in now, or may not.
    pub user_status: UserStatus,
    /// Set when its owner has the right to sign so for the company now.
    pub has_right: bool,
}

impl RegisteredCertificate {
    /// Finds the one registration of the certificate `id` among those of a company, by rule 3 of the specification's
    /// section 4.5: neither the certificate nor another of the same key may belong to somebody else or be for another
    /// type. The tables hold this by keys; it is checked again because a wrong answer here moves money.
    pub(crate) fn only<'a>(id: &CertificateId, registered: &'a [Self]) -> Result<&'a Self, Reason> {
        let found = registered.iter().find(|one| one.id == *id).ok_or(Reason::CertificateNotRegistered)?;
        let key = found.certificate.key_fingerprint();
        for other in registered.iter().filter(|one| one.certificate.key_fingerprint() == key) {
            if other.user_id != found.user_id {
                return Err(Reason::CertificateOfSeveralPeople);
            }
            if other.signature_type != found.signature_type {
                return Err(Reason::CertificateOfSeveralTypes);
            }
        }
        Ok(found)
    }
}

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

#[cfg(test)]
mod tests;
