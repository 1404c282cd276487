//! The registration of a certificate, by the bank's import or by the person who has its key, and the requests of people
//! for certificates of their own keys.
//!
//! REQUESTED → ISSUED when the bank imports the certificate of the key, → REFUSED when it imports a refusal with its
//! reason, or → WITHDRAWN by the person. The certificate is then registered, and counts until it expires or is revoked.

use cms::{Certificate, CertificateRequest, CmsError};
use kernel::{Cnum, Instant, UserId};
use store::StoreError;
use thiserror::Error;

use super::{CertificateId, CertificateStatus};
use crate::SignatureType;

#[derive(Clone, Debug)]
pub struct NewRegistration {
    /// The company for which it may be used.
    pub cnum: Cnum,
    pub user_id: UserId,
    pub signature_type: SignatureType,
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
    /// Another person has proved to have the key, and waits for its certificate.
    #[error("the user {0} asks for the certificate of this key")]
    KeyAskedForByAnother(UserId),
    /// The key is bound to another type of signatures (the same rule).
    #[error("the certificate or its key is registered for the signature {0}")]
    KeyOfAnotherType(SignatureType),
    #[error("the key of the certificate was revoked by its owner")]
    KeyRevoked,
    #[error("{0}")]
    Certificate(CmsError),
    #[error("{user} has no right {} for {cnum}", signature_type.right())]
    RightAbsent { user: UserId, cnum: Cnum, signature_type: SignatureType },
    #[error("a company has at most {} certificates", super::CERTIFICATES_PER_COMPANY_MAX)]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestState {
    /// The bank's authority has not issued a certificate yet.
    Requested,
    /// The certificate is there.
    Issued {
        certificate: CertificateId,
        /// The time of the registration.
        at: Instant,
    },
    /// The bank's authority issues no certificate.
    Refused {
        /// The reason, in the bank's words.
        reason: String,
        at: Instant,
    },
    /// The person asks for it no more.
    Withdrawn { at: Instant },
}

#[derive(Debug, thiserror::Error)]
pub enum RefusalError {
    #[error("there is no request of this name")]
    Absent,
    /// It was answered with a certificate, withdrawn by the person, or refused for another reason.
    #[error("the request is not open any more")]
    NotOpen,
    #[error(transparent)]
    Store(#[from] store::StoreError),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedCertificate {
    /// The bank's name of the request: a UUID.
    pub id: String,
    /// The company for which the person signs.
    pub cnum: Cnum,
    pub user_id: UserId,
    pub signature_type: SignatureType,
    /// The request as the person's key signed it.
    pub request: CertificateRequest,
    pub requested_at: Instant,
    pub state: RequestState,
}

/// An open request with the person, for the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingRequest {
    pub asked: AskedCertificate,
    pub login: String,
    pub full_name: String,
}
