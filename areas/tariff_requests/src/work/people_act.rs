//! Lets people and staff act on a request in a sandbox, because a trigger came with it (SBX-02, SBX-03).
//!
//! The order is beside the request from the unit that made it, and a job lets the people act through the use cases
//! of the online bank. The staff's decision is asked for where the bank decides, in `carry_out`.

use clients::SignatureType;
use jobs::{JobError, Lease};
use kernel::{Cnum, Instant, UserId};
use sandbox::orders;
use sandbox::triggers::{Act, PeopleAct, Trigger, asked_at};
use store::{Result, StoreError, Tx};
use uuid::Uuid;

use super::failure::Failure;
use super::job_kind::PEOPLE;
use super::sign::sign_by_confirmation;
use super::withdraw::withdraw;
use super::write_letter;
use crate::broken_rule::BrokenRule;
use crate::letter::rehearsed_answer;
use crate::request::{Author, DeclineReason, RequestId, TariffRequest};
use crate::state::TariffRequestsState;
use crate::store::requests;
use crate::triggers::{LETTERS, TARIFFS, TRIGGERS};
use crate::viewer::Viewer;

/// The name of requests in orders.
const OBJECT: &str = "tariff_request";

/// Returns what the request of this task asks of people and staff; nothing outside of a sandbox.
pub(super) fn asked(area: &TariffRequestsState) -> Option<&'static Trigger> {
    area.sandbox.as_ref()?;
    let names = edge::asked_triggers();
    asked_at(TRIGGERS, &names, TARIFFS).or_else(|| asked_at(TRIGGERS, &names, LETTERS))
}

/// Leaves the order beside a new request, and answers the letter that went with it.
pub(super) fn order(
    tx: &mut Tx,
    (request, letter): (&TariffRequest, Option<Uuid>),
    asked: Option<&Trigger>,
    now: Instant,
) -> Result<(), Failure> {
    let Some(trigger) = asked else { return Ok(()) };
    match (trigger.act, letter) {
        (Act::LetterAnswer, Some(letter)) => {
            let answer = rehearsed_answer(request.language);
            write_letter::add(tx, (&request.cnum, letter), &Author::Bank, answer, now)?;
        }
        (Act::TariffDecision(_) | Act::People(_), _) => {
            let key = request.id.to_string();
            orders::place(tx, (OBJECT, &key), trigger, now)?;
            jobs::enqueue(tx, PEOPLE, &key, now)?;
        }
        _ => {}
    }
    Ok(())
}

/// Places the staff's decision about a request, for when the bank comes to it.
pub(super) fn order_decision(tx: &mut Tx, id: RequestId, trigger: &Trigger, now: Instant) -> Result<()> {
    orders::place(tx, (OBJECT, &id.to_string()), trigger, now)
}

/// Returns the reason for which the staff of a sandbox decline the request, if they were told to.
pub(super) fn ordered_decline(tx: &mut Tx, id: RequestId) -> Result<Option<DeclineReason>> {
    let order = orders::find(tx, TRIGGERS, (OBJECT, &id.to_string()))?;
    Ok(match order.map(|trigger| trigger.act) {
        Some(Act::TariffDecision(decision)) => decision.parse().ok(),
        _ => None,
    })
}

/// Does what the order about the request says, and ends the job.
pub(crate) async fn act(area: &TariffRequestsState, id: RequestId, lease: Lease) -> Result<(), JobError> {
    let read = move |tx: &mut Tx| {
        let order = orders::find(tx, TRIGGERS, (OBJECT, &id.to_string()))?;
        Ok::<_, StoreError>(order.zip(requests::to_change(tx, id)?))
    };
    let found = area.store.read("tariff request, people's order", read).await?;
    match found.as_ref().map(|(order, request)| (order.act, request)) {
        Some((Act::TariffDecision(_), request)) => sign_all(area, request).await?,
        Some((Act::People(PeopleAct::Delete), request)) => take_back(area, request).await?,
        _ => {}
    }
    let now = area.clock.now();
    let end = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        lease.complete(tx)
    };
    area.store.write::<_, JobError>("tariff request, people are done", end).await
}

/// Lists the people of a client who may sign, first those who sign first.
pub(super) async fn signatories(
    area: &TariffRequestsState,
    cnum: &Cnum,
    wanted: Option<SignatureType>,
) -> Result<Vec<UserId>> {
    let cnum = cnum.clone();
    let read = move |tx: &mut Tx| {
        let mut people = Vec::new();
        for kind in SignatureType::ALL.iter().filter(|kind| wanted.is_none_or(|wanted| wanted == **kind)) {
            people.extend(clients::people_with_right(tx, &cnum, kind.right())?);
        }
        Ok::<_, StoreError>(people)
    };
    area.store.read("tariff request, signatories", read).await
}

/// Makes a person of the client a viewer in the online bank.
pub(super) fn viewer(user: UserId, cnum: &Cnum) -> Viewer {
    Viewer { user, company: cnum.clone(), client: None }
}

/// Lets everybody sign who still can, until nothing is missing.
async fn sign_all(area: &TariffRequestsState, request: &TariffRequest) -> Result<(), Failure> {
    for user in signatories(area, &request.cnum, None).await? {
        let viewer = viewer(user, &request.cnum);
        match sign_by_confirmation(area, &viewer, &request.cnum, request.id, None).await {
            Ok(state) if !state.awaits_signature() => return Ok(()),
            Ok(_) | Err(Failure::Rule(BrokenRule::NoSignatureToGive | BrokenRule::AlreadySigned)) => {}
            Err(Failure::Rule(BrokenRule::NotAwaitingSignature(_))) => return Ok(()),
            Err(other) => return Err(other),
        }
    }
    Ok(())
}

async fn take_back(area: &TariffRequestsState, request: &TariffRequest) -> Result<(), Failure> {
    let people = signatories(area, &request.cnum, None).await?;
    let Some(user) = people.into_iter().next() else { return Ok(()) };
    if !request.state.can_be_withdrawn() {
        return Ok(());
    }
    withdraw(area, &viewer(user, &request.cnum), &request.cnum, request.id).await
}
