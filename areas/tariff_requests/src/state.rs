//! The state that every part of the area works with.

use std::sync::Arc;

use axum::extract::FromRef;
use clients::signatures::MissingList;
use edge::Edge;
use idempotency::Idempotency;
use jobs::Wake;
use kernel::{BankZone, Clock, Language, Randomness, Translated};
use orders::Desk;
use sandbox::Sandbox;
use store::Store;

use crate::document::Templates;

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
    /// The sandbox, if the program is one.
    pub sandbox: Option<Sandbox>,
    /// Answers requests with an `Idempotency-Key` once.
    pub idempotency: Idempotency,
    /// Hands orders to the bank's systems and takes their answers.
    pub desk: Desk,
}

impl TariffRequestsState {
    /// The bank's name in `language`.
    pub(crate) fn bank_name(&self, language: Language) -> &str {
        self.bank_name.in_language(language)
    }
}

impl FromRef<TariffRequestsState> for Edge {
    fn from_ref(state: &TariffRequestsState) -> Self {
        state.edge.clone()
    }
}
