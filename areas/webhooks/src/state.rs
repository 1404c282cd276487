//! State that the use cases of the area share.

use std::sync::Arc;

use area::Given;
use axum::extract::FromRef;
use edge::Edge;
use idempotency::Idempotency;
use jobs::Wake;
use kernel::{Clock, Randomness};
use rustls::ClientConfig;
use sandbox::Sandbox;
use sealing::MasterKey;
use store::Store;

use crate::address::Reach;
use crate::transport::Transport;

/// Connections to one webhook at once: what it can take from the others.
pub const CONNECTIONS_PER_WEBHOOK_MAX: usize = 8;

/// Settings of the area.
#[derive(Clone, Debug)]
pub struct WebhookSettings {
    /// Seals the secrets of webhooks.
    pub master_key: MasterKey,
    /// The reach of deliveries.
    pub reach: Reach,
    /// Decides which certificates of receivers are trusted.
    pub tls: Arc<ClientConfig>,
    /// Days that events are kept, with their deliveries.
    pub events_kept_days: u32,
}

/// State of the area.
#[derive(Clone, Debug)]
pub struct WebhooksState {
    /// The database.
    pub store: Store,
    /// Verification of tokens.
    pub edge: Edge,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The source of identifiers, secrets and pauses.
    pub randomness: Arc<dyn Randomness>,
    /// Tells the workers of this process that there is work.
    pub wake: Wake,
    /// Seals the secrets of webhooks.
    pub master_key: MasterKey,
    /// Sends deliveries.
    pub transport: Transport,
    /// The sandbox, where addresses may ask for failures and a clock is moved.
    pub sandbox: Option<Sandbox>,
    /// Days that events are kept, with their deliveries.
    pub events_kept_days: u32,
    /// Connections to one webhook at once, 1 at least.
    pub connections_max: usize,
    /// Answers requests with an `Idempotency-Key` once.
    pub idempotency: Idempotency,
}

impl WebhooksState {
    /// Makes the state out of what every area is given.
    #[must_use]
    pub fn new(given: &Given, settings: WebhookSettings) -> Self {
        let Given { store, edge, clock, randomness, wake, sandbox, idempotency, .. } = given.clone();
        let WebhookSettings { master_key, reach, tls, events_kept_days } = settings;
        let transport = Transport::new(tls, reach);
        let is_in_turn = sandbox.as_ref().is_some_and(Sandbox::is_in_turn);
        Self {
            store,
            edge,
            clock,
            randomness,
            wake,
            master_key,
            transport,
            sandbox,
            events_kept_days,
            connections_max: if is_in_turn { 1 } else { CONNECTIONS_PER_WEBHOOK_MAX },
            idempotency,
        }
    }
}

impl FromRef<WebhooksState> for Edge {
    fn from_ref(state: &WebhooksState) -> Self {
        state.edge.clone()
    }
}
