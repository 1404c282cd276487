//! What becomes of a password and of a one-time code, each in one unit of work with its entry in the audit trail.
//! No entry holds what was typed: a login name that nobody has may be a password in the wrong field.

use audit::Actor;
use clients::{User, UserStatus};
use edge::ONLINE_BANK_CLIENT;
use kernel::{Cnum, UserId};
use serde_json::json;
use store::{StoreError, Tx};

use super::arrival::{Arrival, Circumstances, authenticated, entry};
use super::credentials::{self, StoredCredential};
use super::known_addresses;
use super::login_attempts::{self, Admission, LoginSubjects, Subjects};
use super::{interactions, user_access};
use crate::interaction::{Interaction, Stage};
use crate::lockout::Verdict;

/// The identifier of no user.
const NOBODY: &str = "-";

/// Who tries to log in, as far as the database knows.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    /// The user with the login name, whatever the status.
    pub user: Option<User>,
    /// The user's credential.
    pub credential: Option<StoredCredential>,
}

impl Candidate {
    /// A user in service: anybody else is refused like a wrong password.
    #[must_use]
    pub fn may_log_in(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.status == UserStatus::Active)
    }
}

/// The candidate with the login name `login`. Takes as many statements when there is none: the time must not tell.
pub fn candidate(tx: &mut Tx, login: &str) -> Result<Candidate, StoreError> {
    if let Some(user) = clients::find_user_by_login(tx, login)? {
        let credential = credentials::find(tx, &user.id)?;
        return Ok(Candidate { user: Some(user), credential });
    }
    if let Ok(nobody) = NOBODY.parse() {
        clients::find_user(tx, &nobody)?;
        credentials::find(tx, &nobody)?;
    }
    Ok(Candidate::default())
}

/// Counts an attempt, through the client `asked_by`, before anything is looked at. An attempt that is refused and locks the login name leaves a
/// trace here, one that is looked at in [`failed`].
pub fn admit(
    tx: &mut Tx,
    subjects: &Subjects,
    asked_by: &str,
    circumstances: &Circumstances,
) -> Result<Admission, StoreError> {
    let admission = login_attempts::admit(tx, subjects, circumstances.now)?;
    if admission.locks && admission.verdict != Verdict::Admitted {
        locked(tx, subjects, asked_by, circumstances)?;
    }
    Ok(admission)
}

fn locked(
    tx: &mut Tx,
    subjects: &Subjects,
    asked_by: &str,
    circumstances: &Circumstances,
) -> Result<(), StoreError> {
    let detail = match subjects {
        Subjects::Login(subjects) => json!({ "login_sha256": subjects.login }),
        Subjects::Session(session) => json!({ "session": session.as_str() }),
    };
    audit::record(tx, entry(circumstances, Actor::System, "login.locked", asked_by).detail(detail))
}

/// Why an attempt failed, for the audit trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Nobody has this login name.
    UnknownUser,
    /// The password is wrong, or the user has none.
    WrongPassword,
    /// The user is not in service.
    UserNotActive,
    /// The one-time code is wrong.
    WrongCode,
    /// The one-time code was used before.
    UsedCode,
}

impl Failure {
    /// The name in the audit trail and in the metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownUser => "UNKNOWN_USER",
            Self::WrongPassword => "WRONG_PASSWORD",
            Self::UserNotActive => "USER_NOT_ACTIVE",
            Self::WrongCode => "WRONG_CODE",
            Self::UsedCode => "USED_CODE",
        }
    }
}

/// An attempt that failed.
#[derive(Clone, Debug)]
pub struct FailedAttempt {
    /// Whose attempt it was, if anybody's.
    pub user: Option<UserId>,
    /// Why it failed.
    pub failure: Failure,
    /// What was counted.
    pub subjects: Subjects,
    /// It locks the login name.
    pub locks: bool,
}

/// Leaves a trace of an attempt that failed. It was counted when it was admitted.
pub fn failed(
    tx: &mut Tx,
    attempt: &FailedAttempt,
    asked_by: &str,
    circumstances: &Circumstances,
) -> Result<(), StoreError> {
    let user = attempt.user.as_ref().map(UserId::as_str);
    let detail = json!({ "reason": attempt.failure.name(), "user_id": user });
    audit::record(tx, entry(circumstances, Actor::System, "login.failed", asked_by).detail(detail))?;
    if attempt.locks {
        locked(tx, &attempt.subjects, asked_by, circumstances)?;
    }
    Ok(())
}

/// A password that was right.
#[derive(Clone, Debug)]
pub struct RightPassword {
    /// Whose it was.
    pub user: UserId,
    /// What it was compared with.
    pub credential: StoredCredential,
    /// The same password under today's costs, when those changed.
    pub rehashed: Option<String>,
    /// How the attempt was counted.
    pub admission: Admission,
}

/// The password was right: on to the second factor, or the person is known. `None` when the user was locked or the
/// password was changed while the hash was computed.
pub fn password_accepted(
    tx: &mut Tx,
    interaction: &Interaction,
    right: &RightPassword,
    subjects: &LoginSubjects,
    circumstances: &Circumstances,
) -> Result<Option<Arrival>, StoreError> {
    if !is_in_service(tx, &right.user, &right.credential)? {
        return Ok(None);
    }
    if let Some(rehashed) = &right.rehashed {
        credentials::rehash(tx, &right.user, &right.credential.password_hash, rehashed)?;
    }
    if right.credential.totp_secret_sealed.is_none() {
        login_attempts::succeed(tx, &right.admission, circumstances.now)?;
        known_addresses::remember(tx, subjects, circumstances.now)?;
        return authenticated(tx, interaction, &right.user, circumstances).map(Some);
    }
    // The count of failures stays: otherwise a known password would allow any number of guesses at the code.
    login_attempts::uncount(tx, &right.admission, circumstances.now)?;
    let next = Stage::SecondFactor { user: right.user.clone() };
    let advanced = interactions::advance(tx, interaction, &next)?;
    Ok(Some(if advanced { Arrival::SecondFactor } else { Arrival::Overtaken }))
}

/// The user is in service and has still the credential that something was compared with. A lock or another credential comes
/// before this unit of work or after it, never into it.
fn is_in_service(tx: &mut Tx, user: &UserId, compared: &StoredCredential) -> Result<bool, StoreError> {
    Ok(user_access::admitted(tx, user)?.is_some() && credentials::find(tx, user)?.as_ref() == Some(compared))
}

/// A one-time code that was right.
#[derive(Clone, Debug)]
pub struct RightCode {
    /// Whose it was.
    pub user: UserId,
    /// What it was compared with.
    pub credential: StoredCredential,
    /// The step that it is the code of.
    pub step: i64,
    /// What was counted.
    pub subjects: LoginSubjects,
    /// How the attempt was counted.
    pub admission: Admission,
}

/// What a right proof leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged<T> {
    /// It counts.
    Taken(T),
    /// The one-time code, or a later one, was taken before. It is no wrong one: the attempt does not count.
    CodeUsed,
    /// The user was locked or the credential changed in the meantime.
    Overtaken,
}

/// The one-time code was right.
pub fn code_accepted(
    tx: &mut Tx,
    interaction: &Interaction,
    right: &RightCode,
    circumstances: &Circumstances,
) -> Result<Judged<Arrival>, StoreError> {
    if !is_in_service(tx, &right.user, &right.credential)? {
        return Ok(Judged::Overtaken);
    }
    if !credentials::take_totp_step(tx, &right.user, right.step)? {
        login_attempts::uncount(tx, &right.admission, circumstances.now)?;
        return Ok(Judged::CodeUsed);
    }
    login_attempts::succeed(tx, &right.admission, circumstances.now)?;
    known_addresses::remember(tx, &right.subjects, circumstances.now)?;
    authenticated(tx, interaction, &right.user, circumstances).map(Judged::Taken)
}

/// A proof that was right, of somebody who signs something.
#[derive(Clone, Copy, Debug)]
pub struct Confirmed<'a> {
    /// Who.
    pub user: &'a UserId,
    /// For which company.
    pub company: &'a Cnum,
    /// What the proof was compared with.
    pub credential: &'a StoredCredential,
    /// The step of the one-time code, when it was one.
    pub step: Option<i64>,
}

/// The proof was right.
pub fn confirmed(
    tx: &mut Tx,
    proof: &Confirmed<'_>,
    admission: &Admission,
    circumstances: &Circumstances,
) -> Result<Judged<()>, StoreError> {
    if !is_in_service(tx, proof.user, proof.credential)? {
        return Ok(Judged::Overtaken);
    }
    if let Some(step) = proof.step
        && !credentials::take_totp_step(tx, proof.user, step)?
    {
        login_attempts::uncount(tx, admission, circumstances.now)?;
        return Ok(Judged::CodeUsed);
    }
    login_attempts::succeed(tx, admission, circumstances.now)?;
    let actor = Actor::User(proof.user.clone());
    let entry = entry(circumstances, actor, "signature.confirmed", ONLINE_BANK_CLIENT);
    let kind = if proof.step.is_some() { "CODE" } else { "PASSWORD" };
    audit::record(tx, entry.company(proof.company.clone()).detail(json!({ "by": kind })))?;
    Ok(Judged::Taken(()))
}
