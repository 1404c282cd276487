//! Jobs of the area: each handler reads its key and calls the use case.

use jobs::{Handler, JobError, Lease, Next, Worker};
use kernel::Instant;
use store::{Result, StoreError, Tx};

use crate::request::RequestId;
use crate::state::TariffRequestsState;
use crate::work::failure::Failure;
pub use crate::work::job_kind::{CARRY_OUT, EXPIRE, PEOPLE, TAKE_EFFECT};
use crate::work::{carry_out, expire, people_act, take_effect};

/// Workers of one process for each kind: the jobs are short, and their number is small.
const WORKERS: usize = 1;

pub fn workers(state: &TariffRequestsState) -> Vec<Worker> {
    vec![
        Worker::new(CARRY_OUT, WORKERS, CarryOut(state.clone())),
        Worker::new(TAKE_EFFECT, WORKERS, TakeEffect(state.clone())),
        Worker::new(EXPIRE, WORKERS, Expire(state.clone())),
        Worker::new(PEOPLE, WORKERS, People(state.clone())),
    ]
}

struct CarryOut(TariffRequestsState);
struct TakeEffect(TariffRequestsState);
struct Expire(TariffRequestsState);
struct People(TariffRequestsState);

fn unknown_key(key: &str) -> JobError {
    JobError::Failed(format!("{key} is not the key of such a job"))
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

impl Handler for CarryOut {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let id: RequestId = lease.key().parse().map_err(|_| unknown_key(lease.key()))?;
        carry_out::carry_out(&self.0, lease, id).await?;
        Ok(Next::Completed)
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _: &str, _: Instant) -> Result<()> {
        let Ok(id) = key.parse() else { return Ok(()) };
        carry_out::give_up(tx, &self.0, id).map_err(unended)
    }
}

impl Handler for TakeEffect {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let change: i64 = lease.key().parse().map_err(|_| unknown_key(lease.key()))?;
        let day_begins = take_effect::take_effect(&self.0, lease, change).await?;
        Ok(day_begins.map_or(Next::Completed, Next::Again))
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _: &str, now: Instant) -> Result<()> {
        let Ok(change) = key.parse() else { return Ok(()) };
        take_effect::give_up(tx, &self.0, change, now).map_err(unended)
    }
}

impl Handler for Expire {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let id: RequestId = lease.key().parse().map_err(|_| unknown_key(lease.key()))?;
        expire::expire(&self.0, lease, id).await?;
        Ok(Next::Completed)
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _: &str, now: Instant) -> Result<()> {
        let Ok(id) = key.parse() else { return Ok(()) };
        expire::give_up(tx, &self.0, id, now)
    }
}

impl Handler for People {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let id: RequestId = lease.key().parse().map_err(|_| unknown_key(lease.key()))?;
        people_act::act(&self.0, id, lease).await?;
        Ok(Next::Completed)
    }
}
