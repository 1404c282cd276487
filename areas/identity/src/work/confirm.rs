//! Confirms a signature of the online bank with the second factor, or with the password again.
//!
//! An attempt is counted before it is looked at, in a counter of the session: whoever has taken it over cannot guess
//! here either, and nobody without it stops its owner.

use ::pages::{Confirmation, ConfirmationKind, Proof};
use audit::Actor;
use clients::User;
use kernel::{Cnum, UserId};
use serde_json::json;
use store::{StoreError, Tx};

use super::WorkError;
use super::check_code::{Proved, open_secret};
use super::count_attempt::{self, FailedAttempt, record_failure};
use super::finish_login::{find_active_user, still_holds};
use super::step::Step;
use crate::candidate::Failure;
use crate::credential::{StoredCredential, Verification};
use crate::lockout::Verdict;
use crate::login_attempt::{Admission, Subjects};
use crate::online_bank::ONLINE_BANK_CLIENT;
use crate::state::IdentityState;
use crate::store::credentials;

/// Returns the kind of proof that the user has to give.
///
/// # Errors
/// The database's.
pub async fn confirmation_kind(state: &IdentityState, user: &UserId) -> Result<ConfirmationKind, WorkError> {
    let sealed = find_signer(state, user).await?.and_then(|signer| signer.credential.totp_secret_sealed);
    Ok(if sealed.is_some() { ConfirmationKind::Code } else { ConfirmationKind::Password })
}

/// Counts and checks an answer. `None` when the user may not sign at all, or was locked in the meantime.
///
/// # Errors
/// The database's, a full queue of passwords, and a secret that does not open.
pub async fn confirm(state: &IdentityState, proof: Proof<'_>) -> Result<Option<Confirmation>, WorkError> {
    if proof.answer.is_empty() {
        return Ok(Some(Confirmation::Refused));
    }
    let Some(signer) = find_signer(state, proof.user).await? else { return Ok(None) };
    signer.look_at(state, proof).await
}

/// A user in service with the credential.
struct Signer {
    user: User,
    credential: StoredCredential,
}

/// An attempt that was counted.
struct Attempt {
    subjects: Subjects,
    admission: Admission,
    step: Step,
}

async fn find_signer(state: &IdentityState, user: &UserId) -> Result<Option<Signer>, StoreError> {
    let id = user.clone();
    let read = move |tx: &mut Tx| {
        let user = find_active_user(tx, &id)?;
        let credential = credentials::find(tx, &id)?;
        Ok::<_, StoreError>(user.zip(credential).map(|(user, credential)| Signer { user, credential }))
    };
    state.store.read("online_bank.signer", read).await
}

impl Signer {
    async fn look_at(
        &self,
        state: &IdentityState,
        proof: Proof<'_>,
    ) -> Result<Option<Confirmation>, WorkError> {
        let Proof { company, session, answer, .. } = proof;
        let passwords = &state.guards.passwords;
        // A turn before the count: what cannot be looked at does not count.
        let turn = match self.credential.totp_secret_sealed {
            Some(_) => None,
            None => Some(passwords.queue()?),
        };
        let step = Step::of_request(state);
        let subjects = Subjects::Session(session.clone());
        let admission = {
            let (subjects, step) = (subjects.clone(), step.clone());
            let admit = move |tx: &mut Tx| count_attempt::admit(tx, &subjects, ONLINE_BANK_CLIENT, &step);
            state.store.write_guarded("online_bank.admit", admit).await?
        };
        if let Verdict::Delayed { retry_after_s } | Verdict::Locked { retry_after_s } = admission.verdict {
            return Ok(Some(Confirmation::Wait { retry_after_s }));
        }
        let attempt = Attempt { subjects, admission, step };
        let Some(turn) = turn else { return self.check_code(state, company, answer, attempt).await };
        let stored = self.credential.password_hash.clone();
        match passwords.verify(&turn, answer.to_owned(), Some(stored)).await? {
            Verification::Right { .. } => self.accept(state, company, None, attempt).await,
            Verification::Wrong => self.refuse(state, Failure::WrongPassword, attempt).await,
        }
    }

    async fn check_code(
        &self,
        state: &IdentityState,
        company: &Cnum,
        answer: &str,
        attempt: Attempt,
    ) -> Result<Option<Confirmation>, WorkError> {
        let secret = open_secret(state, &self.user.id, &self.credential)?;
        match secret.and_then(|secret| secret.matching_step(answer, attempt.step.now)) {
            Some(totp_step) => self.accept(state, company, Some(totp_step), attempt).await,
            None => self.refuse(state, Failure::WrongCode, attempt).await,
        }
    }

    /// Takes a right answer; `totp_step` is the one that the code is of, and a code works once.
    async fn accept(
        &self,
        state: &IdentityState,
        company: &Cnum,
        totp_step: Option<i64>,
        attempt: Attempt,
    ) -> Result<Option<Confirmation>, WorkError> {
        let right = RightAnswer {
            user: self.user.id.clone(),
            company: company.clone(),
            credential: self.credential.clone(),
            totp_step,
        };
        let (admission, step) = (attempt.admission.clone(), attempt.step.clone());
        let take = move |tx: &mut Tx| right.take(tx, &admission, &step);
        match state.store.write_guarded("online_bank.confirm", take).await? {
            Proved::Taken(()) => Ok(Some(Confirmation::Confirmed)),
            Proved::CodeUsed => {
                self.refuse(state, Failure::UsedCode, attempt).await?;
                Ok(Some(Confirmation::CodeUsed))
            }
            Proved::Overtaken => Ok(None),
        }
    }

    async fn refuse(
        &self,
        state: &IdentityState,
        failure: Failure,
        attempt: Attempt,
    ) -> Result<Option<Confirmation>, WorkError> {
        let Attempt { subjects, admission, step } = attempt;
        let user = Some(self.user.id.clone());
        let failed = FailedAttempt { user, failure, subjects, locks: admission.locks };
        let record = move |tx: &mut Tx| record_failure(tx, &failed, ONLINE_BANK_CLIENT, &step);
        state.store.write_guarded("online_bank.refuse", record).await?;
        Ok(Some(Confirmation::Refused))
    }
}

/// A right answer of somebody who signs something.
struct RightAnswer {
    user: UserId,
    company: Cnum,
    /// The credential that the answer was compared with.
    credential: StoredCredential,
    /// The step of the one-time code, when it was one.
    totp_step: Option<i64>,
}

impl RightAnswer {
    fn take(&self, tx: &mut Tx, admission: &Admission, step: &Step) -> Result<Proved<()>, StoreError> {
        if !still_holds(tx, &self.user, &self.credential)? {
            return Ok(Proved::Overtaken);
        }
        if let Some(totp_step) = self.totp_step
            && !credentials::take_totp_step(tx, &self.user, totp_step)?
        {
            count_attempt::uncount(tx, admission, step.now)?;
            return Ok(Proved::CodeUsed);
        }
        count_attempt::succeed(tx, admission, step.now)?;
        let actor = Actor::User(self.user.clone());
        let entry = step.entry(actor, "signature.confirmed", ONLINE_BANK_CLIENT);
        let kind = if self.totp_step.is_some() { "CODE" } else { "PASSWORD" };
        audit::record(tx, entry.company(self.company.clone()).detail(json!({ "by": kind })))?;
        Ok(Proved::Taken(()))
    }
}
