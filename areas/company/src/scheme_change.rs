//! A change of a company's signature scheme that asks for fewer signatures (ONL-06).
//!
//! One administrator alone who also signs could let every document go with the own signature. So such a change takes
//! effect when a second person of the company confirms it, or the bank does where there is none. A change that asks
//! for more takes effect at once.

use clients::{Right, Rights, SignatureScheme, SignatureType};
use kernel::{Cnum, Instant, UserId};
use uuid::Uuid;

/// Seconds that a change waits for its confirmation: seven days.
pub const SCHEME_CHANGE_S: i64 = 7 * 86_400;
/// The most changes that the bank lists.
pub const SCHEME_CHANGES_MAX: i64 = 1_000;

/// Tells that `after` asks for less than `before`: fewer signatures of a type, or one person where two were needed.
pub fn lowers(before: SignatureScheme, after: SignatureScheme) -> bool {
    let asks = |kind: SignatureType| before.needed(kind) > 0;
    let has_fewer = SignatureType::ALL.iter().any(|kind| after.needed(*kind) < before.needed(*kind));
    let needed_two = SignatureType::ALL.iter().all(|kind| asks(*kind)) && !before.allows_same_person();
    has_fewer || needed_two && after.allows_same_person()
}

/// Tells that a person with these rights may confirm a change that another one asks for: an administrator or a signer.
pub fn may_confirm(rights: Rights) -> bool {
    let decides = [Right::CompanyAdministrator, Right::SignFirst, Right::SignSecond];
    rights.contains(Right::Act) && decides.into_iter().any(|right| rights.contains(right))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeChange {
    pub id: Uuid,
    pub company: Cnum,
    /// The scheme that the company had when somebody asked.
    pub before: SignatureScheme,
    pub after: SignatureScheme,
    pub asked_by: UserId,
    pub asked_at: Instant,
    /// After this moment nobody can confirm it.
    pub expires_at: Instant,
}

#[cfg(test)]
mod tests;
