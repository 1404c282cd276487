//! Surroundings of an area.

use std::sync::Arc;

use axum::extract::FromRef;
use edge::Edge;
use idempotency::Idempotency;
use jobs::Wake;
use kernel::{BankZone, Clock, Randomness};
use orders::Desk;
use sandbox::Sandbox;
use store::Store;

/// Everything that the program gives to each area.
#[derive(Clone, Debug)]
pub struct Given {
    pub store: Store,
    pub edge: Edge,
    pub clock: Arc<dyn Clock>,
    pub randomness: Arc<dyn Randomness>,
    pub zone: BankZone,
    /// Tells the workers of this process that there is work.
    pub wake: Wake,
    /// The sandbox, if this program runs as one.
    pub sandbox: Option<Sandbox>,
    pub idempotency: Idempotency,
    pub desk: Desk,
}

/// State of an area that needs no other.
#[derive(Clone)]
pub struct Basics {
    pub store: Store,
    pub edge: Edge,
}

impl From<&Given> for Basics {
    fn from(given: &Given) -> Self {
        Self { store: given.store.clone(), edge: given.edge.clone() }
    }
}

impl FromRef<Basics> for Edge {
    fn from_ref(basics: &Basics) -> Self {
        basics.edge.clone()
    }
}

kernel::debug_shows!(Basics(..));
