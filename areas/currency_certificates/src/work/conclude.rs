//! The end of a task: every certificate has its status.

use kernel::{Instant, Randomness};
use store::{Result, StoreError, Tx};
use uuid::Uuid;

use super::{announce, trail};
use crate::checks::decision::Decision;
use crate::store::check::{self, TaskForCheck};
use crate::task::{Outcome, TaskEvent};

/// Writes every result and the end of the task.
pub(super) fn conclude(
    tx: &mut Tx,
    (task, id): (&TaskForCheck, Uuid),
    decisions: &[Decision],
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<()> {
    let outcome = Outcome::of(decisions.iter().map(Decision::status));
    let next = task.state.after(TaskEvent::Checked(outcome)).map_err(|error| StoreError::Inconsistency {
        query: "TASK_ADVANCE",
        column: "state".to_owned(),
        reason: error.to_string(),
    })?;
    check::set_state(tx, id, task.state, next, now)?;
    announce::state(tx, &task.company, id, next, now)?;
    check::decide(tx, id, decisions)?;
    audit::record(tx, trail::checked(now, randomness, &task.company, id, (next, decisions)))
}
