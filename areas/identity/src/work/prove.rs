//! Asks the person of an open session for a proof again, before something that matters.
//!
//! An attempt is counted before it is looked at, in a counter of the session: whoever has taken it over cannot guess
//! here either, and nobody without it stops its owner. A right answer is taken in the unit of work of what it allows
//! of the own login, so that there is never one without the other; one that confirms an act elsewhere
//! ([`confirm`]) is taken before the act.

use ::pages::{Confirmation, ConfirmationKind, Proof};
use clients::User;
use kernel::{Instant, SessionId, UserId};
use store::{Result, StoreError, Tx};
use webauthn::WebauthnError;

use super::WorkError;
use super::count_attempt::{self, Attempt, record_failure};
use super::evidence::{Evidence, NoEvidence, look_at_code};
use super::finish_login::{find_active_user, is_session_open, still_holds};
use super::passkeys::ask::{look_at_passkey, needs_passkey};
use super::trail::Step;
use crate::login::candidate::Failure;
use crate::login::login_attempt::{LoginSubjects, Subjects};
use crate::person::credential::{QueueTurn, StoredCredential, Verification};
use crate::person::passkey::ChallengeUse;
use crate::person::passkey_answer::PasskeyProof;
use crate::state::IdentityState;
use crate::store::{credentials, passkeys};
use crate::token::online_bank::ONLINE_BANK_CLIENT;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProofKind {
    /// The one-time code, or the password of a person who has no second factor; or a passkey. Where the bank asks for
    /// a second factor, the password is none of a person with a passkey.
    Strongest,
    /// As [`Strongest`](Self::Strongest), or a recovery code in the place of the one-time code.
    StrongestOrRecovery,
    /// The password, whatever else the person has.
    Password,
}

/// Reason for which nothing was done.
#[derive(Debug)]
pub enum Unproven {
    Refused,
    /// The one-time code was used before. It is no wrong one: the attempt does not count.
    CodeUsed {
        /// Seconds until the device shows another one.
        next_in_s: i64,
    },
    /// Too many attempts: the answer was not looked at.
    Wait {
        /// Seconds until the next one.
        retry_after_s: i64,
    },
    /// The user has no password, or was locked, got another password or second factor, or lost the session in the
    /// meantime.
    Gone,
    /// The answer could not be looked at, or what it allows not be done.
    Failed(WorkError),
}

impl<E: Into<WorkError>> From<E> for Unproven {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// A user in service with the credential.
pub(super) struct Prover {
    pub(super) user: User,
    pub(super) credential: StoredCredential,
}

/// Returns the user in service with the credential; `None` when there is none to prove anything with.
pub(super) async fn find_prover(state: &IdentityState, user: &UserId) -> Result<Option<Prover>> {
    let id = user.clone();
    let read = move |tx: &mut Tx| {
        let user = find_active_user(tx, &id)?;
        let credential = credentials::find(tx, &id)?;
        Ok::<_, StoreError>(user.zip(credential).map(|(user, credential)| Prover { user, credential }))
    };
    state.store.read("online_bank.prover", read).await
}

impl Prover {
    /// Counts and checks the answer of `proof`.
    pub(super) async fn prove(
        self,
        state: &IdentityState,
        proof: Proof<'_>,
        asked: ProofKind,
    ) -> Result<RightAnswer, Unproven> {
        if proof.answer.is_empty() {
            return Err(Unproven::Refused);
        }
        let passwords = &state.guards.passwords;
        let by_passkey = PasskeyProof::read(proof.answer).filter(|_| asked != ProofKind::Password);
        let by_code = asked != ProofKind::Password && self.credential.totp_secret_sealed.is_some();
        let by_password = !by_code && by_passkey.is_none();
        // Not looked at, so that it does not count.
        if by_password && asked != ProofKind::Password && needs_passkey(state, &self.user.id).await? {
            return Err(Unproven::Refused);
        }
        // A turn before the count: what cannot be looked at does not count.
        let turn = if by_password { Some(passwords.queue()?) } else { None };
        let step = Step::of_request(state);
        let login = LoginSubjects::new(self.user.login.as_str(), None).login;
        let subjects = Subjects::Session { id: proof.session.clone(), login };
        let admission = {
            let (subjects, step) = (subjects.clone(), step.clone());
            let admit = move |tx: &mut Tx| count_attempt::admit(tx, &subjects, ONLINE_BANK_CLIENT, &step);
            state.store.write_guarded("online_bank.admit", admit).await?
        };
        if let Some(retry_after_s) = admission.verdict.wait_s() {
            return Err(Unproven::Wait { retry_after_s });
        }
        let attempt = Attempt { subjects, admission, step };
        let looked = if let Some(presented) = &by_passkey {
            self.look_at_passkey(state, presented, proof.session, attempt.step.now).await
        } else if let Some(turn) = &turn {
            let stored = self.credential.password_hash.clone();
            match passwords.verify(turn, proof.answer.to_owned(), Some(stored)).await? {
                Verification::Right { .. } => Ok(Evidence::Password),
                Verification::Wrong => Err(NoEvidence::Wrong(Failure::WrongPassword)),
            }
        } else {
            let by_recovery = asked == ProofKind::StrongestOrRecovery;
            let (user, now) = (&self.user.id, attempt.step.now);
            look_at_code(state, user, &self.credential, proof.answer, by_recovery, now).await
        };
        let evidence = match looked {
            Ok(evidence) => evidence,
            Err(NoEvidence::Failed(error)) => return Err(Unproven::Failed(error)),
            Err(NoEvidence::Wrong(failure)) => {
                refuse(state, &self.user.id, failure, attempt).await?;
                return Err(Unproven::Refused);
            }
        };
        let Self { user, credential } = self;
        let session = proof.session.clone();
        Ok(RightAnswer { user, credential, session, evidence, turn, attempt })
    }

    /// Takes the challenge of the session, and looks at a proof with a passkey of the user.
    async fn look_at_passkey(
        &self,
        state: &IdentityState,
        presented: &PasskeyProof,
        session: &SessionId,
        now: Instant,
    ) -> Result<Evidence, NoEvidence> {
        let (usage, user) = (ChallengeUse::Confirmation(session.clone()), self.user.id.clone());
        let credential_id = presented.id().to_vec();
        let take = move |tx: &mut Tx| {
            let challenge = passkeys::take_challenge(tx, &usage, now)?;
            let passkey = passkeys::find(tx, &credential_id)?.filter(|passkey| passkey.user == user);
            Ok::<_, StoreError>((challenge, passkey))
        };
        let (challenge, passkey) = state.store.write_guarded("online_bank.take_challenge", take).await?;
        look_at_passkey(state, presented, challenge.as_ref(), passkey.as_ref(), false)
            .map_err(NoEvidence::Wrong)
    }
}

async fn refuse(state: &IdentityState, user: &UserId, failure: Failure, attempt: Attempt) -> Result<()> {
    let user = user.clone();
    let record = move |tx: &mut Tx| record_failure(tx, &attempt, Some(&user), failure, ONLINE_BANK_CLIENT);
    state.store.write_guarded("online_bank.refuse", record).await
}

/// A right answer that nothing has been done with yet.
pub(super) struct RightAnswer {
    pub(super) user: User,
    credential: StoredCredential,
    pub(super) session: SessionId,
    pub(super) evidence: Evidence,
    /// The turn in the queue of passwords, when it was one.
    pub(super) turn: Option<QueueTurn>,
    attempt: Attempt,
}

/// Outcome of a unit of work that takes an answer.
enum Taken<T> {
    Done(T),
    CodeUsed {
        next_in_s: i64,
    },
    /// The passkey was removed, or used, since it was read.
    PasskeyUsed,
    Overtaken,
}

impl RightAnswer {
    /// Takes the answer and does what it allows, in the unit of work `unit`: both or neither.
    pub(super) async fn take<T: Send + 'static>(
        self,
        state: &IdentityState,
        unit: &'static str,
        allowed: impl Fn(&mut Tx, &Step) -> Result<T> + Send + 'static,
    ) -> Result<T, Unproven> {
        let Self { user, credential, session, evidence, attempt, .. } = self;
        let (id, told) = (user.id.clone(), attempt.clone());
        let take = move |tx: &mut Tx| -> Result<Taken<T>> {
            let Attempt { admission, step, .. } = &told;
            if !still_holds(tx, &id, &credential)? || !is_session_open(tx, &session, &id, step.now)? {
                return Ok(Taken::Overtaken);
            }
            if !evidence.take(tx, &id, step)? {
                if matches!(evidence, Evidence::Passkey { .. }) {
                    return Ok(Taken::PasskeyUsed);
                }
                count_attempt::uncount(tx, admission, step.now)?;
                return Ok(Taken::CodeUsed { next_in_s: evidence.next_in_s(step.now) });
            }
            count_attempt::succeed(tx, admission, step.now)?;
            allowed(tx, step).map(Taken::Done)
        };
        match state.store.write_guarded(unit, take).await? {
            Taken::Done(done) => Ok(done),
            Taken::PasskeyUsed => {
                refuse(state, &user.id, Failure::WrongPasskey(WebauthnError::Credential), attempt).await?;
                Err(Unproven::Refused)
            }
            Taken::CodeUsed { next_in_s } => {
                refuse(state, &user.id, Failure::UsedCode, attempt).await?;
                Err(Unproven::CodeUsed { next_in_s })
            }
            Taken::Overtaken => Err(Unproven::Gone),
        }
    }
}

pub async fn confirmation_kind(state: &IdentityState, user: &UserId) -> Result<ConfirmationKind, WorkError> {
    let sealed = find_prover(state, user).await?.and_then(|prover| prover.credential.totp_secret_sealed);
    Ok(match sealed {
        Some(_) => ConfirmationKind::Code,
        None if needs_passkey(state, user).await? => ConfirmationKind::Passkey,
        None => ConfirmationKind::Password,
    })
}

/// Tells whether the user lacks a second factor that the bank asks for; a passkey is one as well.
pub async fn lacks_factor(state: &IdentityState, user: &UserId) -> Result<bool, WorkError> {
    Ok(state.settings.second_factor_required
        && confirmation_kind(state, user).await? == ConfirmationKind::Password)
}

/// Counts and checks an answer. `None` when the user may not sign at all, or was locked in the meantime.
pub async fn confirm(state: &IdentityState, proof: Proof<'_>) -> Result<Option<Confirmation>, WorkError> {
    Ok(match take_answer(state, proof).await {
        Ok(()) => Some(Confirmation::Confirmed),
        Err(Unproven::Refused) => Some(Confirmation::Refused),
        Err(Unproven::CodeUsed { next_in_s }) => Some(Confirmation::CodeUsed { next_in_s }),
        Err(Unproven::Wait { retry_after_s }) => Some(Confirmation::Wait { retry_after_s }),
        Err(Unproven::Gone) => None,
        Err(Unproven::Failed(error)) => return Err(error),
    })
}

async fn take_answer(state: &IdentityState, proof: Proof<'_>) -> Result<(), Unproven> {
    let prover = find_prover(state, proof.user).await?.ok_or(Unproven::Gone)?;
    let right = prover.prove(state, proof, ProofKind::Strongest).await?;
    let proof = right.evidence.login_way().as_str();
    right.take(state, "online_bank.confirm", |_, _| Ok(())).await?;
    // The act may still be refused; if it is done, its own entry names the proof.
    if let Some(request) = edge::RequestContext::current() {
        request.confirm_by(proof);
    }
    Ok(())
}
