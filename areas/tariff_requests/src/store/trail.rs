//! The audit entries of this area.

use std::net::IpAddr;
use std::sync::Arc;

use audit::{Actor, Entry};
use edge::RequestContext;
use kernel::{Cnum, Instant, Randomness};
use serde_json::Value;
use store::{StoreError, Tx};

/// Where a change comes from, taken along into the unit of work, which runs on a thread of its own.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    actor: Actor,
    address: Option<IpAddr>,
    trace_id: Option<String>,
    randomness: Arc<dyn Randomness>,
}

impl Trail {
    /// What the request that is being answered tells; `actor` sent it.
    pub(crate) fn of_request(actor: Actor, randomness: Arc<dyn Randomness>) -> Self {
        let context = RequestContext::current();
        Self {
            actor,
            address: context.as_ref().and_then(|context| context.remote_address()),
            trace_id: context.map(|context| context.trace().trace_id().to_string()),
            randomness,
        }
    }

    /// The program's own doing.
    pub(crate) fn of_system(randomness: Arc<dyn Randomness>) -> Self {
        Self { actor: Actor::System, address: None, trace_id: None, randomness }
    }

    /// Records that `action` was done to `object` of the company.
    pub(crate) fn record(
        &self,
        tx: &mut Tx,
        at: Instant,
        action: &'static str,
        object: (&'static str, String),
        company: &Cnum,
        detail: Value,
    ) -> Result<(), StoreError> {
        let entry = Entry::new(at, self.randomness.as_ref(), self.actor.clone(), action, object)
            .company(company.clone())
            .address(self.address)
            .trace_id(self.trace_id.clone())
            .detail(detail);
        audit::record(tx, entry)
    }
}
