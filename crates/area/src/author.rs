//! The author of every entry of the audit trail.

use std::net::IpAddr;
use std::sync::Arc;

use audit::{Actor, Entry};
use edge::RequestContext;
use kernel::{Instant, Randomness};

/// Author of entries: the actor, and what is known of the request.
#[derive(Clone, Debug)]
pub struct Author {
    pub actor: Actor,
    pub address: Option<IpAddr>,
    pub trace_id: Option<String>,
    /// The request, which a person may confirm before it changes something.
    request: Option<Arc<RequestContext>>,
}

impl Author {
    /// Names somebody outside of a request: the program itself or an operator.
    pub const fn outside_of_requests(actor: Actor) -> Self {
        Self { actor, address: None, trace_id: None, request: None }
    }

    /// Names `actor` as the author, in the request that this task answers.
    pub fn of_request(actor: Actor) -> Self {
        let request = RequestContext::current();
        Self {
            actor,
            address: request.as_ref().and_then(|request| request.remote_address()),
            trace_id: request.as_ref().map(|request| request.trace().trace_id().to_string()),
            request,
        }
    }

    pub fn acting(&self, actor: Actor) -> Self {
        Self { actor, ..self.clone() }
    }

    pub fn entry(
        &self,
        now: Instant,
        randomness: &dyn Randomness,
        action: &'static str,
        object: (&'static str, impl Into<String>),
    ) -> Entry {
        Entry::new(now, randomness, self.actor.clone(), action, object)
            .address(self.address)
            .trace_id(self.trace_id.clone())
            .confirmed_by(self.request.as_ref().and_then(|request| request.confirmed_by()))
    }
}
