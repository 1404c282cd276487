//! The people whose signatures are awaited.

use clients::signatures::may_add;
use clients::{SignatureScheme, SignatureType};
use kernel::{Cnum, UserId};
use store::{Result, StoreError, Tx};

use crate::identifier::StatementId;
use crate::signing::{GivenSignature, missing_types, signers};
use crate::store::{people, signatures};

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
        let of_type = |kind| Ok::<_, StoreError>((kind, people::signatories(tx, cnum, kind)?));
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

/// Signatures of a listed statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signing {
    /// The names of those who have signed.
    pub signed: Vec<String>,
    /// The people who could give the missing signatures, while the statement awaits them.
    pub awaited: Vec<Candidate>,
}

/// Returns the signatures of a statement.
pub(super) fn signing_of(tx: &mut Tx, id: StatementId, signatories: Option<&Signatories>) -> Result<Signing> {
    let given = signatures::given(tx, id)?;
    let awaited = signatories.map(|signatories| signatories.candidates(&given)).unwrap_or_default();
    let signed = given.iter().map(|given| people::name_of(tx, &given.user)).collect::<Result<_, _>>()?;
    Ok(Signing { signed, awaited })
}
