//! Requests of people for certificates of their own keys.
//!
//! REQUESTED → ISSUED when the bank imports the certificate of the key, → REFUSED when it imports a refusal with its
//! reason, or → WITHDRAWN by the person. The certificate is then registered, and counts until it expires or is revoked.

use cms::CertificateRequest;
use kernel::{Cnum, Instant, UserId};

use super::CertificateId;
use crate::SignatureType;

/// The standing of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestState {
    /// The bank's authority has not issued a certificate yet.
    Requested,
    /// The certificate is there.
    Issued {
        certificate: CertificateId,
        /// Time of the registration.
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
    /// Its standing.
    pub state: RequestState,
}

/// An open request with the person, for the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingRequest {
    pub asked: AskedCertificate,
    pub login: String,
    pub full_name: String,
}
