//! The relying party's part of WebAuthn (W3C Web Authentication, Level 2 and 3): what an authenticator answered in, a
//! verified passkey or the reason why not out.
//!
//! A [`RelyingParty`] verifies two ceremonies. [`RelyingParty::verify_registration`] takes a new passkey (section
//! 7.1), [`RelyingParty::verify_assertion`] a proof with one that is known (section 7.2); both name the steps of the
//! standard that they carry out. The bank asks for discoverable credentials and for user verification each time, and
//! for no attestation. Everything is pure: no files, no clock, no network. The caller keeps the [`Challenge`] and sees
//! to it that each is used once.
//!
//! To add an algorithm, add it to [`PublicKey`] and to [`ALGORITHMS`].

mod assertion;
mod authenticator_data;
mod cbor;
mod client_data;
mod error;
mod limits;
mod public_key;
mod registration;
mod relying_party;

pub use assertion::{Asserted, Assertion, KnownCredential};
pub use error::WebauthnError;
pub use limits::{
    ATTESTATION_OBJECT_BYTES_MAX, AUTHENTICATOR_DATA_BYTES_MAX, CLIENT_DATA_BYTES_MAX,
    CREDENTIAL_ID_BYTES_MAX, SIGNATURE_BYTES_MAX, USER_HANDLE_BYTES_MAX,
};
pub use public_key::{ALGORITHMS, PublicKey};
pub use registration::{Registered, Registration};
pub use relying_party::{Challenge, RelyingParty};
