//! The handlers of the jobs of this area: each names its statement or roll and calls a use case.

use std::str::FromStr;
use std::sync::Arc;

use jobs::{Handler, JobError, Lease, Next, Worker};
use kernel::Instant;
use orders::Player;
use store::{Result, Tx};

use crate::rail::OutgoingRail;
use crate::state::PayrollState;
use crate::work::job_kind::{CHECK, EXECUTE, FORGET, LAPSE, PEOPLE, RAIL};
use crate::work::payment_orders::SEND;
use crate::work::{BankRail, EmbeddedRail, RehearsedRail, check, execute, lapse, people_act, rolls};

/// Statements that one process checks at once.
const CHECK_WORKERS: usize = 2;
/// Statements whose signatures do not come that one process ends at once.
const LAPSE_WORKERS: usize = 1;
/// Rolls that one process forgets at once.
const FORGET_WORKERS: usize = 1;
/// Statements whose people one sandbox plays at once.
const PEOPLE_AT_ONCE: usize = 1;
/// Statements that one process executes at once. They take turns at writing; a single one would leave the database idle
/// while it is read, and more would only wait.
const EXECUTIONS_AT_ONCE: usize = 2;
/// Calls to the rail that one process waits for at once. They take nothing but patience, and a rail that hangs holds no
/// more than these.
const RAIL_CALLS_AT_ONCE: usize = 4;

/// Makes the workers of this area. Where the program answers payments, the rail is the one that comes with it; in a
/// sandbox, one that amounts direct.
pub fn workers(state: &PayrollState) -> Vec<Worker> {
    let embedded = EmbeddedRail::new(state.store.clone());
    if state.desk.player(&SEND) != Player::Embedded {
        return workers_over(state, Arc::new(BankRail));
    }
    match state.sandbox {
        Some(_) => workers_over(state, Arc::new(RehearsedRail::new(embedded, Arc::clone(&state.clock)))),
        None => workers_over(state, Arc::new(embedded)),
    }
}

/// Makes the workers of this area, with the bank's own way to other banks.
pub fn workers_over(state: &PayrollState, rail: Arc<dyn OutgoingRail>) -> Vec<Worker> {
    let does = |task| TaskHandler(task, state.clone());
    vec![
        Worker::new(CHECK, CHECK_WORKERS, does(Task::Check)),
        Worker::new(LAPSE, LAPSE_WORKERS, does(Task::Lapse)),
        Worker::new(FORGET, FORGET_WORKERS, does(Task::Forget)),
        Worker::new(EXECUTE, EXECUTIONS_AT_ONCE, does(Task::Execute)),
        Worker::new(RAIL, RAIL_CALLS_AT_ONCE, does(Task::Rail(rail))),
        Worker::new(PEOPLE, PEOPLE_AT_ONCE, does(Task::People)),
    ]
}

/// Reads what a job is about: the text of its key is an identifier.
fn named<T: FromStr>(lease: &Lease) -> Result<T, JobError> {
    lease.key().parse().map_err(|_| JobError::Failed(format!("{} is no identifier", lease.key())))
}

/// The task of the jobs of one kind.
enum Task {
    Check,
    Lapse,
    Forget,
    /// Takes a statement that is signed to one of its last states, or hands it over to [`Self::Rail`].
    Execute,
    /// Takes a statement whose money has left its account to one of its last states, when every payment to another bank
    /// has an answer.
    Rail(Arc<dyn OutgoingRail>),
    /// Of which only a sandbox has any.
    People,
}

struct TaskHandler(Task, PayrollState);

impl Handler for TaskHandler {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let Self(task, state) = self;
        match task {
            Task::Check => return check::check(state, named(&lease)?, lease).await,
            Task::Execute => return execute::run(state, named(&lease)?, &lease).await,
            Task::Rail(rail) => return execute::run_rail(state, &**rail, named(&lease)?, &lease).await,
            Task::Lapse => lapse::look(state, named(&lease)?, lease).await?,
            Task::Forget => rolls::forget(state, named(&lease)?, lease).await?,
            Task::People => people_act::act(state, named(&lease)?, lease).await?,
        }
        Ok(Next::Completed)
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _: &str, now: Instant) -> Result<()> {
        let Ok(id) = key.parse() else { return Ok(()) };
        match self.0 {
            Task::Check => check::give_up(tx, &self.1, id, now),
            Task::Execute => execute::give_up(tx, id, now),
            Task::Rail(_) => execute::give_up_rail(tx, id, now),
            Task::Lapse | Task::Forget | Task::People => Ok(()),
        }
    }
}
