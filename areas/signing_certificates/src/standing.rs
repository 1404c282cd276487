//! The standing of a certificate as its owner sees it.

use clients::signatures::{Reason, SignatureError};
use cms::CmsError;
use kernel::Instant;

/// Seconds before its end in which a certificate expires soon: 30 days.
pub const EXPIRES_SOON_S: i64 = 30 * 86_400;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    Valid,
    /// It signs for less than 30 days more.
    ExpiresSoon,
    NotYetValid,
    Expired,
    RevokedByOwner {
        at: Instant,
    },
    /// The bank or its authority revoked it.
    Revoked,
    /// It does not sign, for another reason.
    Refused(SignatureError),
}

impl Standing {
    /// Judges a certificate that ends at `not_after` by what the bank would say of a signature at the moment `at`.
    pub fn of(
        judged: Result<(), SignatureError>,
        revoked_at: Option<Instant>,
        not_after: Instant,
        at: Instant,
    ) -> Self {
        if let Some(at) = revoked_at {
            return Self::RevokedByOwner { at };
        }
        let Err(error) = judged else {
            return if not_after < at.plus_seconds(EXPIRES_SOON_S) { Self::ExpiresSoon } else { Self::Valid };
        };
        match error.reason() {
            Reason::Cms(CmsError::CertificateNotYetValid) => Self::NotYetValid,
            Reason::Cms(CmsError::CertificateExpired) => Self::Expired,
            Reason::CertificateRevoked | Reason::CertificateWithdrawn => Self::Revoked,
            _ => Self::Refused(error),
        }
    }

    /// Tells whether signatures with it count now.
    pub const fn signs(&self) -> bool {
        matches!(self, Self::Valid | Self::ExpiresSoon)
    }

    /// Tells whether its owner has something left to revoke.
    pub const fn is_revocable(&self) -> bool {
        !matches!(self, Self::RevokedByOwner { .. })
    }
}
