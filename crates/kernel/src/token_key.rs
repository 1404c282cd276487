//! The public keys of the identity provider, which it publishes and everybody else verifies with.

crate::text_enum! {
    /// The algorithms of tokens. The key decides, never the token.
    pub enum SigningAlgorithm {
        /// ECDSA on P-256 with SHA-256 (RFC 7518 section 3.4).
        Es256 = "ES256",
        /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 section 3.3).
        Rs256 = "RS256",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// The name by which tokens refer to the key: `kid`.
    pub kid: String,
    /// The one algorithm that the key is for.
    pub algorithm: SigningAlgorithm,
    /// `Es256`: the uncompressed point, 65 bytes, first of them 0x04. `Rs256`: `RSAPublicKey` of RFC 8017 in DER.
    /// `public_key()` of an aws-lc-rs key pair returns both forms.
    pub der: Vec<u8>,
}
