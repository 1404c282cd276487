//! Signatures under documents: their signers and their validity (PAY-11, PAY-12).
//!
//! [`trust`] reads once what the bank knows about the certificates of a company; [`Trust::verify`] then decides about
//! each signature without a database: the CMS, the chain to the bank's authority, dates, revocation, registration and
//! rule 3 of the specification's section 4.5. [`scheme_state`] tells whether the company's scheme is satisfied, and
//! [`may_add`] who may still sign. What was signed for a later day is looked at again on that day
//! ([`Trust::look_again`], [`look_again_at_person`]).
//!
//! To refuse signatures for another reason, add it to [`Reason`] with its code and words, and to [`Trust::verify`].

mod error;
mod person;
mod registered;
mod registration;
mod scheme;
mod trust;

pub use error::{Reason, SignatureError};
pub use person::names_person;
pub use registered::{
    AuthorityKind, CertificateId, CertificateIdError, CertificateStatus, RegisteredCertificate,
};
pub use registration::{
    AskedCertificate, NewRegistration, RefusalError, Registered, RegistrationError, RequestState,
    WaitingRequest,
};
pub use scheme::{NotAdded, SchemeState, counting, may_add, scheme_state};
pub(crate) use trust::check_person;
pub use trust::{
    MissingList, SIGNATURE_CHARACTERS_MAX, SIGNATURES_MAX, Trust, VerifiedSignature, verify_possession,
};

pub use crate::store::certificates::{
    AUTHORITIES_MAX, CERTIFICATES_PER_COMPANY_MAX, certificates_of_company, look_again_at_person, trust,
    trust_with,
};
pub use crate::store::own_certificates::{
    REQUESTS_LISTED_MAX, has_another_owner, insert_request, is_key_revoked, is_latest_refused,
    refuse_request, register, requests_of, revoke_key, revoked_keys_of, waiting_request, waiting_requests,
    withdraw_request,
};
