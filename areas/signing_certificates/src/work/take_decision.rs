//! The bank decides about a request for a certificate: it is asked by an order, and its answer brings the certificate
//! or a refusal.

use audit::Entry;
use clients::signatures::{
    AskedCertificate, CertificateStatus, NewRegistration, RefusalError, RegistrationError, refuse_request,
    register, waiting_request,
};
use cms::Certificate;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use kernel::{Instant, Language, hexadecimal};
use orders::{
    AnswerTaker, Answered, NewOrder, NotTaken, OrderError, OrderId, OrderKind, Outcome, Refusal, Role,
    Verdict, settle, take_each,
};
use serde_json::json;
use store::{Result, Tx};

use crate::state::CertificatesState;

pub(crate) static DECIDE: OrderKind = OrderKind {
    name: "signing_certificate.decide",
    prefix: "crt-",
    role: Role::Registry,
    deadline_s: 3 * 24 * 60 * 60,
    moves_money: false,
    is_refused_by_checks: false,
    stopped_by: &[],
    meaning: "Issue a certificate for a person's key, or refuse it. `request` is the PKCS#10 request in PEM that the \
        key has signed. `DONE` has the certificate in PEM in `details.certificate`; it is registered for the person, \
        the company and the type of signatures. `REFUSED` has a reason, whose Russian words the person reads.",
    payload: || {
        json!({
            "requestId": "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f", "login": "ivanova", "fullName": "Иванова Анна",
            "signatureType": "FIRST",
            "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "request": "-----BEGIN CERTIFICATE REQUEST-----\nMIIB…\n-----END CERTIFICATE REQUEST-----\n"
        })
    },
    answer: || {
        json!({ "outcome": "DONE", "details": {
            "certificate": "-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----\n"
        } })
    },
};

/// Places the order in the unit of work that stores the request.
pub(super) fn place(
    tx: &mut Tx,
    asked: &AskedCertificate,
    (login, full_name): (&str, &str),
    now: Instant,
) -> Result<()> {
    let payload = json!({
        "requestId": asked.id, "login": login, "fullName": full_name,
        "signatureType": asked.signature_type.as_str(),
        "keyFingerprint": hexadecimal(&asked.request.key_fingerprint()), "request": asked.request.to_pem(),
    });
    let order = NewOrder {
        id: order_id(&asked.id)?,
        cnum: asked.cnum.clone(),
        object_id: asked.id.clone(),
        payload: payload.to_string(),
    };
    orders::place(tx, &DECIDE, &[order], now)
}

/// Withdraws the order for a request that its person does not make any more.
pub(super) fn withdraw(tx: &mut Tx, request: &str, by: &str, now: Instant) -> Result<()> {
    orders::withdraw(tx, &order_id(request)?, by, "withdrawn by the person", now).map(drop)
}

fn order_id(request: &str) -> Result<OrderId> {
    Ok(OrderId::new(&DECIDE, request)?)
}

pub(crate) struct Decisions(pub(crate) CertificatesState);

impl AnswerTaker for Decisions {
    fn kind(&self) -> &'static OrderKind {
        &DECIDE
    }

    fn take(&self, answers: Vec<Answered>) -> BoxFuture<'_, Result<Vec<Verdict>, OrderError>> {
        let area = &self.0;
        let unit = (&area.store, "signing_certificates.decided");
        take_each(unit, (&*area.clock, &area.randomness), area, answers, take).boxed()
    }
}

fn take(tx: &mut Tx, area: &CertificatesState, answered: &Answered) -> Result<Verdict, OrderError> {
    let (now, randomness) = (area.clock.now(), &*area.randomness);
    settle(tx, answered, now, randomness, |tx, order| {
        // A file of the bank has answered it: then nobody waits for this answer.
        let Some(asked) = waiting_request(tx, &order.object_id)? else {
            orders::withdraw(tx, &order.id, "clientbank", "the request is not open any more", now)?;
            return Err(NotTaken::Refused(Refusal::Withdrawn));
        };
        let action = decide(tx, &asked, answered, now)?;
        let object = ("certificate_request", asked.id);
        let entry = Entry::new(now, randomness, answered.by.actor.clone(), action, object);
        Ok(audit::record(tx, entry.company(asked.cnum))?)
    })
}

/// Does what the answer says, and returns the action for the trail.
fn decide(
    tx: &mut Tx,
    asked: &AskedCertificate,
    answered: &Answered,
    now: Instant,
) -> Result<&'static str, NotTaken> {
    let answer = &answered.answer;
    if answer.outcome == Outcome::Refused {
        let required = || NotTaken::impossible("`reason` is required, because the person reads it");
        let reason = answer.reason.as_ref().ok_or_else(required)?;
        return match refuse_request(tx, &asked.id, &reason.russian, now) {
            Ok(_) => Ok("certificate_request.refused"),
            Err(RefusalError::Store(error)) => Err(error.into()),
            Err(error) => Err(NotTaken::impossible(error.to_string())),
        };
    }
    let text = answer.detail("certificate");
    let text = text.ok_or_else(|| NotTaken::impossible("`details.certificate` is required"))?;
    let certificate = Certificate::from_pem(text)
        .map_err(|error| NotTaken::impossible(error.message(Language::English)))?;
    if certificate.key_fingerprint() != asked.request.key_fingerprint() {
        return Err(NotTaken::impossible("`details.certificate` is for another key"));
    }
    let new = NewRegistration {
        cnum: asked.cnum.clone(),
        user_id: asked.user_id.clone(),
        signature_type: asked.signature_type,
        status: CertificateStatus::Active,
        certificate,
        at: now,
    };
    // This unit may have changed something by now, so a refusal undoes it.
    match register(tx, &new) {
        Ok((_, Some(_))) => Ok("certificate_request.issued"),
        Ok((_, None)) => Err(OrderError::Undone("the certificate is registered already".to_owned()).into()),
        Err(RegistrationError::Store(error)) => Err(error.into()),
        Err(RegistrationError::Certificate(error)) => {
            Err(NotTaken::impossible(error.message(Language::English)))
        }
        Err(error) => Err(OrderError::Undone(error.to_string()).into()),
    }
}
