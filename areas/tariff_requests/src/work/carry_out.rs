//! Carries out a signed request, in two units of work: it begins (`PROCESSING`), and it ends with all that follows
//! (`DONE` or `DECLINED`). Each is guarded by the lease of the job and by compare-and-set, so that running them again,
//! or at the same time, changes nothing more.

use clients::CompanyStatus;
use jobs::{JobError, Lease};
use orders::Player;
use store::{Result, Tx};

use super::advance::advance;
use super::conclude::{Run, conclude};
use super::failure::Failure;
use super::people_act::ordered_decline;
use super::sign::do_signatures_stand;
use super::take_decision::{DECIDE, ask};
use crate::decision::{Decision, Situation, decide};
use crate::request::{Author, DeclineReason, RequestId, TariffRequest};
use crate::request_state::{RequestEvent, RequestState};
use crate::state::TariffRequestsState;
use crate::store::{plans, requests};

/// Carries out the request and ends the job.
pub(crate) async fn carry_out(
    area: &TariffRequestsState,
    lease: Lease,
    id: RequestId,
) -> Result<(), JobError> {
    let run = Run::new(area, id, area.desk.player(&DECIDE));
    let (begin_lease, begin_run) = (lease.clone(), run.clone());
    let begin = move |tx: &mut Tx| begin(tx, &begin_lease, &begin_run);
    if area.store.write("tariff request, begin", begin).await? {
        let finish = move |tx: &mut Tx| finish(tx, &lease, &run);
        area.store.write("tariff request, finish", finish).await?;
    }
    area.wake.notify(super::job_kind::TAKE_EFFECT);
    Ok(())
}

/// `SIGNED` → `PROCESSING`. Answers whether there is anything left to do; when not, the job is done.
fn begin(tx: &mut Tx, lease: &Lease, run: &Run) -> Result<bool, JobError> {
    lease.check(tx, run.now)?;
    let goes_on = match requests::to_change(tx, run.id)? {
        Some(request) if request.state == RequestState::Signed => {
            let began = (RequestState::Signed, RequestEvent::Began);
            let has_begun = advance(tx, (&request.cnum, run.id), began, run.now, &Author::Bank, None)?;
            match run.player {
                Player::Bank if has_begun => {
                    if do_signatures_stand(tx, &request, (run.missing_list, run.now))? {
                        ask(tx, run, &request)?;
                    } else {
                        // No decision of the bank makes up for it.
                        let lost = Decision::Decline(DeclineReason::SignatureLost);
                        conclude(tx, run, &request, (lost, None))?;
                    }
                    false
                }
                Player::Bank | Player::Embedded | Player::Nobody => has_begun,
            }
        }
        Some(request) => request.state == RequestState::Processing && run.player != Player::Bank,
        None => false,
    };
    if !goes_on {
        lease.complete(tx)?;
    }
    Ok(goes_on)
}

/// `PROCESSING` → `DONE` or `DECLINED`, with the plan, the letter and the audit entry.
fn finish(tx: &mut Tx, lease: &Lease, run: &Run) -> Result<(), JobError> {
    lease.check(tx, run.now)?;
    let request = requests::to_change(tx, run.id)?;
    if let Some(request) = request.filter(|found| found.state == RequestState::Processing) {
        let decision = decision(tx, run, &request)?;
        conclude(tx, run, &request, (decision, None))?;
    }
    lease.complete(tx)
}

/// Declines a request that the bank could not carry out however often it tried: the client is told, and may ask again.
pub(crate) fn give_up(tx: &mut Tx, area: &TariffRequestsState, id: RequestId) -> Result<(), Failure> {
    let run = Run::new(area, id, area.desk.player(&DECIDE));
    let Some(mut request) = requests::to_change(tx, id)? else { return Ok(()) };
    if request.state == RequestState::Signed {
        let began = (request.state, RequestEvent::Began);
        advance(tx, (&request.cnum, id), began, run.now, &Author::Bank, None)?;
        request.state = RequestState::Processing;
    }
    if request.state == RequestState::Processing {
        conclude(tx, &run, &request, (Decision::Decline(DeclineReason::BankFault), None))?;
    }
    Ok(())
}

fn decision(tx: &mut Tx, run: &Run, request: &TariffRequest) -> Result<Decision> {
    if run.is_sandbox
        && let Some(reason) = ordered_decline(tx, request.id)?
    {
        return Ok(Decision::Decline(reason));
    }
    let signed_at = requests::signed_at(tx, request.id)?;
    let company = clients::find_company(tx, &request.cnum)?;
    let target = plans::find_plan(tx, &request.target_plan)?;
    let current = plans::current_plan(tx, &request.cnum)?;
    let planned = plans::planned_change(tx, &request.cnum)?;
    Ok(decide(Situation {
        document_type: request.document_type,
        target: &request.target_plan,
        change_to_cancel: request.future_change,
        signed_on: run.zone.date_of(signed_at),
        is_client_open: company.is_some_and(|company| company.status == CompanyStatus::Open),
        do_signatures_stand: do_signatures_stand(tx, request, (run.missing_list, run.now))?,
        target_status: target.map(|plan| plan.status),
        current: current.as_ref().map(|plan| &plan.code),
        planned: planned.as_ref(),
    }))
}
