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

/// Begins an entry about something that a worker has done.
pub(super) fn of_worker(
    at: Instant,
    randomness: &dyn Randomness,
    action: &'static str,
    company: &Cnum,
    task: Uuid,
) -> Entry {
    entry(at, randomness, &Author::outside_of_requests(Actor::System), action, task, company)
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
    of_worker(at, randomness, "certificate_task.checked", company, task).detail(detail)
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
