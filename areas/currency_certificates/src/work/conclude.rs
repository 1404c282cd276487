//! The end of a task: every certificate has its status.

use kernel::{Instant, Randomness};
use serde_json::json;
use store::{Result, StoreError, Tx};
use uuid::Uuid;

use super::{announce, trail};
use crate::checks::decision::Decision;
use crate::store::check::{self, TaskForCheck};
use crate::task::{CertificateStatus, Outcome, TaskEvent};

pub(super) fn conclude(
    tx: &mut Tx,
    (task, id): (&TaskForCheck, Uuid),
    decisions: &[Decision],
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<()> {
    let statuses = decisions.iter().map(Decision::status);
    let accepted = statuses.clone().filter(|status| *status == CertificateStatus::Accepted).count();
    let outcome = Outcome::of(statuses);
    let next = task.state.after(TaskEvent::Checked(outcome)).map_err(|error| StoreError::Inconsistency {
        query: "TASK_ADVANCE",
        column: "state".to_owned(),
        reason: error.to_string(),
    })?;
    check::set_state(tx, id, task.state, next, now)?;
    announce::state(tx, &task.company, id, next, now)?;
    check::decide(tx, id, decisions)?;
    let rejected = decisions.len() - accepted;
    let detail = json!({ "state": next.as_str(), "accepted": accepted, "rejected": rejected });
    let entry = trail::of_worker(now, randomness, "certificate_task.checked", &task.company, id);
    audit::record(tx, entry.detail(detail))
}
