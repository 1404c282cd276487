//! Jobs of the area: each reads its key and calls the use case.

use std::str::FromStr;

use jobs::{Handler, JobError, Lease, Next, Worker};
use kernel::Instant;
use store::{Result, StoreError, Tx};

use crate::state::TariffRequestsState;
use crate::work::failure::Failure;
pub use crate::work::job_kind::{CARRY_OUT, EXPIRE, PEOPLE, TAKE_EFFECT};
use crate::work::{carry_out, expire, people_act, take_effect};

/// Workers of one process for each kind: the jobs are short, and their number is small.
const WORKERS: usize = 1;

pub fn workers(state: &TariffRequestsState) -> Vec<Worker> {
    let worker = |kind, task| Worker::new(kind, WORKERS, Job { area: state.clone(), task });
    vec![
        worker(CARRY_OUT, Task::CarryOut),
        worker(TAKE_EFFECT, Task::TakeEffect),
        worker(EXPIRE, Task::Expire),
        worker(PEOPLE, Task::People),
    ]
}

#[derive(Clone, Copy)]
enum Task {
    CarryOut,
    TakeEffect,
    Expire,
    People,
}

struct Job {
    area: TariffRequestsState,
    task: Task,
}

/// The key of a job: the number of a request, or of a change of plan.
fn key<K: FromStr>(key: &str) -> Result<K, JobError> {
    key.parse().map_err(|_| JobError::Failed(format!("{key} is not the key of such a job")))
}

impl Handler for Job {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let (area, name) = (&self.area, lease.key().to_owned());
        match self.task {
            Task::CarryOut => carry_out::carry_out(area, lease, key(&name)?).await?,
            Task::Expire => expire::expire(area, lease, key(&name)?).await?,
            Task::People => people_act::act(area, key(&name)?, lease).await?,
            Task::TakeEffect => {
                let again = take_effect::take_effect(area, lease, key(&name)?).await?;
                return Ok(again.map_or(Next::Completed, Next::Again));
            }
        }
        Ok(Next::Completed)
    }

    fn give_up(&self, tx: &mut Tx, name: &str, _: &str, now: Instant) -> Result<()> {
        let given_up = match self.task {
            Task::CarryOut => key(name).map(|id| carry_out::give_up(tx, &self.area, id)),
            Task::Expire => {
                key(name).map(|id| expire::give_up(tx, &self.area, id, now).map_err(Failure::Store))
            }
            Task::TakeEffect => key(name).map(|change| take_effect::give_up(tx, &self.area, change, now)),
            Task::People => return Ok(()),
        };
        given_up.unwrap_or(Ok(())).map_err(unended)
    }
}

/// Turns what keeps a thing from its end into the error that undoes the unit; operators read it at the job.
fn unended(failure: Failure) -> StoreError {
    match failure {
        Failure::Store(error) => error,
        other => StoreError::Inconsistency {
            query: "tariff_requests.give_up",
            column: "state".to_owned(),
            reason: format!("{other:?}"),
        },
    }
}
