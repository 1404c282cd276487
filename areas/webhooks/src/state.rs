//! State that the use cases of the area share.

use std::num::NonZeroU32;
use std::sync::Arc;

use area::Given;
use axum::extract::FromRef;
use edge::{Edge, RateLimiter};
use idempotency::Idempotency;
use jobs::Wake;
use kernel::{ClientId, Clock, Cnum, Randomness};
use rustls::ClientConfig;
use sandbox::Sandbox;
use sealing::MasterKey;
use store::Store;

use outgoing::address::Reach;
use outgoing::transport::Transport;

/// Connections to one webhook at once: what it can take from the others.
pub const CONNECTIONS_PER_WEBHOOK_MAX: usize = 8;

/// Test events, and single events again, that one integration of a company may ask for in an hour.
pub const SINGLES_PER_HOUR_MAX: NonZeroU32 = NonZeroU32::new(100).unwrap();
/// Batches of a thousand events or fewer that it may have delivered again in an hour.
pub const BATCHES_PER_HOUR_MAX: NonZeroU32 = NonZeroU32::new(20).unwrap();

#[derive(Clone, Debug)]
pub struct WebhookSettings {
    pub master_key: MasterKey,
    pub reach: Reach,
    /// Decides which certificates of receivers are trusted.
    pub tls: Arc<ClientConfig>,
    pub events_kept_days: u32,
    /// Ports on which this process listens: on the machine itself no delivery goes there.
    pub own_ports: Vec<u16>,
}

#[derive(Clone, Debug)]
pub struct WebhooksState {
    pub store: Store,
    pub edge: Edge,
    pub clock: Arc<dyn Clock>,
    /// The source of identifiers, secrets and pauses.
    pub randomness: Arc<dyn Randomness>,
    /// Tells the workers of this process that there is work.
    pub wake: Wake,
    pub master_key: MasterKey,
    pub transport: Transport,
    /// The sandbox, where addresses may ask for failures and a clock is moved.
    pub sandbox: Option<Sandbox>,
    pub events_kept_days: u32,
    /// Connections to one webhook at once, 1 at least.
    pub connections_max: usize,
    pub idempotency: Idempotency,
    /// The deliveries that are asked for.
    pub asked: Arc<DeliveryLimits>,
}

/// Counts the deliveries that integrations ask for beside those of events: nobody proves that an address is the
/// integration's own, so what it may be made to bear is small.
#[derive(Debug)]
pub struct DeliveryLimits {
    pub(crate) singles: RateLimiter<Asking>,
    pub(crate) batches: RateLimiter<Asking>,
}

/// A company, and its integration; none in the online bank.
pub(crate) type Asking = (Cnum, Option<ClientId>);

impl DeliveryLimits {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let singles = RateLimiter::hourly(SINGLES_PER_HOUR_MAX, Arc::clone(&clock));
        Self { singles, batches: RateLimiter::hourly(BATCHES_PER_HOUR_MAX, clock) }
    }
}

impl WebhooksState {
    pub fn new(given: &Given, settings: WebhookSettings) -> Self {
        let Given { store, edge, clock, randomness, wake, sandbox, idempotency, .. } = given.clone();
        let WebhookSettings { master_key, reach, tls, events_kept_days, own_ports } = settings;
        let transport = Transport::new(tls, reach).but_to(own_ports);
        let is_in_turn = sandbox.as_ref().is_some_and(Sandbox::is_in_turn);
        Self {
            store,
            clock,
            randomness,
            wake,
            master_key,
            transport,
            sandbox,
            events_kept_days,
            asked: Arc::new(DeliveryLimits::new(edge.rate_clock())),
            edge,
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
