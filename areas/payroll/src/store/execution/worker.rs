//! The jobs that execute statements.

use std::sync::Arc;

use jobs::{Handler, JobError, Lease, Next, Runner};
use kernel::Instant;
use store::{StoreError, Tx};

use super::{Context, RailContext, finish, run};
use crate::rail::OutgoingRail;
use crate::state::{EXECUTE, PayrollState, RAIL};

/// Statements that one process executes at once. They take turns at writing; a single one would leave the database idle while
/// it is read, and more would only wait.
const EXECUTIONS_AT_ONCE: usize = 2;
/// Calls to the rail that one process waits for at once. They take nothing but patience, and a rail that hangs holds no more
/// than these.
const RAIL_CALLS_AT_ONCE: usize = 4;

/// Adds the jobs of execution to the runner of the process.
pub(crate) fn jobs(state: PayrollState, rail: Arc<dyn OutgoingRail>, runner: Runner) -> Runner {
    runner.with(EXECUTE, EXECUTIONS_AT_ONCE, Execution::new(state.clone())).with(
        RAIL,
        RAIL_CALLS_AT_ONCE,
        RailAnswers::new(state, rail),
    )
}

/// Does the jobs of kind [`EXECUTE`]: takes a statement that is signed to one of its last states, or hands it over to
/// [`RailAnswers`].
pub struct Execution(Context);

impl Execution {
    /// A handler that moves money inside the bank.
    #[must_use]
    pub const fn new(state: PayrollState) -> Self {
        Self(Context { state })
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

/// Does the jobs of kind [`RAIL`]: takes a statement whose money has left its account to one of its last states, when every
/// payment to another bank has an answer.
pub struct RailAnswers(RailContext);

impl RailAnswers {
    /// A handler that asks `rail`.
    #[must_use]
    pub const fn new(state: PayrollState, rail: Arc<dyn OutgoingRail>) -> Self {
        Self(RailContext { inner: Context { state }, rail })
    }
}

impl Handler for RailAnswers {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        run::run_rail(&self.0, &lease).await
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _: &str, now: Instant) -> Result<(), StoreError> {
        match key.parse() {
            Ok(id) => finish::give_up_rail(tx, id, now),
            Err(_) => Ok(()),
        }
    }
}
