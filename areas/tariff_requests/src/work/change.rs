//! Units of work in which a person changes a request.

use kernel::{Cnum, Instant};
use serde_json::Value;
use store::{Result, Tx};

use super::failure::Failure;
use super::trail::Trail;
use crate::request::{Author, RequestId, TariffRequest};
use crate::state::TariffRequestsState;
use crate::store::{access, requests};
use crate::viewer::Viewer;

pub(super) struct Change<'a> {
    pub(super) request: TariffRequest,
    pub(super) viewer: &'a Viewer,
    pub(super) now: Instant,
    trail: &'a Trail,
}

impl Change<'_> {
    pub(super) fn author(&self, tx: &mut Tx) -> Result<Author> {
        access::author(tx, &self.viewer.user)
    }

    pub(super) fn record(&self, tx: &mut Tx, action: &'static str, detail: Value) -> Result<()> {
        let object = ("tariff_request", self.request.id.to_string());
        self.trail.record(tx, self.now, action, object, &self.request.cnum, detail)
    }
}

/// Runs `work` on a request of the client `cnum` in one unit of work, which is called `unit`.
///
/// # Errors
/// The viewer may not act for the client, or there is no such request; and those of `work`.
pub(super) async fn change<T: Send + 'static>(
    unit: &'static str,
    area: &TariffRequestsState,
    viewer: &Viewer,
    (cnum, id): (&Cnum, RequestId),
    work: impl Fn(&mut Tx, &Change<'_>) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let now = area.clock.now();
    let trail = Trail::of_user(&viewer.user, &area.randomness);
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let whole = move |tx: &mut Tx| {
        let request = requests::find_in(tx, &viewer, &cnum, id)??;
        work(tx, &Change { request, viewer: &viewer, now, trail: &trail })
    };
    area.store.write(unit, whole).await
}
