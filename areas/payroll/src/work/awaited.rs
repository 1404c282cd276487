//! The people whose signatures are awaited.

use clients::signatures::may_add;
use clients::{Rights, SignatureScheme, SignatureType};
use kernel::{Cnum, UserId};
use store::{Result, Tx};

use crate::signing::{GivenSignature, missing_types, signers};
use crate::store::dictionaries;

/// Somebody who could give a signature that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub signature_type: SignatureType,
    pub user: UserId,
    pub full_name: String,
    /// The number of signatures of the type that are missing.
    pub missing: u8,
    /// More people have the right to give one of the type than are named.
    pub has_more: bool,
}

/// The most people of each type who are named.
const NAMED_MAX: usize = 50;

/// The people of a company who have the right to sign, by the type of their signature.
#[derive(Clone, Debug)]
pub(super) struct Signatories {
    scheme: SignatureScheme,
    types: Vec<OfType>,
}

#[derive(Clone, Debug)]
struct OfType {
    signature_type: SignatureType,
    /// The first of them by name.
    people: Vec<(UserId, String)>,
    has_more: bool,
}

impl OfType {
    fn read(tx: &mut Tx, cnum: &Cnum, signature_type: SignatureType) -> Result<Self> {
        let limit = i64::try_from(NAMED_MAX + 1).unwrap_or(i64::MAX);
        let mut people = dictionaries::signatories(tx, cnum, signature_type, limit)?;
        let has_more = people.len() > NAMED_MAX;
        people.truncate(NAMED_MAX);
        Ok(Self { signature_type, people, has_more })
    }
}

impl Signatories {
    pub(super) fn read(
        tx: &mut Tx,
        cnum: &Cnum,
        scheme: SignatureScheme,
        types: impl IntoIterator<Item = SignatureType>,
    ) -> Result<Self> {
        let types = types.into_iter().map(|kind| OfType::read(tx, cnum, kind)).collect::<Result<_>>()?;
        Ok(Self { scheme, types })
    }

    /// Returns those who could give a signature that is missing beside those given, and of whom the scheme takes it.
    pub(super) fn candidates(&self, given: &[GivenSignature]) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (signature_type, missing) in missing_types(self.scheme, given) {
            let Some(of_type) = self.types.iter().find(|one| one.signature_type == signature_type) else {
                continue;
            };
            for (user, full_name) in &of_type.people {
                if may_add(self.scheme, signers(given), user, signature_type).is_ok() {
                    candidates.push(Candidate {
                        signature_type,
                        user: user.clone(),
                        full_name: full_name.clone(),
                        missing,
                        has_more: of_type.has_more,
                    });
                }
            }
        }
        candidates
    }
}

/// Returns the types of signatures that are missing beside those given, of those that the user may give. A company may
/// have more people who sign than are named.
pub(super) fn own_types(
    scheme: SignatureScheme,
    given: &[GivenSignature],
    user: &UserId,
    rights: Rights,
) -> Vec<SignatureType> {
    let may_give =
        |kind: &SignatureType| rights.may_sign(*kind) && may_add(scheme, signers(given), user, *kind).is_ok();
    missing_types(scheme, given).into_iter().map(|(kind, _)| kind).filter(may_give).collect()
}
