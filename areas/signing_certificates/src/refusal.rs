//! Reasons for which a certificate or a request is refused.

use clients::SignatureType;
use clients::signatures::SignatureError;
use cms::CmsError;

/// The reason for which a certificate or a request is refused; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read, or its key is not accepted; for a request also a signature that is not its key's.
    Unreadable(CmsError),
    OtherPerson,
    KeyOfAnother,
    KeyOfAnotherType(SignatureType),
    KeyRevoked,
    /// The person has an open request for the company, or there is one for the key.
    RequestOpen,
    Registered,
    /// The certificate does not count: chain, dates, revocation.
    Certificate(SignatureError),
    /// There is nothing to be signed: it was signed, or its time is over.
    NoChallenge,
    /// The signed text does not show that the key is there.
    Proof(SignatureError),
    /// The company has as many certificates as it may have.
    TooMany,
}
