//! Counts an attempt before anything is looked at, and keeps the trail of what became of it. No entry holds what was
//! typed: a login name that nobody has may be a password in the wrong field.

use audit::Actor;
use kernel::{Instant, UserId};
use serde_json::json;
use store::{Result, Tx};

use super::trail::Step;
use crate::login::candidate::Failure;
use crate::login::interaction::Interaction;
use crate::login::lockout::{Verdict, is_address_known};
use crate::login::login_attempt::{Admission, CounterKind, HeldCounter, LoginSubjects, Subjects};
use crate::login::login_history::LoginOutcome;
use crate::state::IdentityState;
use crate::store::login_attempts::{self, Noted};

/// An attempt that was counted and may be looked at.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub(super) subjects: Subjects,
    pub(super) admission: Admission,
    pub(super) step: Step,
}

/// Counts an attempt, through the client `asked_by`, as a failure before anything is looked at. Commits before the
/// answer, so that parallel attempts in any process see each other. An attempt that is refused and locks the login name
/// leaves a trace here, one that is looked at in [`record_failure`].
pub(super) fn admit(tx: &mut Tx, subjects: &Subjects, asked_by: &str, step: &Step) -> Result<Admission> {
    let admission = count(tx, subjects, step.now)?;
    if admission.locks && admission.verdict != Verdict::Admitted {
        record_lock(tx, subjects, asked_by, step)?;
    }
    Ok(admission)
}

fn count(tx: &mut Tx, subjects: &Subjects, now: Instant) -> Result<Admission> {
    let (kind, subject) = match subjects {
        Subjects::Session { id, .. } => (CounterKind::Session, id.as_str()),
        Subjects::Passkey { address, .. } => (CounterKind::Address, address.as_str()),
        Subjects::Login(subjects) => return count_login(tx, subjects, now),
    };
    let (admission, counter) = hold(tx, kind, subject, now)?;
    login_attempts::write(tx, &counter)?;
    Ok(admission)
}

fn count_login(tx: &mut Tx, subjects: &LoginSubjects, now: Instant) -> Result<Admission> {
    let (by_address, address) = hold(tx, CounterKind::Address, &subjects.address, now)?;
    if by_address.verdict != Verdict::Admitted {
        login_attempts::write(tx, &address)?;
        return Ok(by_address);
    }
    let used_at = login_attempts::address_used_at(tx, subjects)?;
    let (kind, subject) = subjects.judge(used_at.is_some_and(|used_at| is_address_known(used_at, now)));
    let (mut admission, counter) = hold(tx, kind, subject, now)?;
    login_attempts::write(tx, &counter)?;
    if admission.verdict == Verdict::Admitted {
        login_attempts::write(tx, &address)?;
        admission.counted.splice(0..0, by_address.counted);
    }
    Ok(admission)
}

fn hold(tx: &mut Tx, kind: CounterKind, subject: &str, now: Instant) -> Result<(Admission, HeldCounter)> {
    let before = login_attempts::hold(tx, kind, subject, now)?;
    Ok(HeldCounter::judged(kind, subject, before, now))
}

/// Takes an attempt back that was no failure, while nothing is complete: the second factor is still to come, or the
/// code was used before. A wait or a lock that another attempt brought about stays.
pub(super) fn uncount(tx: &mut Tx, admission: &Admission, now: Instant) -> Result<()> {
    admission.counted.iter().try_for_each(|counted| login_attempts::uncount(tx, counted, now))
}

/// Forgets the failures before an attempt that was right and complete.
pub(super) fn succeed(tx: &mut Tx, admission: &Admission, now: Instant) -> Result<()> {
    for counted in &admission.counted {
        if counted.kind.is_forgotten_by_success() {
            login_attempts::forget(tx, counted.kind, &counted.subject)?;
        } else {
            login_attempts::uncount(tx, counted, now)?;
        }
    }
    Ok(())
}

/// Forgets the failures of a login name: the operator's way to end a lock. False when there were none.
pub fn unlock(tx: &mut Tx, login: &str) -> Result<bool> {
    login_attempts::forget(tx, CounterKind::Login, &LoginSubjects::new(login, None).login)
}

pub(super) fn count_early() {
    metrics::counter!("clientbank_identity_logins_total", "outcome" => "TOO_EARLY").increment(1);
}

/// Leaves a trace of an attempt to log in that failed; `user` is the one whose attempt it was, if anybody's.
pub(super) async fn fail(
    state: &IdentityState,
    interaction: &Interaction,
    attempt: Attempt,
    user: Option<UserId>,
    failure: Failure,
) -> Result<()> {
    metrics::counter!("clientbank_identity_logins_total", "outcome" => failure.name()).increment(1);
    let asked_by = interaction.destination.client_name().to_owned();
    let record = move |tx: &mut Tx| record_failure(tx, &attempt, user.as_ref(), failure, &asked_by);
    state.store.write_guarded("login.failed", record).await
}

/// Leaves a trace of an attempt that failed. It was counted when it was admitted.
pub(super) fn record_failure(
    tx: &mut Tx,
    attempt: &Attempt,
    user: Option<&UserId>,
    failure: Failure,
    asked_by: &str,
) -> Result<()> {
    let Attempt { subjects, admission, step } = attempt;
    let mut detail = json!({ "reason": failure.name(), "user_id": user.map(UserId::as_str) });
    if let Some(at) = failure.step() {
        detail["step"] = json!(at);
    }
    audit::record(tx, step.entry(Actor::System, "login.failed", asked_by).detail(detail))?;
    if let Some(login) = subjects.login() {
        note_login(tx, login, failure.into(), asked_by, step)?;
    }
    if admission.locks {
        record_lock(tx, subjects, asked_by, step)?;
    }
    Ok(())
}

/// Leaves a login for the person with the login name to see.
pub(super) fn note_login(
    tx: &mut Tx,
    login_sha256: &str,
    outcome: LoginOutcome,
    asked_by: &str,
    step: &Step,
) -> Result<()> {
    let id = step.randomness.uuid(step.now);
    let noted = Noted { login_sha256, id, outcome, client: asked_by, origin: step.origin };
    login_attempts::note_login(tx, noted, step.now)
}

fn record_lock(tx: &mut Tx, subjects: &Subjects, asked_by: &str, step: &Step) -> Result<()> {
    let detail = match subjects {
        Subjects::Login(subjects) => json!({ "login_sha256": subjects.login }),
        Subjects::Session { id, .. } => json!({ "session": id.as_str() }),
        Subjects::Passkey { address, .. } => json!({ "address": address }),
    };
    audit::record(tx, step.entry(Actor::System, "login.locked", asked_by).detail(detail))?;
    match subjects.login() {
        Some(login) => note_login(tx, login, LoginOutcome::Locked, asked_by, step),
        None => Ok(()),
    }
}
