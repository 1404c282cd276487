//! Certificates as the bank keeps them.

use kernel::{Cnum, Instant, UserId, text_enum};

use super::{CertificateId, Reason};
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

/// A certificate registered for a company.
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

#[cfg(test)]
mod tests;
