//! The second factor, or the password again, where something is signed. An attempt is counted before it is looked at, in a
//! counter of the session: whoever has taken it over cannot guess here either, and nobody without it stops its owner.

use std::fmt;

use ::pages::{Confirmation, ConfirmationKind, PageError, Proof, Reply, SignatureConfirmation};
use clients::{User, UserStatus};
use edge::{Fault, ONLINE_BANK_CLIENT};
use kernel::{Cnum, UserId};
use store::{StoreError, Tx};

use crate::api::interaction::circumstances;
use crate::credential::{Interrupted, Place, Verification};
use crate::lockout::Verdict;
use crate::sealing::{Purpose, SealingError};
use crate::second_factor::TotpSecret;
use crate::state::IdentityState;
use crate::store::arrival::Circumstances;
use crate::store::credentials::{self, StoredCredential};
use crate::store::login_attempts::{Admission, Subjects};
use crate::store::proofs::{self, FailedAttempt, Failure, Judged};

/// Confirmations by the credentials of the login.
#[derive(Clone)]
pub struct ByCredentials(pub(crate) IdentityState);

impl fmt::Debug for ByCredentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ByCredentials").finish_non_exhaustive()
    }
}

impl SignatureConfirmation for ByCredentials {
    fn kind<'a>(&'a self, user: &'a UserId) -> Reply<'a, ConfirmationKind> {
        Box::pin(async move {
            let person = self.signer(user).await?;
            let sealed = person.and_then(|person| person.credential.totp_secret_sealed);
            Ok(if sealed.is_some() { ConfirmationKind::Code } else { ConfirmationKind::Password })
        })
    }

    fn confirm<'a>(&'a self, proof: Proof<'a>) -> Reply<'a, Confirmation> {
        Box::pin(async move {
            if proof.answer.is_empty() {
                return Ok(Confirmation::Refused);
            }
            let Some(signer) = self.signer(proof.user).await? else { return Err(PageError::Forbidden) };
            self.look_at(&signer, proof).await
        })
    }
}

/// Who signs, and what with.
struct Signer {
    user: User,
    credential: StoredCredential,
}

/// An attempt that was counted.
struct Attempt {
    subjects: Subjects,
    admission: Admission,
    circumstances: Circumstances,
}

impl ByCredentials {
    async fn signer(&self, user: &UserId) -> Result<Option<Signer>, StoreError> {
        let id = user.clone();
        let read = move |tx: &mut Tx| {
            let user = clients::find_user(tx, &id)?.filter(|user| user.status == UserStatus::Active);
            let credential = credentials::find(tx, &id)?;
            Ok::<_, StoreError>(user.zip(credential).map(|(user, credential)| Signer { user, credential }))
        };
        self.0.store.read("online_bank.signer", read).await
    }

    async fn look_at(&self, signer: &Signer, proof: Proof<'_>) -> Result<Confirmation, PageError> {
        let Proof { company, session, answer, .. } = proof;
        let desk = &self.0.desk;
        // A place before the count: what cannot be looked at does not count.
        let place = match signer.credential.totp_secret_sealed {
            Some(_) => None,
            None => Some(desk.passwords.place().map_err(|_| Fault::Unavailable)?),
        };
        let circumstances = circumstances(&self.0);
        let subjects = Subjects::Session(session.clone());
        let admission = {
            let (subjects, told) = (subjects.clone(), circumstances.clone());
            let admit = move |tx: &mut Tx| proofs::admit(tx, &subjects, ONLINE_BANK_CLIENT, &told);
            self.0.store.write_guarded("online_bank.admit", admit).await?
        };
        if let Verdict::Delayed { retry_after_s } | Verdict::Locked { retry_after_s } = admission.verdict {
            return Ok(Confirmation::Wait { retry_after_s });
        }
        let attempt = Attempt { subjects, admission, circumstances };
        match place {
            Some(place) => self.password(signer, &place, company, answer, attempt).await,
            None => self.code(signer, company, answer, attempt).await,
        }
    }

    async fn password(
        &self,
        signer: &Signer,
        place: &Place,
        company: &Cnum,
        answer: &str,
        attempt: Attempt,
    ) -> Result<Confirmation, PageError> {
        let stored = signer.credential.password_hash.clone();
        let passwords = &self.0.desk.passwords;
        let verification =
            passwords.verify(place, answer.to_owned(), Some(stored)).await.map_err(interrupted)?;
        match verification {
            Verification::Right { .. } => self.right(signer, company, None, attempt).await,
            Verification::Wrong => self.wrong(signer, Failure::WrongPassword, attempt).await,
        }
    }

    async fn code(
        &self,
        signer: &Signer,
        company: &Cnum,
        answer: &str,
        attempt: Attempt,
    ) -> Result<Confirmation, PageError> {
        let sealed = signer.credential.totp_secret_sealed.as_deref().unwrap_or_default();
        let owner = signer.user.id.as_str();
        let opened = self.0.settings.master_key.open(Purpose::SecondFactors, owner, sealed);
        let opened = opened.map_err(|error: SealingError| Fault::internal(error.to_string()))?;
        let secret = TotpSecret::from_bytes(opened).map_err(|error| Fault::internal(error.to_string()))?;
        match secret.matching_step(answer, attempt.circumstances.now) {
            Some(step) => self.right(signer, company, Some(step), attempt).await,
            None => self.wrong(signer, Failure::WrongCode, attempt).await,
        }
    }

    /// `step` is the one that the code is of; a code works once.
    async fn right(
        &self,
        signer: &Signer,
        company: &Cnum,
        step: Option<i64>,
        attempt: Attempt,
    ) -> Result<Confirmation, PageError> {
        let (user, credential) = (signer.user.id.clone(), signer.credential.clone());
        let (admission, told) = (attempt.admission.clone(), attempt.circumstances.clone());
        let company = company.clone();
        let confirm = move |tx: &mut Tx| {
            let proof = proofs::Confirmed { user: &user, company: &company, credential: &credential, step };
            proofs::confirmed(tx, &proof, &admission, &told)
        };
        match self.0.store.write_guarded("online_bank.confirm", confirm).await? {
            Judged::Taken(()) => Ok(Confirmation::Confirmed),
            Judged::CodeUsed => {
                self.wrong(signer, Failure::UsedCode, attempt).await?;
                Ok(Confirmation::CodeUsed)
            }
            Judged::Overtaken => Err(PageError::Forbidden),
        }
    }

    async fn wrong(
        &self,
        signer: &Signer,
        failure: Failure,
        attempt: Attempt,
    ) -> Result<Confirmation, PageError> {
        let Attempt { subjects, admission, circumstances } = attempt;
        let user = Some(signer.user.id.clone());
        let failed = FailedAttempt { user, failure, subjects, locks: admission.locks };
        let record = move |tx: &mut Tx| proofs::failed(tx, &failed, ONLINE_BANK_CLIENT, &circumstances);
        self.0.store.write_guarded("online_bank.refuse", record).await?;
        Ok(Confirmation::Refused)
    }
}

fn interrupted(error: Interrupted) -> PageError {
    Fault::internal(error.to_string()).into()
}
