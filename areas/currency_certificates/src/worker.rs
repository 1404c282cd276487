//! The job of the area: its handler reads the key and calls the use case.

use jobs::{Handler, JobError, Lease, Next, Worker};
use kernel::Instant;
use store::{Result, Tx};

use crate::state::CertificatesState;
use crate::work::check::{check, give_up};
use crate::work::job_kind::CHECK;

/// Tasks that one process checks at once.
const WORKERS: usize = 2;

pub fn workers(state: &CertificatesState) -> Vec<Worker> {
    vec![Worker::new(CHECK, WORKERS, Checker { state: state.clone() })]
}

struct Checker {
    state: CertificatesState,
}

impl Handler for Checker {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let key = lease.key();
        let id = key.parse().map_err(|_| JobError::Failed(format!("the key {key} is no task")))?;
        check(&self.state, lease, id).await
    }

    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, now: Instant) -> Result<()> {
        let Ok(id) = key.parse() else { return Ok(()) };
        give_up(tx, &self.state, id, reason, now)
    }
}
