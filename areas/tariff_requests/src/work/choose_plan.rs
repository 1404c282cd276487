//! Reads what a person needs to choose another plan.

use jiff::civil::Date;
use kernel::Cnum;
use orders::Player;
use store::Tx;

use super::failure::Failure;
use super::take_decision::DECIDE;
use crate::plan::{FutureChange, TariffPlan, effective_date};
use crate::request::RequestId;
use crate::state::TariffRequestsState;
use crate::store::{access, new_request, plans};
use crate::viewer::Viewer;
use crate::wish::Wish;

#[derive(Clone, Debug)]
pub struct Offer {
    pub today: Option<TariffPlan>,
    /// The change that lies ahead; another request would take its place.
    pub future: Option<FutureChange>,
    /// The plans that any client may ask for, the cheapest first.
    pub plans: Vec<TariffPlan>,
    /// The request that has to end before another one is made.
    pub in_the_way: Option<RequestId>,
    /// The first day of the new plan, if the last signature is given today.
    pub effective_from: Date,
    /// True where the bank's own systems may name another day.
    pub bank_names_day: bool,
}

pub async fn offer(area: &TariffRequestsState, viewer: &Viewer, cnum: &Cnum) -> Result<Offer, Failure> {
    let effective_from = effective_date(area.zone.date_of(area.clock.now()));
    let bank_names_day = area.desk.player(&DECIDE) == Player::Bank;
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        access::check(tx, &viewer, &cnum)??;
        let current = plans::current_plan(tx, &cnum)?;
        let today = match current {
            Some(current) => plans::find_plan(tx, &current.code)?,
            None => None,
        };
        Ok::<_, Failure>(Offer {
            today,
            future: plans::planned_change(tx, &cnum)?,
            plans: plans::offered_plans(tx)?,
            in_the_way: new_request::in_the_way(tx, &cnum, &Wish::Change(None))?,
            effective_from,
            bank_names_day,
        })
    };
    area.store.read("tariff plans, offer", work).await
}
