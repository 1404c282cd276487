//! Currency control decides about the certificates of a message: it is asked by an order, and its answer ends the task.

use std::collections::BTreeMap;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use kernel::{Cnum, Instant};
use orders::{
    AnswerTaker, Answered, NewOrder, NotTaken, Order, OrderDocument, OrderDocuments, OrderError, OrderId,
    OrderKind, Outcome, Role, Verdict, settle, take_each,
};
use serde_json::{Value, json};
use store::{Result, Tx};
use uuid::Uuid;

use super::conclude::conclude;
use crate::certificate::StoredDocument;
use crate::checks::decision::{CertificateForCheck, Decision};
use crate::reason::{FOUND_CHARACTERS_MAX, Reason, ReasonCode};
use crate::state::CertificatesState;
use crate::store::{check, read};
use crate::task::TaskState;

pub(crate) static DECIDE: OrderKind = OrderKind {
    name: "currency_certificate.decide",
    prefix: "cc-",
    role: Role::CurrencyControl,
    deadline_s: 24 * 60 * 60,
    moves_money: false,
    is_refused_by_checks: false,
    stopped_by: &[],
    meaning: "Decide about every certificate of a message at once. `findings` is what the channel's own checks have \
        found, as advice. `DONE` has in `details.certificates` each `position` with `status` `ACCEPTED` or \
        `REJECTED`; a rejected one has in `code` one of the reasons of docs/api/currency-certificates.md, \
        `CURRENCY_CONTROL` when none is named, and in `text` up to 140 characters for the company: the reason, or \
        the wrong value that the sentence of another `code` names. `REFUSED` rejects all of them for its `reason`.",
    payload: || {
        json!({
            "task": "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f",
            "certificates": [
                { "position": 1, "owner": "C00001", "document": "1/2026", "corrects": null, "findings": [] }
            ]
        })
    },
    answer: || {
        json!({ "outcome": "DONE", "details": { "certificates": [
            { "position": 1, "status": "REJECTED", "text": "Нет договора" }
        ] } })
    },
};

/// Places the order, with what the checks of the program have found, in the order of the document, in the unit of work
/// that ends them.
pub(super) fn ask(
    tx: &mut Tx,
    company: &Cnum,
    task: Uuid,
    decisions: &[Decision],
    now: Instant,
) -> Result<()> {
    let certificates = check::certificates(tx, task)?;
    let of_certificate = |certificate: &CertificateForCheck| {
        let decision = decisions.binary_search_by_key(&certificate.position, |decision| decision.position);
        let decision = decision.ok().and_then(|at| decisions.get(at));
        let of_reason = |reason: &Reason| {
            let code = reason.code.as_str();
            json!({ "code": code, "found": reason.found, "path": reason.path })
        };
        json!({
            "position": certificate.position, "owner": certificate.owner.as_str(),
            "document": certificate.document_id, "corrects": certificate.original_id,
            "findings": decision.map(|decision| decision.reasons.iter().map(of_reason).collect::<Vec<_>>()),
        })
    };
    let payload = json!({
        "task": task.to_string(), "certificates": certificates.iter().map(of_certificate).collect::<Vec<_>>(),
    });
    let id = OrderId::new(&DECIDE, &task.to_string())?;
    let order =
        NewOrder { id, cnum: company.clone(), object_id: task.to_string(), payload: payload.to_string() };
    orders::place(tx, &DECIDE, &[order], now)
}

pub(crate) struct Decisions(pub(crate) CertificatesState);

impl AnswerTaker for Decisions {
    fn kind(&self) -> &'static OrderKind {
        &DECIDE
    }

    fn documents(&self) -> Option<&dyn OrderDocuments> {
        Some(self)
    }

    fn take(&self, answers: Vec<Answered>) -> BoxFuture<'_, Result<Vec<Verdict>, OrderError>> {
        let area = &self.0;
        let unit = (&area.store, "certificates, decided");
        take_each(unit, (area.edge.clock(), &area.randomness), area, answers, take).boxed()
    }
}

impl OrderDocuments for Decisions {
    fn documents<'a>(
        &'a self,
        order: &'a Order,
        _: Option<usize>,
    ) -> BoxFuture<'a, Result<Vec<OrderDocument>, OrderError>> {
        async move {
            let id: Uuid = order.object()?;
            let unit = move |tx: &mut Tx| read::document_if_kept(tx, id);
            let stored = self.0.store.read("certificates, documents of an order", unit).await?;
            let document = |stored: StoredDocument| {
                let charset = stored.charset.map_or(String::new(), |charset| format!("; charset={charset}"));
                OrderDocument::whole("message.xml", &format!("application/xml{charset}"), stored.body)
            };
            Ok(stored.map(document).into_iter().collect())
        }
        .boxed()
    }
}

fn take(tx: &mut Tx, area: &CertificatesState, answered: &Answered) -> Result<Verdict, OrderError> {
    let (now, randomness) = (area.edge.clock().now(), &*area.randomness);
    settle(tx, answered, now, randomness, |tx, order| {
        let id: Uuid = order.object()?;
        let task = check::task(tx, id)?.filter(|task| task.state == TaskState::Checking);
        let task = task.ok_or_else(|| NotTaken::impossible("the message does not wait for a decision"))?;
        let decisions = decisions(&check::certificates(tx, id)?, answered).map_err(NotTaken::impossible)?;
        Ok(conclude(tx, (&task, id), &decisions, now, randomness)?)
    })
}

/// Reads a decision about each certificate out of the answer; the error says to the bank's engineer why it is none.
fn decisions(certificates: &[CertificateForCheck], answered: &Answered) -> Result<Vec<Decision>, String> {
    let answer = &answered.answer;
    if answer.outcome == Outcome::Refused {
        let reason = answer.reason.as_ref().ok_or("`reason` is required, because the company reads it")?;
        let rejected = |certificate: &CertificateForCheck| Decision {
            position: certificate.position,
            reasons: vec![Reason::of_currency_control(reason)],
        };
        return Ok(certificates.iter().map(rejected).collect());
    }
    let told = answer.details.get("certificates").and_then(Value::as_array);
    let told = told.ok_or("`details.certificates` is required")?;
    // A message may have thousands of certificates, so that nobody looks through all of them for each.
    let mut by_position = BTreeMap::<i64, Vec<&Value>>::new();
    for one in told {
        if let Some(position) = one.get("position").and_then(Value::as_i64) {
            by_position.entry(position).or_default().push(one);
        }
    }
    let decision = |certificate: &CertificateForCheck| {
        let position = certificate.position;
        let Some([one]) = by_position.get(&position).map(Vec::as_slice) else {
            return Err(format!("`details.certificates` has to have the certificate {position} once"));
        };
        let reasons = match one.get("status").and_then(Value::as_str) {
            Some("ACCEPTED") => Vec::new(),
            Some("REJECTED") => vec![rejection(one)?],
            _ => return Err(format!("the status of the certificate {position} is ACCEPTED or REJECTED")),
        };
        Ok(Decision { position, reasons })
    };
    let decisions = certificates.iter().map(decision).collect::<Result<Vec<_>, _>>()?;
    if told.len() == certificates.len() {
        Ok(decisions)
    } else {
        Err(format!("the message has {} certificates", certificates.len()))
    }
}

fn rejection(told: &Value) -> Result<Reason, String> {
    let code = match told.get("code").map(|code| code.as_str().unwrap_or_default().parse::<ReasonCode>()) {
        None => ReasonCode::CurrencyControl,
        Some(Ok(code)) => code,
        Some(Err(error)) => return Err(format!("`code` {error}")),
    };
    let text = told.get("text").and_then(Value::as_str).unwrap_or_default();
    kernel::check_characters(text).map_err(|error| format!("`text` {error}"))?;
    if text.chars().count() > FOUND_CHARACTERS_MAX {
        return Err(format!("`text` has at most {FOUND_CHARACTERS_MAX} characters"));
    }
    if code.names_found() && text.trim().is_empty() {
        return Err(format!("a certificate rejected for {code} needs `text`, because the company reads it"));
    }
    Ok(Reason::of_message(code, text.to_owned()))
}
