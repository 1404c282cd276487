//! Audit entries about messages. Texts of the message stay out of them: the document is kept beside the trail, and its
//! hash proves which one is meant.

use area::Author;
use audit::{Actor, Entry};
use kernel::{Cnum, Instant, Randomness, UserId, hexadecimal};
use serde_json::json;
use uuid::Uuid;

use crate::checks::decision::Decision;
use crate::message::Message;
use crate::task::{CertificateStatus, TaskState};

/// The kind of object of every entry.
const TASK: &str = "certificate_task";

/// Tells that a user's message was taken.
pub(super) fn registered(
    at: Instant,
    randomness: &dyn Randomness,
    user: &UserId,
    company: &Cnum,
    (task, message, sha256): (Uuid, &Message, &[u8; 32]),
) -> Entry {
    let author = Author::of_request(Actor::User(user.clone()));
    let detail = json!({
        "message": message.message_name,
        "certificates": message.certificates.len(),
        "sha256": hexadecimal(sha256),
    });
    entry(at, randomness, &author, "certificate_task.registered", task, company).detail(detail)
}

/// Tells that a worker has begun.
pub(super) fn checking(at: Instant, randomness: &dyn Randomness, company: &Cnum, task: Uuid) -> Entry {
    entry(at, randomness, &program(), "certificate_task.checking", task, company)
}

/// Tells that every certificate has its status.
pub(super) fn checked(
    at: Instant,
    randomness: &dyn Randomness,
    company: &Cnum,
    task: Uuid,
    (state, decisions): (TaskState, &[Decision]),
) -> Entry {
    let accepted =
        decisions.iter().filter(|decision| decision.status() == CertificateStatus::Accepted).count();
    let detail = json!({
        "state": state.as_str(),
        "accepted": accepted,
        "rejected": decisions.len() - accepted,
    });
    entry(at, randomness, &program(), "certificate_task.checked", task, company).detail(detail)
}

/// Tells that the worker gave up: an operator has to look.
pub(super) fn given_up(
    at: Instant,
    randomness: &dyn Randomness,
    company: &Cnum,
    task: Uuid,
    reason: &str,
) -> Entry {
    entry(at, randomness, &program(), "certificate_task.given_up", task, company)
        .detail(json!({ "reason": reason }))
}

fn program() -> Author {
    Author::outside_of_requests(Actor::System)
}

fn entry(
    at: Instant,
    randomness: &dyn Randomness,
    author: &Author,
    action: &'static str,
    task: Uuid,
    company: &Cnum,
) -> Entry {
    author.entry(at, randomness, action, (TASK, task.to_string())).company(company.clone())
}
