//! Audit entries of this area.

use std::net::IpAddr;
use std::sync::Arc;

use audit::{Actor, Entry};
use edge::RequestContext;
use kernel::{Cnum, Instant, Randomness, UserId};
use serde_json::Value;
use store::{StoreError, Tx};

/// Source of a change, taken along into the unit of work, which runs on a thread of its own.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    actor: Actor,
    address: Option<IpAddr>,
    trace_id: Option<String>,
    randomness: Arc<dyn Randomness>,
}

impl Trail {
    /// Takes the source from the HTTP request that is being answered; `user` sent it.
    pub(super) fn of_user(user: &UserId, randomness: &Arc<dyn Randomness>) -> Self {
        let context = RequestContext::current();
        Self {
            actor: Actor::User(user.clone()),
            address: context.as_ref().and_then(|context| context.remote_address()),
            trace_id: context.map(|context| context.trace().trace_id().to_string()),
            randomness: Arc::clone(randomness),
        }
    }

    /// Names the program itself as the source.
    pub(super) fn of_system(randomness: &Arc<dyn Randomness>) -> Self {
        Self { actor: Actor::System, address: None, trace_id: None, randomness: Arc::clone(randomness) }
    }

    /// Records that `action` was done to `object` of the company.
    pub(super) fn record(
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
