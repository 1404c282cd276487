//! Rows that the check of a task reads and writes. Every change compares the state that it was computed from.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kernel::{Cnum, Instant};
use store::{Result, Selected, StoreError, Tx, Value, params};
use uuid::Uuid;

use super::read::stored_document;
use crate::checks::decision::{CertificateForCheck, Decision, Workload};
use crate::checks::value::Standing;
use crate::reason::Reason;
use crate::task::TaskState;

store::selected! {
    TaskForCheck as "t" { company: "cnum", state, registered_at: "registered_at_us" }
    CertificateForCheck as "c" { position, owner: "owner_cnum", document_id, original_id }
}

store::queries! {
    TASK_FOR_CHECK = store::text!("select ", TaskForCheck::LIST, " from certificate_tasks where task_id = $1");

    /// A task goes on, if it is still in the state that it is known in.
    TASK_ADVANCE = "update certificate_tasks set state = $3, state_changed_at_us = $4
        where task_id = $1 and state = $2";

    /// The certificates of a task with what a correction names.
    CERTIFICATES_FOR_CHECK = store::text!("select ", CertificateForCheck::LIST,
        " from certificates where task_id = $1 order by position");

    /// The standing of the certificates of an owner that have an identifier and were registered earlier: 3 for one that
    /// was accepted, 2 for one that is not checked yet, 1 for one that was rejected, the greatest of them.
    ORIGINAL_STANDING = "select cast(max(case when c.status = 'ACCEPTED' then 3 when c.status is null then 2 else 1 end)
            as bigint) as standing
        from certificates c
        join certificate_tasks t on t.task_id = c.task_id
        where c.owner_cnum = $1 and c.document_id = $2
          and (t.registered_at_us < $3 or (t.registered_at_us = $3 and t.task_id < $4))";

    /// A certificate gets its status, once.
    CERTIFICATE_DECIDE = "update certificates set status = $3 where task_id = $1 and position = $2 and status is null";

    REASON_INSERT = "insert into certificate_reasons (task_id, position, ordinal, code, found, found_english, line,
        line_column, path) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
}

/// Task as it stands before it is checked.
#[derive(Clone, Debug)]
pub(crate) struct TaskForCheck {
    pub(crate) company: Cnum,
    pub(crate) state: TaskState,
    pub(crate) registered_at: Instant,
}

pub(crate) fn task(tx: &mut Tx, id: Uuid) -> Result<Option<TaskForCheck>> {
    tx.select_optional(&TASK_FOR_CHECK, params![id])
}

/// Puts the task from one state into the next.
///
/// # Errors
/// [`StoreError::RowsChanged`] when it is not in the state `from` any more.
pub(crate) fn set_state(tx: &mut Tx, id: Uuid, from: TaskState, to: TaskState, at: Instant) -> Result<()> {
    tx.execute_one(&TASK_ADVANCE, params![id, from.as_str(), to.as_str(), at])
}

/// Loads the document, the certificates, and the standing of those that corrections name.
pub(crate) fn workload(tx: &mut Tx, id: Uuid, registered_at: Instant) -> Result<Workload> {
    let certificates = certificates(tx, id)?;
    let mut standings = HashMap::new();
    for certificate in &certificates {
        let Some(original) = &certificate.original_id else { continue };
        if let Entry::Vacant(vacant) = standings.entry((certificate.owner.clone(), original.clone())) {
            let standing = standing(tx, vacant.key(), registered_at, id)?;
            vacant.insert(standing);
        }
    }
    Ok(Workload { registered_at, document: stored_document(tx, id)?, certificates, standings })
}

/// Lists the certificates of the task, in the order of the document.
pub(crate) fn certificates(tx: &mut Tx, id: Uuid) -> Result<Vec<CertificateForCheck>> {
    tx.select(&CERTIFICATES_FOR_CHECK, params![id])
}

fn standing(
    tx: &mut Tx,
    (owner, original): &(Cnum, String),
    registered_at: Instant,
    id: Uuid,
) -> Result<Standing> {
    let values = params![owner, original, registered_at, id];
    Ok(match tx.select_one::<Option<i64>>(&ORIGINAL_STANDING, values)? {
        Some(3) => Standing::Accepted,
        Some(2) => Standing::Undecided,
        Some(_) => Standing::Rejected,
        None => Standing::Absent,
    })
}

/// Writes the decision about every certificate.
///
/// # Errors
/// An inconsistency when one of them had been decided before.
pub(crate) fn decide(tx: &mut Tx, id: Uuid, decisions: &[Decision]) -> Result<()> {
    let statuses: Vec<_> =
        decisions.iter().map(|decision| params![id, decision.position, decision.status().as_str()]).collect();
    let changed = tx.execute_many(&CERTIFICATE_DECIDE, statuses)?;
    if usize::try_from(changed) != Ok(decisions.len()) {
        return Err(StoreError::RowsChanged { query: CERTIFICATE_DECIDE.name(), changed });
    }
    let reasons: Vec<_> = decisions.iter().flat_map(|decision| reason_values(id, decision)).collect();
    if !reasons.is_empty() {
        tx.execute_many(&REASON_INSERT, reasons)?;
    }
    Ok(())
}

fn reason_values(id: Uuid, decision: &Decision) -> impl Iterator<Item = Vec<Value>> {
    let position = decision.position;
    (1_i64..).zip(&decision.reasons).map(move |(ordinal, reason)| {
        let Reason { code, found, found_english, line, column, path } = reason;
        params![id, position, ordinal, code.as_str(), found, found_english.as_deref(), *line, *column, path]
    })
}
