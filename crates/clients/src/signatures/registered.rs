//! What the bank keeps about certificates.

use kernel::{Cnum, Instant, UserId};

use super::{CertificateId, Reason};
use crate::text_enum::text_enum;
use crate::{SignatureType, UserStatus};

text_enum! {
    /// Where a certificate of an authority stands in a chain.
    AuthorityKind {
        /// At its end: the bank trusts it by itself.
        Root = "ROOT",
        /// Between a root and users.
        Intermediate = "INTERMEDIATE",
    }
}

text_enum! {
    /// Whether a certificate counts.
    CertificateStatus {
        /// It counts.
        Active = "ACTIVE",
        /// It counts no more; its key stays bound to the person it belonged to.
        Withdrawn = "WITHDRAWN",
    }
}

/// A certificate registered for a company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredCertificate {
    /// What tells it apart.
    pub id: CertificateId,
    /// The company for which it may be used.
    pub cnum: Cnum,
    /// Whose it is.
    pub user_id: UserId,
    /// Which signatures it gives.
    pub signature_type: SignatureType,
    /// Whether it counts.
    pub status: CertificateStatus,
    /// The certificate itself.
    pub certificate: cms::Certificate,
    /// When it was registered.
    pub registered_at: Instant,
    /// Whether its owner may log in now.
    pub user_status: UserStatus,
    /// Whether its owner may sign so for the company now.
    pub has_right: bool,
}

impl RegisteredCertificate {
    /// The one registration of the certificate `id` among those of a company, by rule 3 of the specification's section 4.5: neither the
    /// certificate nor another of the same key may belong to somebody else or be for another type. The tables hold this by keys;
    /// it is checked again because a wrong answer here moves money.
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
