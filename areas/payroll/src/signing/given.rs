//! Signatures whose signers are known.

use clients::signatures::scheme_state;
use clients::{SignatureScheme, SignatureType};
use kernel::{Instant, UserId};

/// A signature whose signer is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenSignature {
    pub user: UserId,
    /// The type of the signature in the scheme.
    pub signature_type: SignatureType,
    /// With which certificate; none when the user confirmed with a second factor.
    pub certificate_id: Option<String>,
    pub at: Instant,
}

/// Returns the signatures as the rule of the scheme takes them.
pub fn signers<'g>(
    given: impl IntoIterator<Item = &'g GivenSignature>,
) -> impl Iterator<Item = (&'g UserId, SignatureType)> {
    given.into_iter().map(|given| (&given.user, given.signature_type))
}

/// Returns the types of which the scheme asks for more signatures than there are, with the number of those.
pub fn missing_types(scheme: SignatureScheme, given: &[GivenSignature]) -> Vec<(SignatureType, u8)> {
    let state = scheme_state(scheme, signers(given));
    let missing = SignatureType::ALL.iter().map(|kind| (*kind, state.missing(*kind)));
    missing.filter(|(_, count)| *count > 0).collect()
}

#[cfg(test)]
mod tests;
