//! The handlers of the jobs of this area.

use std::sync::Arc;

use jobs::{Handler, JobError, Lease, Next, Worker};

use crate::api::orders_text;
use crate::state::BankState;
use crate::work::push::{PUSH, Pusher, Sender, look, push};

/// Systems that one process sends orders to at once. Each waits for orders, or for its receiver, most of the time.
const SYSTEMS_AT_ONCE: usize = 64;

pub(crate) fn workers(state: BankState, sender: Sender) -> Vec<Worker> {
    let looking = state.clone();
    let pusher = Pusher { state, sender, body: orders_text };
    let worker = Worker::new(PUSH, SYSTEMS_AT_ONCE, PushHandler(pusher));
    vec![worker.looking(Arc::new(move || {
        let state = looking.clone();
        Box::pin(async move { look(&state).await })
    }))]
}

struct PushHandler(Pusher);

impl Handler for PushHandler {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        push(&self.0, &lease).await
    }
}
