//! Entries of the audit trail about sessions, tokens and keys.

use std::net::IpAddr;

use audit::{Actor, Entry};
use kernel::{Instant, Randomness};

/// On whose behalf something happens, and what is known of the request.
#[derive(Clone, Debug)]
pub struct Author {
    /// Who.
    pub actor: Actor,
    /// From where.
    pub address: Option<IpAddr>,
    /// In which trace.
    pub trace_id: Option<String>,
}

impl Author {
    /// Somebody outside of a request: the program itself or an operator.
    #[must_use]
    pub const fn outside_of_requests(actor: Actor) -> Self {
        Self { actor, address: None, trace_id: None }
    }

    /// The request that this task answers, on behalf of `actor`.
    #[must_use]
    pub fn of_request(actor: Actor) -> Self {
        let context = edge::RequestContext::current();
        Self {
            actor,
            address: context.as_ref().and_then(|context| context.remote_address()),
            trace_id: context.map(|context| context.trace().trace_id().to_string()),
        }
    }

    /// The beginning of an entry.
    #[must_use]
    pub fn entry(
        &self,
        now: Instant,
        randomness: &dyn Randomness,
        action: &'static str,
        object: (&'static str, &str),
    ) -> Entry {
        Entry::new(now, randomness, self.actor.clone(), action, object)
            .address(self.address)
            .trace_id(self.trace_id.clone())
    }
}
