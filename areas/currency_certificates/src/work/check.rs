//! Checks the certificates of a task (requirement CTC-05).
//!
//! | Step | Unit of work | After a crash |
//! |---|---|---|
//! | begin | REGISTERED → CHECKING | the task is in CHECKING: the step finds that and goes on |
//! | load, check | none, nothing is changed | done again, with the same result |
//! | end | results, reasons, final state, end of the job; or the order to currency control | all of it or nothing |
//! | give up after too many failures | REJECTED, each certificate `NOT_CHECKED`; the job stays | all of it or nothing |
//!
//! Dates are compared with the day of registration, so that a second run comes to the same. A correction waits for the
//! certificate that it corrects, when that one is not checked yet.

use std::sync::Arc;

use jobs::{JobError, Lease, Next};
use kernel::Instant;
use orders::Player;
use serde_json::json;
use store::{Result, StoreError, Tx};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::announce;
use super::conclude::conclude;
use super::rehearse::{rehearsal, waits_for_staff};
use super::take_decision::{DECIDE, ask};
use super::trail;
use crate::checks::decision::{Decision, decisions};
use crate::state::CertificatesState;
use crate::store::check;
use crate::task::TaskEvent;

/// Seconds until a correction looks again for the certificate that it corrects.
const ORIGINAL_PAUSE_S: i64 = 1;

/// Checks the task and ends its job, or tells when to look again.
pub(crate) async fn check(area: &CertificatesState, lease: Lease, id: Uuid) -> Result<Next, JobError> {
    let Some(registered_at) = begin(area, &lease, id).await? else { return Ok(Next::Completed) };
    let load = move |tx: &mut Tx| check::workload(tx, id, registered_at);
    let work = area.store.read::<_, StoreError>("load certificates", load).await?;
    let now = area.edge.clock().now();
    if work.must_wait(now) {
        return Ok(Next::Again(now.plus_seconds(ORIGINAL_PAUSE_S)));
    }
    let (state, rehearsal) = (area.clone(), rehearsal(area, id).await?);
    let decisions =
        spawn_blocking(move || decisions(&work, &state.reader, &state.bank, &state.zone, rehearsal))
            .await
            .map_err(|error| JobError::Failed(format!("the check broke off: {error}")))?
            .map_err(|error| JobError::Failed(error.to_string()))?;
    end(area, lease, id, decisions).await?;
    Ok(Next::Completed)
}

/// Takes the task into CHECKING and tells when it was registered; nothing when there is nothing left to do.
async fn begin(area: &CertificatesState, lease: &Lease, id: Uuid) -> Result<Option<Instant>, JobError> {
    let (lease, now) = (lease.clone(), area.edge.clock().now());
    let randomness = Arc::clone(&area.randomness);
    let is_sandbox = area.sandbox.is_some();
    let work = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        let Some(task) = check::task(tx, id)?.filter(|task| !task.state.is_final()) else {
            lease.complete(tx)?;
            return Ok(None);
        };
        // A task that is in CHECKING already was begun by a worker that did not end it.
        if let Ok(next) = task.state.after(TaskEvent::CheckingBegan) {
            check::set_state(tx, id, task.state, next, now)?;
            announce::state(tx, &task.company, id, next, now)?;
            let action = "certificate_task.checking";
            audit::record(tx, trail::of_worker(now, &*randomness, action, &task.company, id))?;
        }
        if is_sandbox && waits_for_staff(tx, id)? {
            lease.complete(tx)?;
            return Ok(None);
        }
        Ok(Some(task.registered_at))
    };
    area.store.write("begin to check certificates", work).await
}

/// Writes every result and the end of the task and of its job, at once; or asks currency control, which ends the task.
async fn end(
    area: &CertificatesState,
    lease: Lease,
    id: Uuid,
    decisions: Vec<Decision>,
) -> Result<(), JobError> {
    let now = area.edge.clock().now();
    let randomness = Arc::clone(&area.randomness);
    let is_asked = area.desk.player(&DECIDE) == Player::Bank;
    let work = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        let task = check::task(tx, id)?.ok_or(JobError::Changed)?;
        if is_asked {
            ask(tx, &task.company, id, &decisions, now)?;
        } else {
            conclude(tx, (&task, id), &decisions, now, &*randomness)?;
        }
        lease.complete(tx)
    };
    area.store.write("end of checking certificates", work).await
}

/// Rejects every certificate of a task that could not be checked however often it was tried.
pub(crate) fn give_up(
    tx: &mut Tx,
    area: &CertificatesState,
    id: Uuid,
    reason: &str,
    now: Instant,
) -> Result<()> {
    let Some(task) = check::task(tx, id)? else { return Ok(()) };
    // A task that is final was ended by a worker that failed only afterwards.
    if let Ok(next) = task.state.after(TaskEvent::GivenUp) {
        check::set_state(tx, id, task.state, next, now)?;
        announce::state(tx, &task.company, id, next, now)?;
        let certificates = check::certificates(tx, id)?;
        let decisions: Vec<_> = certificates.iter().map(Decision::not_checked).collect();
        check::decide(tx, id, &decisions)?;
    }
    let entry = trail::of_worker(now, &*area.randomness, "certificate_task.given_up", &task.company, id);
    audit::record(tx, entry.detail(json!({ "reason": reason })))
}
