//! Limits of what is read. Real answers are a tenth of them.

/// The most bytes of client data. Browsers write some 200, and a long origin more.
pub const CLIENT_DATA_BYTES_MAX: usize = 4_096;
/// The most bytes of an attestation object: the longest identifier, an RSA key and extensions.
pub const ATTESTATION_OBJECT_BYTES_MAX: usize = 8_192;
/// The most bytes of authenticator data in an assertion: it has no key, and perhaps extensions.
pub const AUTHENTICATOR_DATA_BYTES_MAX: usize = 2_048;
/// The most bytes of a signature: RSA of 8,192 bits.
pub const SIGNATURE_BYTES_MAX: usize = 1_024;
/// The most bytes of the identifier of a credential (section 7.1).
pub const CREDENTIAL_ID_BYTES_MAX: usize = 1_023;
/// The most bytes of a user handle (section 5.4.3).
pub const USER_HANDLE_BYTES_MAX: usize = 64;
/// The deepest nesting of CBOR; CTAP2 has four levels.
pub(crate) const CBOR_DEPTH_MAX: usize = 8;
/// The most entries of a map of CBOR.
pub(crate) const CBOR_ENTRIES_MAX: usize = 32;
