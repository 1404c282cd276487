//! Reasons for which an answer of an authenticator is refused.

use thiserror::Error;

/// Reason for which an answer is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WebauthnError {
    /// A part is empty, or longer than its limit.
    #[error("a part of the answer is empty or too long")]
    Length,
    /// The client data is no JSON object with the members that it must have.
    #[error("the client data cannot be read")]
    ClientData,
    /// The client data is of another ceremony.
    #[error("the client data is of another ceremony")]
    Type,
    /// The answer is to another challenge.
    #[error("the answer is to another challenge")]
    Challenge,
    /// The answer was given to a page of another origin.
    #[error("the answer was given to a page of another origin")]
    Origin,
    /// The page stood in a frame of another origin.
    #[error("the page stood in a frame of another origin")]
    CrossOrigin,
    /// The attestation object is no CBOR map with the members that it must have.
    #[error("the attestation object cannot be read")]
    AttestationObject,
    /// The attestation is of a kind that nobody asked for, or its signature is wrong.
    #[error("the attestation is of a kind that was not asked for, or wrong")]
    Attestation,
    /// The authenticator data has not the form that the standard gives it.
    #[error("the authenticator data cannot be read")]
    AuthenticatorData,
    /// The authenticator answered for another relying party.
    #[error("the authenticator answered for another relying party")]
    RelyingParty,
    /// Nobody touched the authenticator.
    #[error("nobody was present at the authenticator")]
    UserPresence,
    /// The authenticator did not verify who touched it.
    #[error("the authenticator did not verify its user")]
    UserVerification,
    /// The flags about backups contradict each other, or the passkey that is known.
    #[error("the flags about backups contradict each other or the passkey")]
    Backup,
    /// The key is no COSE key of an algorithm that was asked for.
    #[error("the key is of no algorithm that was asked for")]
    PublicKey,
    /// The answer is of another passkey, or of another user's.
    #[error("the answer is of another passkey or user")]
    Credential,
    /// The signature does not match.
    #[error("the signature does not match")]
    Signature,
    /// The signature matches, and the counter of signatures has not grown: there may be a copy of the authenticator.
    #[error("the counter of signatures has not grown")]
    Counter,
}

impl WebauthnError {
    /// Returns the name for the trail.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Length => "LENGTH",
            Self::ClientData => "CLIENT_DATA",
            Self::Type => "TYPE",
            Self::Challenge => "CHALLENGE",
            Self::Origin => "ORIGIN",
            Self::CrossOrigin => "CROSS_ORIGIN",
            Self::AttestationObject => "ATTESTATION_OBJECT",
            Self::Attestation => "ATTESTATION",
            Self::AuthenticatorData => "AUTHENTICATOR_DATA",
            Self::RelyingParty => "RELYING_PARTY",
            Self::UserPresence => "USER_PRESENCE",
            Self::UserVerification => "USER_VERIFICATION",
            Self::Backup => "BACKUP",
            Self::PublicKey => "PUBLIC_KEY",
            Self::Credential => "CREDENTIAL",
            Self::Signature => "SIGNATURE",
            Self::Counter => "COUNTER",
        }
    }
}
