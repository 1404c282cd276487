//! Whether a document has all signatures that its company's scheme asks for.

use std::collections::BTreeSet;

use kernel::UserId;

use crate::{SignatureScheme, SignatureType};

/// How far a document's signatures are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemeState {
    /// All are there.
    Complete,
    /// So many of each type are missing; at least one in all.
    Missing {
        /// First signatures.
        first: u8,
        /// Second signatures.
        second: u8,
    },
}

/// Compares the signatures that were given with those that `scheme` asks for. Of one type each person counts once; more signatures
/// than asked for do no harm.
#[must_use]
pub fn scheme_state<'a>(
    scheme: SignatureScheme,
    given: impl IntoIterator<Item = (&'a UserId, SignatureType)>,
) -> SchemeState {
    let people: BTreeSet<(&UserId, SignatureType)> = given.into_iter().collect();
    let missing = |wanted: SignatureType| {
        let there = people.iter().filter(|(_, given)| *given == wanted).count();
        scheme.needed(wanted).saturating_sub(u8::try_from(there).unwrap_or(u8::MAX))
    };
    match (missing(SignatureType::First), missing(SignatureType::Second)) {
        (0, 0) => SchemeState::Complete,
        (first, second) => SchemeState::Missing { first, second },
    }
}
