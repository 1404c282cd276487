//! The worker that checks the certificates of a task (requirement CTC-05).
//!
//! | Step | Unit of work | After a crash |
//! |---|---|---|
//! | begin | REGISTERED → CHECKING | the task is in CHECKING: the step finds that and goes on |
//! | load, check | none, nothing is changed | done again, with the same result |
//! | end | results, reasons, final state, end of the job | all of it or nothing |
//! | give up, after too many failures | REJECTED, every certificate with the reason `NOT_CHECKED`; the job stays for operators | all of it or nothing |
//!
//! What is compared with a calendar is compared with the day of registration, so that a second run comes to the same. A
//! correction waits for the certificate that it corrects, when that one is not checked yet.

use std::collections::HashMap;
use std::sync::Arc;

use iso20022::Notification;
use jobs::{Handler, JobError, JobKind, Lease, Next, Runner};
use kernel::{Cnum, Instant};
use store::{StoreError, Tx};
use uuid::Uuid;

use crate::checks::certificate::{Surroundings, findings};
use crate::checks::value::Standing;
use crate::reason::placed;
use crate::state::CertificatesState;
use crate::store::check::{Decision, Workload, advance, decide, not_checked, task, workload};
use crate::store::trail;
use crate::task::{Outcome, TaskEvent};

/// The job that checks one task; its key is the task's identifier.
pub const CHECK: JobKind = JobKind::new("currency_certificates.check");

/// Tasks that one process checks at once.
const WORKERS: usize = 2;
/// Seconds until a correction looks again for the certificate that it corrects.
const ORIGINAL_PAUSE_S: i64 = 1;
/// Seconds after its registration until which a correction waits. What it corrects was registered before it and is checked
/// in the same queue, so it is waited for this long only when its own check fails again and again.
const ORIGINAL_WAIT_S_MAX: i64 = 600;

/// Adds the work of this area to the program's runner.
#[must_use]
pub fn jobs(state: CertificatesState, runner: Runner) -> Runner {
    runner.with(CHECK, WORKERS, Checker { state })
}

/// Checks tasks.
struct Checker {
    state: CertificatesState,
}

impl Handler for Checker {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let id = id_of(lease.key())?;
        let Some(registered_at) = self.begin(&lease, id).await? else { return Ok(Next::Completed) };
        let load = move |tx: &mut Tx| workload(tx, id, registered_at);
        let work = self.state.store.read::<_, StoreError>("load certificates", load).await?;
        let now = self.state.edge.clock().now();
        if must_wait(&work, now) {
            return Ok(Next::Again(now.plus_seconds(ORIGINAL_PAUSE_S)));
        }
        let state = self.state.clone();
        let decisions = tokio::task::spawn_blocking(move || decisions(&state, &work))
            .await
            .map_err(|error| JobError::Failed(format!("the check broke off: {error}")))??;
        self.end(lease, id, decisions).await?;
        Ok(Next::Completed)
    }

    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, now: Instant) -> Result<(), StoreError> {
        let Ok(id) = key.parse::<Uuid>() else { return Ok(()) };
        let Some(task) = task(tx, id)? else { return Ok(()) };
        // A task that is final was ended by a worker that failed only afterwards.
        if let Ok(next) = task.state.after(TaskEvent::GivenUp) {
            advance(tx, id, task.state, next, now)?;
            let decisions = not_checked(tx, id)?;
            decide(tx, id, &decisions)?;
        }
        audit::record(tx, trail::given_up(now, &*self.state.randomness, &task.company, id, reason))
    }
}

impl Checker {
    /// Takes the task into CHECKING and tells when it was registered; nothing when there is nothing left to do.
    async fn begin(&self, lease: &Lease, id: Uuid) -> Result<Option<Instant>, JobError> {
        let (lease, now) = (lease.clone(), self.state.edge.clock().now());
        let randomness = Arc::clone(&self.state.randomness);
        let work = move |tx: &mut Tx| {
            lease.check(tx, now)?;
            let Some(task) = task(tx, id)?.filter(|task| !task.state.is_final()) else {
                lease.complete(tx)?;
                return Ok(None);
            };
            // A task that is in CHECKING already was begun by a worker that did not end it.
            if let Ok(next) = task.state.after(TaskEvent::CheckingBegan) {
                advance(tx, id, task.state, next, now)?;
                audit::record(tx, trail::checking(now, &*randomness, &task.company, id))?;
            }
            Ok(Some(task.registered_at))
        };
        self.state.store.write("begin to check certificates", work).await
    }

    /// Writes every result and the end of the task and of its job, at once.
    async fn end(&self, lease: Lease, id: Uuid, decisions: Vec<Decision>) -> Result<(), JobError> {
        let now = self.state.edge.clock().now();
        let randomness = Arc::clone(&self.state.randomness);
        let outcome = Outcome::of(decisions.iter().map(Decision::status));
        let work = move |tx: &mut Tx| {
            lease.check(tx, now)?;
            let task = task(tx, id)?.ok_or(JobError::Lost)?;
            let illegal = |error: crate::task::IllegalTransition| JobError::Failed(error.to_string());
            let next = task.state.after(TaskEvent::Checked(outcome)).map_err(illegal)?;
            advance(tx, id, task.state, next, now)?;
            decide(tx, id, &decisions)?;
            audit::record(tx, trail::checked(now, &*randomness, &task.company, id, (next, &decisions)))?;
            lease.complete(tx)
        };
        self.state.store.write("end of checking certificates", work).await
    }
}

fn id_of(key: &str) -> Result<Uuid, JobError> {
    key.parse().map_err(|_| JobError::Failed(format!("the key {key} is no task")))
}

/// Whether a correction names a certificate that may still be accepted or rejected.
fn must_wait(work: &Workload, now: Instant) -> bool {
    now < work.registered_at.plus_seconds(ORIGINAL_WAIT_S_MAX)
        && work.standings.values().any(|standing| *standing == Standing::Undecided)
}

/// What every certificate comes to. Earlier certificates of the same message count as originals too.
fn decisions(state: &CertificatesState, work: &Workload) -> Result<Vec<Decision>, JobError> {
    let unreadable = |reason: &str| JobError::Failed(format!("the stored document cannot be read: {reason}"));
    let document = state
        .reader
        .read(&work.document.body, work.document.charset.as_deref())
        .map_err(|violations| unreadable(&violations.to_string()))?;
    let message = Notification::of(&document).ok_or_else(|| unreadable("it is no auth.024"))?;
    let certificates: Vec<_> = message.items.iter().flat_map(|item| &item.certificates).collect();
    if certificates.len() != work.certificates.len() {
        return Err(unreadable("it has another number of certificates than were registered"));
    }
    let surroundings =
        Surroundings { bank: &state.bank, registered_on: state.zone.date_of(work.registered_at) };
    let mut standings: HashMap<(Cnum, String), Standing> = work.standings.clone();
    let (mut found, mut counts) = (Vec::new(), Vec::with_capacity(certificates.len()));
    for (certificate, stored) in certificates.into_iter().zip(&work.certificates) {
        let key = |id: &Option<String>| id.as_ref().map(|id| (stored.owner.clone(), id.clone()));
        let original = key(&stored.original_id).and_then(|key| standings.get(&key).copied());
        let findings = findings(certificate, surroundings, original.unwrap_or_default());
        if let Some(key) = key(&stored.document_id) {
            let own = if findings.is_empty() { Standing::Accepted } else { Standing::Rejected };
            let standing = standings.entry(key).or_default();
            *standing = own.max(*standing);
        }
        counts.push(findings.len());
        found.extend(findings);
    }
    let mut reasons = placed(&document, &found).into_iter();
    let of_each = work.certificates.iter().zip(counts);
    Ok(of_each
        .map(|(stored, count)| Decision {
            position: stored.position,
            reasons: reasons.by_ref().take(count).collect(),
        })
        .collect())
}
