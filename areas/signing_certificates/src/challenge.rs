//! The document that a person signs to show to have the key of a certificate.
//!
//! It says what it is for, and whose it is. So nobody can be led to sign a payment with it: what is signed is the
//! SHA-256 of a document, and no two documents have the same.

use clients::SignatureType;
use clients::signatures::CertificateId;
use cms::Certificate;
use kernel::{Cnum, Instant, UserId, hexadecimal};
use sha2::{Digest as _, Sha256};

/// Seconds in which a challenge can be signed.
pub const CHALLENGE_S: i64 = 600;
const PURPOSE: &str = "registration of a signing certificate";
pub const CHALLENGE_OCTETS: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub user: UserId,
    pub cnum: Cnum,
    pub signature_type: SignatureType,
    pub certificate: Certificate,
    /// The document, in its canonical form.
    pub document: String,
    /// The moment from which on it is not taken any more.
    pub expires_at: Instant,
}

impl Challenge {
    /// Makes the challenge of these random octets at the moment `now`.
    pub fn new(
        (user, cnum): (UserId, Cnum),
        signature_type: SignatureType,
        certificate: Certificate,
        random: [u8; CHALLENGE_OCTETS],
        now: Instant,
    ) -> Self {
        // The names are sorted, and no value has a character that JSON escapes: this is the canonical form.
        let document = format!(
            r#"{{"certificate":"{}","challenge":"{}","company":"{cnum}","purpose":"{PURPOSE}","signature":"{signature_type}","user":"{user}"}}"#,
            CertificateId::from(&certificate),
            hexadecimal(&random),
        );
        let expires_at = now.plus_seconds(CHALLENGE_S);
        Self { user, cnum, signature_type, certificate, document, expires_at }
    }

    /// Returns the SHA-256 of the document: 32 bytes, which are what is signed.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(&self.document).into()
    }
}
