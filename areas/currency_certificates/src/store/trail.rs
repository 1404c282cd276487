//! What the audit trail says of messages. Texts of the message stay out of it: the document is kept beside it, and its
//! hash proves which one is meant.

use audit::{Actor, Entry};
use kernel::{Cnum, Instant, Randomness, UserId};
use serde_json::json;
use uuid::Uuid;

use super::check::Decision;
use crate::digest::hex;
use crate::message::Message;
use crate::task::{CertificateStatus, TaskState};

/// The kind of object of every entry.
const TASK: &str = "certificate_task";

/// A user's message was taken.
pub(crate) fn registered(
    at: Instant,
    randomness: &dyn Randomness,
    user: &UserId,
    company: &Cnum,
    (task, message, sha256): (Uuid, &Message, &[u8; 32]),
) -> Entry {
    let context = edge::RequestContext::current();
    let detail = json!({
        "message": message.message_name,
        "certificates": message.certificates.len(),
        "sha256": hex(sha256),
    });
    entry(at, randomness, Actor::User(user.clone()), "certificate_task.registered", task, company)
        .address(context.as_ref().and_then(|context| context.remote_address()))
        .trace_id(context.map(|context| context.trace().trace_id().to_string()))
        .detail(detail)
}

/// A worker has begun.
pub(crate) fn checking(at: Instant, randomness: &dyn Randomness, company: &Cnum, task: Uuid) -> Entry {
    entry(at, randomness, Actor::System, "certificate_task.checking", task, company)
}

/// Every certificate has its status.
pub(crate) fn checked(
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
    entry(at, randomness, Actor::System, "certificate_task.checked", task, company).detail(detail)
}

/// The worker gave up: an operator has to look.
pub(crate) fn given_up(
    at: Instant,
    randomness: &dyn Randomness,
    company: &Cnum,
    task: Uuid,
    reason: &str,
) -> Entry {
    entry(at, randomness, Actor::System, "certificate_task.given_up", task, company)
        .detail(json!({ "reason": reason }))
}

fn entry(
    at: Instant,
    randomness: &dyn Randomness,
    actor: Actor,
    action: &'static str,
    task: Uuid,
    company: &Cnum,
) -> Entry {
    Entry::new(at, randomness, actor, action, (TASK, task.to_string())).company(company.clone())
}
