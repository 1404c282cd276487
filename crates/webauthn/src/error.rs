//! Reasons for which an answer of an authenticator is refused.

kernel::text_enum! {
    /// Reason for which an answer is refused, with its name for the trail.
    pub enum WebauthnError {
        /// A part is empty, or longer than its limit.
        Length = "LENGTH",
        /// The client data is no JSON object with the members that it must have.
        ClientData = "CLIENT_DATA",
        /// The client data is of another ceremony.
        Type = "TYPE",
        Challenge = "CHALLENGE",
        /// The answer was given to a page of another origin.
        Origin = "ORIGIN",
        /// The page stood in a frame of another origin.
        CrossOrigin = "CROSS_ORIGIN",
        /// The attestation object is no CBOR map with the members that it must have.
        AttestationObject = "ATTESTATION_OBJECT",
        /// The attestation is of a kind that nobody asked for, or its signature is wrong.
        Attestation = "ATTESTATION",
        /// The authenticator data has not the form that the standard gives it.
        AuthenticatorData = "AUTHENTICATOR_DATA",
        /// The authenticator answered for another relying party.
        RelyingParty = "RELYING_PARTY",
        /// Nobody touched the authenticator.
        UserPresence = "USER_PRESENCE",
        /// The authenticator did not verify who touched it.
        UserVerification = "USER_VERIFICATION",
        /// The flags about backups contradict each other, or the passkey that is known.
        Backup = "BACKUP",
        /// The key is no COSE key of an algorithm that was asked for.
        PublicKey = "PUBLIC_KEY",
        /// The answer is of another passkey, or of another user's.
        Credential = "CREDENTIAL",
        Signature = "SIGNATURE",
        /// The signature matches, and the counter of signatures has not grown: there may be a copy of the
        /// authenticator.
        Counter = "COUNTER",
    }
}
