//! The people whose signatures are awaited.

use clients::signatures::may_add;
use clients::{Rights, SignatureScheme, SignatureType};
use kernel::{Cnum, UserId};
use store::{Result, StoreError, Tx};

use crate::rights::may_sign;
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
}

/// The people of a company who have the right to sign, by the type of their signature.
#[derive(Clone, Debug)]
pub(super) struct Signatories {
    scheme: SignatureScheme,
    people: Vec<(SignatureType, Vec<(UserId, String)>)>,
}

impl Signatories {
    /// Reads those who may give signatures of these types.
    pub(super) fn read(
        tx: &mut Tx,
        cnum: &Cnum,
        scheme: SignatureScheme,
        types: impl IntoIterator<Item = SignatureType>,
    ) -> Result<Self> {
        let of_type = |kind| Ok::<_, StoreError>((kind, dictionaries::signatories(tx, cnum, kind)?));
        Ok(Self { scheme, people: types.into_iter().map(of_type).collect::<Result<_, _>>()? })
    }

    /// Returns those who could give a signature that is missing beside those given, and of whom the scheme takes it.
    pub(super) fn candidates(&self, given: &[GivenSignature]) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (signature_type, missing) in missing_types(self.scheme, given) {
            let of_type = self.people.iter().filter(|(kind, _)| *kind == signature_type);
            for (user, full_name) in of_type.flat_map(|(_, people)| people) {
                if may_add(self.scheme, signers(given), user, signature_type).is_ok() {
                    candidates.push(Candidate {
                        signature_type,
                        user: user.clone(),
                        full_name: full_name.clone(),
                        missing,
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
    let may_give = |kind: &SignatureType| {
        may_sign(rights, *kind) && may_add(scheme, signers(given), user, *kind).is_ok()
    };
    missing_types(scheme, given).into_iter().map(|(kind, _)| kind).filter(may_give).collect()
}
