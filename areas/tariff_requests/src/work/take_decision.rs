//! The bank decides about a request: it is asked by an order, and its answer ends the request.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::civil::Date;
use orders::{
    AnswerTaker, Answered, NewOrder, NotTaken, OrderDocuments, OrderError, OrderId, OrderKind, Outcome,
    Player, Role, Verdict, settle, take_each,
};
use serde_json::json;
use store::{Result, Tx};

use super::conclude::{Run, conclude};
use super::job_kind::TAKE_EFFECT;
use crate::decision::Decision;
use crate::request::{DeclineReason, DocumentType, RequestId, TariffRequest};
use crate::request_state::RequestState;
use crate::state::TariffRequestsState;
use crate::store::{plans, requests};

pub(crate) static DECIDE: OrderKind = OrderKind {
    name: "tariff_request.decide",
    prefix: "tr-",
    role: Role::Tariffs,
    deadline_s: 3 * 24 * 60 * 60,
    moves_money: false,
    is_refused_by_checks: false,
    stopped_by: &[],
    meaning: "Decide about a request for another tariff plan. `DONE` to a request for a plan names in \
        `details.effectiveFrom` the first day of the plan; `DONE` to one that cancels a planned change needs nothing \
        more. `REFUSED` has a reason in both languages, which the company reads.",
    payload: || {
        json!({
            "request": "1795165200000042", "documentType": DocumentType::Change.as_str(), "document": 17,
            "targetPlan": "T00007", "currentPlan": "T00001", "plannedChange": null,
            "signedAt": "2026-11-20T09:00:00Z", "clientIsOpen": true
        })
    },
    answer: || json!({ "outcome": "DONE", "details": { "effectiveFrom": "2026-12-01" } }),
};

/// Places the order in the unit of work in which the bank begins to carry out the request.
pub(super) fn ask(tx: &mut Tx, run: &Run, request: &TariffRequest) -> Result<()> {
    let current = plans::current_plan(tx, &request.cnum)?;
    let planned = plans::planned_change(tx, &request.cnum)?;
    let company = clients::find_company(tx, &request.cnum)?;
    let payload = json!({
        "request": request.id.to_string(),
        "documentType": request.document_type.as_str(),
        "document": request.client_document_number,
        "targetPlan": request.target_plan.as_str(),
        "currentPlan": current.as_ref().map(|plan| plan.code.as_str()),
        "plannedChange": planned.as_ref().map(|change| change.id),
        "signedAt": requests::signed_at(tx, request.id)?.to_string(),
        "clientIsOpen": company.is_some_and(|company| company.status == clients::CompanyStatus::Open),
    });
    let order = NewOrder {
        id: OrderId::new(&DECIDE, &request.id.to_string())?,
        cnum: request.cnum.clone(),
        object_id: request.id.to_string(),
        payload: payload.to_string(),
    };
    orders::place(tx, &DECIDE, &[order], run.now)
}

pub(crate) struct Decisions(pub(crate) TariffRequestsState);

impl AnswerTaker for Decisions {
    fn kind(&self) -> &'static OrderKind {
        &DECIDE
    }

    fn documents(&self) -> Option<&dyn OrderDocuments> {
        Some(self)
    }

    fn take(&self, answers: Vec<Answered>) -> BoxFuture<'_, Result<Vec<Verdict>, OrderError>> {
        let area = &self.0;
        async move {
            let unit = (&area.store, "tariff request, decided");
            let verdicts = take_each(unit, (&*area.clock, &area.randomness), area, answers, take).await?;
            area.wake.notify(TAKE_EFFECT);
            Ok(verdicts)
        }
        .boxed()
    }
}

fn take(tx: &mut Tx, area: &TariffRequestsState, answered: &Answered) -> Result<Verdict, OrderError> {
    settle(tx, answered, area.clock.now(), &*area.randomness, |tx, order| {
        let id: RequestId = order.object()?;
        let request = requests::to_change(tx, id)?;
        let waiting = request.filter(|request| request.state == RequestState::Processing);
        let request =
            waiting.ok_or_else(|| NotTaken::impossible("the request does not wait for a decision"))?;
        let decision = decision(tx, area, &request, answered)?;
        let reason = answered.answer.reason.as_ref();
        let concluded = conclude(tx, &Run::new(area, id, Player::Bank), &request, (decision, reason));
        Ok(concluded.map_err(OrderError::from)?)
    })
}

fn decision(
    tx: &mut Tx,
    area: &TariffRequestsState,
    request: &TariffRequest,
    answered: &Answered,
) -> Result<Decision, NotTaken> {
    match (answered.answer.outcome, request.document_type) {
        (Outcome::Refused, _) if answered.answer.reason.is_none() => {
            Err(NotTaken::impossible("`reason` is required, because the company reads it"))
        }
        (Outcome::Refused, _) => Ok(Decision::Decline(DeclineReason::BankDecision)),
        (Outcome::Done, DocumentType::Change) => {
            let today = area.zone.date_of(area.clock.now());
            let day = answered.answer.detail("effectiveFrom").map(str::parse::<Date>);
            match day {
                Some(Ok(effective_from)) if effective_from >= today => Ok(Decision::Plan { effective_from }),
                Some(Ok(_)) => {
                    Err(NotTaken::impossible(format!("`details.effectiveFrom` is before {today}")))
                }
                Some(Err(_)) | None => {
                    Err(NotTaken::impossible("`details.effectiveFrom` must be a day, such as 2026-12-01"))
                }
            }
        }
        (Outcome::Done, DocumentType::CancelFutureChange) => {
            let planned = plans::planned_change(tx, &request.cnum)?;
            if planned.is_some_and(|change| Some(change.id) == request.future_change) {
                Ok(Decision::CancelPlanned)
            } else {
                Err(NotTaken::impossible("the change that was to be cancelled is not planned any more"))
            }
        }
    }
}
