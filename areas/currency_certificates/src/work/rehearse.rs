//! Decisions that a sandbox is told beforehand: by amounts, or by its staff (SBX-02, SBX-03).

use kernel::Instant;
use sandbox::orders;
use sandbox::triggers::{Act, Trigger, asked_at};
use store::{Result, StoreError, Tx};
use uuid::Uuid;

use super::job_kind::CHECK;
use crate::checks::decision::Rehearsal;
use crate::reason::ReasonCode;
use crate::state::CertificatesState;
use crate::store::check;
use crate::triggers::{CERTIFICATES, TRIGGERS};

/// The name of tasks in orders.
const OBJECT: &str = "certificate_task";

/// Returns what the request of this task asks of the staff; nothing outside of a sandbox.
pub(super) fn asked(area: &CertificatesState) -> Option<&'static Trigger> {
    area.sandbox.as_ref()?;
    asked_at(TRIGGERS, &edge::asked_triggers(), CERTIFICATES)
}

/// Leaves the order beside a new task.
pub(super) fn order(tx: &mut Tx, task: Uuid, asked: Option<&Trigger>, now: Instant) -> Result<()> {
    match asked {
        Some(trigger) => orders::place(tx, (OBJECT, &task.to_string()), trigger, now),
        None => Ok(()),
    }
}

/// Tells whether the check of the task waits for the staff's decision, which enqueues it again.
pub(super) fn waits_for_staff(tx: &mut Tx, task: Uuid) -> Result<bool> {
    let order = orders::find(tx, TRIGGERS, (OBJECT, &task.to_string()))?;
    Ok(order.is_some_and(|trigger| trigger.act == Act::CertificateWait))
}

/// Returns what was decided beforehand about the certificates of a task.
pub(super) async fn rehearsal(area: &CertificatesState, task: Uuid) -> Result<Rehearsal> {
    if area.sandbox.is_none() {
        return Ok(Rehearsal::default());
    }
    let read = move |tx: &mut Tx| orders::find(tx, TRIGGERS, (OBJECT, &task.to_string()));
    let order = area.store.read("certificates, order", read).await?;
    let by_staff = match order.map(|trigger| trigger.act) {
        Some(Act::CertificateReason(reason)) => reason.parse().ok(),
        _ => None,
    };
    Ok(Rehearsal { by_amounts: true, by_staff })
}

/// Reason for which a decision is not taken.
#[derive(Debug)]
pub(crate) enum DecisionError {
    NotFound,
    /// The task does not wait for a decision.
    NotWaiting,
    Store(StoreError),
}

impl From<StoreError> for DecisionError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Has the staff decide about a task that waits for them: reject every certificate for `reason`, or let the checks
/// decide.
pub(crate) async fn decide(
    area: &CertificatesState,
    task: Uuid,
    reason: Option<ReasonCode>,
) -> Result<(), DecisionError> {
    let is_told = |trigger: &&Trigger| match (trigger.act, reason) {
        (Act::CertificateReason(known), Some(reason)) => known == reason.as_str(),
        // Accepted by the rules of the bank: any order that decides nothing.
        (Act::SeedData, None) => true,
        _ => false,
    };
    let trigger = TRIGGERS.iter().find(is_told).ok_or(DecisionError::NotFound)?;
    let now = area.edge.clock().now();
    let unit = move |tx: &mut Tx| {
        check::task(tx, task)?.ok_or(DecisionError::NotFound)?;
        if !waits_for_staff(tx, task)? {
            return Err(DecisionError::NotWaiting);
        }
        orders::place(tx, (OBJECT, &task.to_string()), trigger, now)?;
        jobs::enqueue(tx, CHECK, &task.to_string(), now)?;
        Ok(())
    };
    area.store.write("certificates, decide for the staff", unit).await?;
    area.wake.notify(CHECK);
    Ok(())
}
