//! Signatures under statements: those of a request, those of the online bank, and the rules about them (PAY-11,
//! PAY-12).

mod given;
mod standing;
mod verification;

pub use given::{GivenSignature, missing_types, signers};
pub use standing::{RecordedSignature, SigningMethod, Standing};
pub use verification::{SentSignature, Verification, Verified, refused_signature};
