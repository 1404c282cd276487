//! What every part of the area works with.

use std::sync::Arc;

use axum::extract::FromRef;
use clients::signatures::MissingList;
use edge::Edge;
use jobs::Wake;
use kernel::{BankZone, Clock, Language, Randomness, Translated};
use store::Store;

use crate::document::Templates;

/// The office that handles requests: shared by the API, the online bank and the workers.
#[derive(Clone, Debug)]
pub struct TariffOffice {
    /// The database.
    pub store: Store,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where identifiers come from.
    pub randomness: Arc<dyn Randomness>,
    /// Where the bank counts its days and shows its moments.
    pub zone: BankZone,
    /// The bank's name as documents show it.
    pub bank_name: Translated,
    /// What documents are made from.
    pub templates: Arc<Templates>,
    /// What becomes of a signature when an authority above it has no revocation list here.
    pub missing_list: MissingList,
    /// Wakes the workers after the commit that gives them something to do.
    pub wake: Wake,
}

impl TariffOffice {
    /// The bank's name in `language`.
    pub(crate) fn bank_name(&self, language: Language) -> &str {
        self.bank_name.in_language(language)
    }
}

/// What the operations of the API work with.
#[derive(Clone, Debug)]
pub struct TariffRequestsState {
    /// The office.
    pub office: TariffOffice,
    /// Verification of tokens.
    pub edge: Edge,
}

impl FromRef<TariffRequestsState> for Edge {
    fn from_ref(state: &TariffRequestsState) -> Self {
        state.edge.clone()
    }
}
