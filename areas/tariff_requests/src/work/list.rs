//! Lists a client's requests, and the plans beside them.

use kernel::Cnum;
use store::Tx;

use super::failure::Failure;
use crate::plan::{CurrentPlan, FutureChange};
use crate::request_query::RequestQuery;
use crate::state::TariffRequestsState;
use crate::store::list::{self, RequestPage};
use crate::store::{access, plans};
use crate::viewer::Viewer;

pub(crate) async fn requests(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    query: RequestQuery,
) -> Result<RequestPage, Failure> {
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        access::check(tx, &viewer, &cnum)??;
        Ok::<_, Failure>(list::page(tx, &cnum, &query)?)
    };
    area.store.read("tariff requests, page", work).await
}

pub(crate) async fn client_plans(
    area: &TariffRequestsState,
    cnum: &Cnum,
) -> Result<(Option<CurrentPlan>, Option<FutureChange>), Failure> {
    let cnum = cnum.clone();
    let work = move |tx: &mut Tx| {
        Ok::<_, Failure>((plans::current_plan(tx, &cnum)?, plans::planned_change(tx, &cnum)?))
    };
    area.store.read("tariff plans, page", work).await
}
