//! The handlers of the jobs of this area.

use jobs::{Handler, JobError, Lease, Next, Worker};

use crate::state::WebhooksState;
use crate::work::deliver::deliver;
use crate::work::job_kind::DELIVER;

/// Webhooks that one process serves at once. Each waits for its receiver most of the time; one whose receiver does not
/// answer is tried rarely, so that such receivers hold few of these.
const WEBHOOKS_AT_ONCE: usize = 64;

pub fn workers(state: &WebhooksState) -> Vec<Worker> {
    vec![Worker::new(DELIVER, WEBHOOKS_AT_ONCE, DeliverHandler(state.clone()))]
}

struct DeliverHandler(WebhooksState);

impl Handler for DeliverHandler {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        deliver(&self.0, &lease).await
    }
}
