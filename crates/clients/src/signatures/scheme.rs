//! Counts the signatures of a document, and compares them with the scheme of its company.
//!
//! The rule is here once, for every area: one person signs a document once, whatever rights and certificates the
//! person has, unless the scheme allows a signature of each type (PAY-12).

use std::collections::{BTreeMap, BTreeSet};

use kernel::UserId;
use thiserror::Error;

use crate::{SignatureScheme, SignatureType};

/// The progress of a document's signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemeState {
    Complete,
    /// So many of each type are missing; at least one in all.
    Missing {
        first: u8,
        second: u8,
    },
}

impl SchemeState {
    pub const fn missing(self, signature_type: SignatureType) -> u8 {
        match (self, signature_type) {
            (Self::Complete, _) => 0,
            (Self::Missing { first, .. }, SignatureType::First) => first,
            (Self::Missing { second, .. }, SignatureType::Second) => second,
        }
    }
}

/// Error of a person who cannot add a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotAdded {
    /// The person has signed already, and the scheme takes no further signature of the same person.
    #[error("the person has signed already")]
    AlreadySigned,
    /// The scheme asks for no more signatures of the type.
    #[error("no signature of the type is missing")]
    NotNeeded,
}

/// Compares the given signatures with the needed ones of `scheme`, by the rule of [`counting`].
pub fn scheme_state<'a>(
    scheme: SignatureScheme,
    given: impl IntoIterator<Item = (&'a UserId, SignatureType)>,
) -> SchemeState {
    let counts = counting(scheme, given);
    match (missing(scheme, &counts, SignatureType::First), missing(scheme, &counts, SignatureType::Second)) {
        (0, 0) => SchemeState::Complete,
        (first, second) => SchemeState::Missing { first, second },
    }
}

/// Selects the signatures that count: one of each person, or one of each type where the scheme allows it. A person
/// with both types fills the type that the others leave missing. Signatures that do not count do no harm.
pub fn counting<'a>(
    scheme: SignatureScheme,
    given: impl IntoIterator<Item = (&'a UserId, SignatureType)>,
) -> BTreeSet<(&'a UserId, SignatureType)> {
    let mut people: BTreeMap<&UserId, BTreeSet<SignatureType>> = BTreeMap::new();
    for (user, signature_type) in given {
        people.entry(user).or_default().insert(signature_type);
    }
    let has_no_choice = |types: &BTreeSet<SignatureType>| types.len() == 1 || scheme.allows_same_person();
    let mut counts = BTreeSet::new();
    for (user, types) in people.iter().filter(|(_, types)| has_no_choice(types)) {
        counts.extend(types.iter().map(|signature_type| (*user, *signature_type)));
    }
    // The others fill the types that these leave missing.
    for (user, types) in people.iter().filter(|(_, types)| !has_no_choice(types)) {
        let wanted = types.iter().find(|wanted| missing(scheme, &counts, **wanted) > 0);
        counts.extend(wanted.or_else(|| types.first()).map(|signature_type| (*user, *signature_type)));
    }
    counts
}

/// Counts the missing signatures of the type beside those that count.
fn missing(
    scheme: SignatureScheme,
    counts: &BTreeSet<(&UserId, SignatureType)>,
    wanted: SignatureType,
) -> u8 {
    let there = counts.iter().filter(|(_, signature_type)| *signature_type == wanted).count();
    scheme.needed(wanted).saturating_sub(u8::try_from(there).unwrap_or(u8::MAX))
}

/// Tells whether `user` may add a signature of the type to those that were `given`.
pub fn may_add<'a>(
    scheme: SignatureScheme,
    given: impl IntoIterator<Item = (&'a UserId, SignatureType)>,
    user: &UserId,
    signature_type: SignatureType,
) -> Result<(), NotAdded> {
    let given: Vec<_> = given.into_iter().collect();
    let is_in_the_way = |kind: SignatureType| kind == signature_type || !scheme.allows_same_person();
    if given.iter().any(|(signer, kind)| *signer == user && is_in_the_way(*kind)) {
        return Err(NotAdded::AlreadySigned);
    }
    if scheme_state(scheme, given).missing(signature_type) == 0 {
        return Err(NotAdded::NotNeeded);
    }
    Ok(())
}
