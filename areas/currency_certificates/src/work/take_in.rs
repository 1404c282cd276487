//! Takes a message, over the interface and in the online bank.
//!
//! The document is read and checked as a whole first. Then one unit of work holds the message, its certificates, its
//! job and its entry in the trail, or nothing at all (requirement CTC-04).

use std::collections::HashSet;

use area::Author;
use audit::{Actor, Entry};
use bytes::Bytes;
use clients::Directory;
use kernel::{Cnum, hexadecimal};
use serde_json::json;
use sha2::{Digest, Sha256};
use store::{Result, Tx};
use uuid::Uuid;

use super::announce;
use super::intake_error::IntakeError;
use super::job_kind::CHECK;
use super::turn::in_turn;
use super::{rehearse, trail};
use crate::checks::message::Surroundings;
use crate::message::Message;
use crate::state::{CertificatesState, VIOLATIONS_MAX};
use crate::store::register::{self, Registration};
use crate::task::TaskState;
use crate::viewer::Viewer;

/// Validates, checks and stores a message; returns the identifier of its task once everything is on the disk.
pub async fn take_in(
    area: &CertificatesState,
    sender: Viewer,
    body: Bytes,
    charset: Option<String>,
) -> Result<Uuid, IntakeError> {
    let directory = Directory::new(area.store.clone());
    let companies =
        directory.companies_user_may_act_for_through(&sender.user, sender.client.as_ref()).await?;
    if !companies.iter().any(|company| company.cnum == sender.company) {
        return Err(IntakeError::NotActing);
    }
    let now = area.edge.clock().now();
    let (bytes, state, company) = (body.len(), area.clone(), sender.company.clone());
    let read = move || {
        let CertificatesState { reader, bank, zone, .. } = &state;
        let document = reader.read(&body, charset.as_deref()).map_err(IntakeError::Violations)?;
        let surroundings = Surroundings { bank, zone, now, company: &company, companies: &companies };
        let message = Message::taken(&document, &surroundings, VIOLATIONS_MAX)?;
        Ok((message, body, charset))
    };
    let (message, body, charset) = in_turn(&area.large_documents, bytes, read).await?;
    let task = area.randomness.uuid(now);
    let sha256: [u8; 32] = Sha256::digest(&body).into();
    let author = Author::of_request(Actor::User(sender.user.clone()));
    let subject = (&sender.company, task);
    let entry = trail::entry(now, &*area.randomness, &author, "certificate_task.registered", subject);
    let entry = entry.detail(json!({
        "message": message.message_name,
        "certificates": message.certificates.len(),
        "sha256": hexadecimal(&sha256),
    }));
    let registration = Registration { task, sender, message, body: body.to_vec(), charset, sha256, at: now };
    let asked = rehearse::asked(area);
    let work = move |tx: &mut Tx| {
        check_sender(tx, &registration)?;
        register(tx, &registration, &entry)?;
        Ok::<_, IntakeError>(rehearse::order(tx, task, asked, now)?)
    };
    area.store.write("register certificates", work).await?;
    area.wake.notify(CHECK);
    Ok(task)
}

/// Checks that the sender may still act for the company and for each whose certificates the message has: a large
/// document may have waited long for its turn.
fn check_sender(tx: &mut Tx, registration: &Registration) -> Result<(), IntakeError> {
    let Registration { sender: Viewer { company, user, client }, message, .. } = registration;
    let companies = clients::companies_user_may_act_for_through(tx, user, client.as_ref())?;
    let may_act_for = |cnum: &Cnum| companies.iter().any(|one| one.cnum == *cnum);
    let is_sender = may_act_for(company) && message.owners().into_iter().all(may_act_for);
    if is_sender { Ok(()) } else { Err(IntakeError::NotActing) }
}

/// Stores the message; its unique keys decide between messages that arrive at once.
fn register(tx: &mut Tx, registration: &Registration, entry: &Entry) -> Result<(), IntakeError> {
    let Registration { task, sender: Viewer { company, .. }, message, .. } = registration;
    if !register::insert_task(tx, registration)? {
        let message_id = message.message_id.clone();
        let task = register::task_of_message(tx, company, &message_id)?;
        return Err(IntakeError::MessageUsed { message_id, task });
    }
    register::insert_document(tx, registration)?;
    if register::insert_certificates(tx, registration)? != message.certificates.len() {
        return Err(IntakeError::TransactionsUsed(used(tx, registration)?));
    }
    audit::record(tx, entry.clone())?;
    announce::state(tx, company, *task, TaskState::Registered, registration.at)?;
    jobs::enqueue(tx, CHECK, &task.to_string(), registration.at)?;
    Ok(())
}

/// Lists the transaction ids of the message that are not the task's own, because an earlier message has them.
fn used(tx: &mut Tx, registration: &Registration) -> Result<Vec<String>> {
    let own: HashSet<String> = register::transactions_of(tx, registration.task)?;
    let all = registration.message.certificates.iter().map(|certificate| &certificate.transaction_id);
    Ok(all.filter(|id| !own.contains(*id)).cloned().collect())
}
