//! The state that every part of the area works with.

use std::sync::Arc;

use area::Given;
use axum::extract::FromRef;
use clients::signatures::MissingList;
use edge::Edge;
use idempotency::Idempotency;
use jobs::Wake;
use kernel::{BankZone, Clock, Randomness, Translated};
use orders::Desk;
use sandbox::Sandbox;
use store::Store;

use crate::document::Templates;

#[derive(Clone, Debug)]
pub struct TariffSettings {
    pub bank_name: Translated,
    pub templates: Templates,
    /// The treatment of a signature when an authority above it has no revocation list here.
    pub missing_list: MissingList,
}

/// Everything that the API, the online bank and the workers share.
#[derive(Clone, Debug)]
pub struct TariffRequestsState {
    pub store: Store,
    pub edge: Edge,
    pub clock: Arc<dyn Clock>,
    pub randomness: Arc<dyn Randomness>,
    /// The zone in which the bank counts its days and shows its moments.
    pub zone: BankZone,
    /// The bank's name as documents show it.
    pub bank_name: Translated,
    pub templates: Arc<Templates>,
    /// The treatment of a signature when an authority above it has no revocation list here.
    pub missing_list: MissingList,
    /// Wakes the workers after the commit that gives them something to do.
    pub wake: Wake,
    pub sandbox: Option<Sandbox>,
    pub idempotency: Idempotency,
    pub desk: Desk,
}

impl TariffRequestsState {
    pub fn new(given: &Given, settings: TariffSettings) -> Self {
        let Given { store, edge, clock, randomness, zone, wake, sandbox, idempotency, desk } = given.clone();
        let TariffSettings { bank_name, templates, missing_list } = settings;
        let templates = Arc::new(templates);
        Self {
            store,
            edge,
            clock,
            randomness,
            zone,
            bank_name,
            templates,
            missing_list,
            wake,
            sandbox,
            idempotency,
            desk,
        }
    }
}

impl FromRef<TariffRequestsState> for Edge {
    fn from_ref(state: &TariffRequestsState) -> Self {
        state.edge.clone()
    }
}
