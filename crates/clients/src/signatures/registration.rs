//! The registration of a certificate, by the bank's import or by the person who has its key.

use cms::{Certificate, CmsError};
use kernel::{Cnum, Instant, UserId};
use store::StoreError;
use thiserror::Error;

use super::CertificateStatus;
use crate::SignatureType;

/// A certificate that is to be registered.
#[derive(Clone, Debug)]
pub struct NewRegistration {
    /// The company for which it may be used.
    pub cnum: Cnum,
    pub user_id: UserId,
    pub signature_type: SignatureType,
    /// Its standing.
    pub status: CertificateStatus,
    pub certificate: Certificate,
    pub at: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    Created,
    /// It has another standing than before.
    Changed,
    Unchanged,
}

/// Error of a certificate that cannot be registered.
#[derive(Debug, Error)]
pub enum RegistrationError {
    /// The key is bound to another person (rule 3 of the specification's section 4.5).
    #[error("the certificate or its key belongs to the user {0} of this company")]
    KeyOfAnother(UserId),
    /// The key is bound to another type of signatures (the same rule).
    #[error("the certificate or its key is registered for the signature {0}")]
    KeyOfAnotherType(SignatureType),
    /// The owner revoked the key.
    #[error("the key of the certificate was revoked by its owner")]
    KeyRevoked,
    /// The certificate itself is not accepted.
    #[error("{0}")]
    Certificate(CmsError),
    /// The person may not sign so for the company.
    #[error("{user} has no right {} for {cnum}", signature_type.right())]
    RightAbsent { user: UserId, cnum: Cnum, signature_type: SignatureType },
    /// The company has as many certificates as it may have.
    #[error("a company has at most {} certificates", super::CERTIFICATES_PER_COMPANY_MAX)]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
}
