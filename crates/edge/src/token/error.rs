//! The error of a refused token.

use thiserror::Error;

/// Error of a refused token, for logs and metrics; callers learn only of expiry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TokenError {
    /// Longer than [`TOKEN_BYTES_MAX`](super::TOKEN_BYTES_MAX).
    #[error("the token is too long")]
    TooLong,
    /// Not three parts, not Base64, not JSON, or several headers where one is allowed.
    #[error("the token is malformed")]
    Malformed,
    /// A kind of token that is not accepted here (`typ`).
    #[error("the token is of another kind")]
    WrongKind,
    /// No such key (`kid`).
    #[error("the token is signed by an unknown key")]
    UnknownKey,
    /// The token names another algorithm than its key has (`alg`).
    #[error("the token names another algorithm than its key has")]
    WrongAlgorithm,
    #[error("the signature does not fit")]
    BadSignature,
    /// A claim is absent or of a wrong form.
    #[error("the claim {0} is absent or malformed")]
    BadClaim(&'static str),
    /// Issued by somebody else (`iss`).
    #[error("the token has another issuer")]
    WrongIssuer,
    /// A sandbox's token in a live program, or the other way round (`sandbox`).
    #[error("the token is a sandbox's where a live one is wanted, or the other way round")]
    OtherKind,
    /// Issued for somebody else (`aud`).
    #[error("the token is for another audience")]
    WrongAudience,
    /// No longer valid (`exp`).
    #[error("the token has expired")]
    Expired,
    /// Not valid yet (`nbf`, `iat`).
    #[error("the token is not valid yet")]
    NotYetValid,
    /// The session, the user or the client was revoked.
    #[error("the token was revoked")]
    Revoked,
    /// The revocations are too old to tell whether the token still stands.
    #[error("the revocations are not known at this moment")]
    RevocationsUnknown,
}
