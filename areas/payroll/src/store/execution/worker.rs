//! The job that executes statements.

use std::sync::Arc;

use jobs::{Handler, JobError, Lease, Next, Runner};
use kernel::Instant;
use store::{StoreError, Tx};

use super::{Context, finish, run};
use crate::rail::OutgoingRail;
use crate::state::{EXECUTE, PayrollState};

/// Statements that one process executes at once. They take turns at writing; a single one would leave the database idle while
/// it is read, and more would only wait.
const EXECUTIONS_AT_ONCE: usize = 2;

/// Adds the jobs of execution to the runner of the process.
pub(crate) fn jobs(state: PayrollState, rail: Arc<dyn OutgoingRail>, runner: Runner) -> Runner {
    runner.with(EXECUTE, EXECUTIONS_AT_ONCE, Execution::new(state, rail))
}

/// Does the jobs of kind [`EXECUTE`]: takes a statement that is signed to one of its last states.
pub struct Execution(Context);

impl Execution {
    /// A handler that pays to other banks by `rail`.
    #[must_use]
    pub const fn new(state: PayrollState, rail: Arc<dyn OutgoingRail>) -> Self {
        Self(Context { state, rail })
    }
}

impl Handler for Execution {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        run::run(&self.0, &lease).await
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _: &str, now: Instant) -> Result<(), StoreError> {
        match key.parse() {
            Ok(id) => finish::give_up(tx, id, now),
            Err(_) => Ok(()),
        }
    }
}
