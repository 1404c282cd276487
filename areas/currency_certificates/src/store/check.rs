//! The two units of work of the worker: it begins a task and loads it, it ends it with all results. Every change compares
//! the state that it was computed from.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kernel::{Cnum, Instant};
use store::{StoreError, Tx, params};
use uuid::Uuid;

use super::read::{StoredDocument, stored_document};
use crate::checks::value::Standing;
use crate::reason::Reason;
use crate::task::{CertificateStatus, TaskState};

store::queries! {
    /// What the worker has to know of a task.
    TASK_FOR_CHECK = "select cnum, state, registered_at_us from certificate_tasks where task_id = $1";

    /// A task goes on, if it is still in the state that it is known in.
    TASK_ADVANCE = "update certificate_tasks set state = $3, state_changed_at_us = $4
        where task_id = $1 and state = $2";

    /// The certificates of a task with what a correction names.
    CERTIFICATES_FOR_CHECK = "select position, owner_cnum, document_id, original_id
        from certificates where task_id = $1 order by position";

    /// How the certificates of an owner stand that have an identifier and were registered earlier: 3 for one that was
    /// accepted, 2 for one that is not checked yet, 1 for one that was rejected, the greatest of them.
    ORIGINAL_STANDING = "select cast(max(case when c.status = 'ACCEPTED' then 3 when c.status is null then 2 else 1 end)
            as bigint) as standing
        from certificates c
        join certificate_tasks t on t.task_id = c.task_id
        where c.owner_cnum = $1 and c.document_id = $2
          and (t.registered_at_us < $3 or (t.registered_at_us = $3 and t.task_id < $4))";

    /// A certificate gets its status, once.
    CERTIFICATE_DECIDE = "update certificates set status = $3 where task_id = $1 and position = $2 and status is null";

    /// A reason of a rejected certificate.
    REASON_INSERT = "insert into certificate_reasons (task_id, position, ordinal, code, found, line, line_column, path)
        values ($1, $2, $3, $4, $5, $6, $7, $8)";
}

/// What stands of a task before it is checked.
#[derive(Clone, Debug)]
pub(crate) struct TaskForCheck {
    pub(crate) company: Cnum,
    pub(crate) state: TaskState,
    pub(crate) registered_at: Instant,
}

/// A certificate of the task, in its place.
#[derive(Clone, Debug)]
pub(crate) struct CertificateForCheck {
    pub(crate) position: i64,
    pub(crate) owner: Cnum,
    pub(crate) document_id: Option<String>,
    pub(crate) original_id: Option<String>,
}

/// Everything that the check of a task needs from the database.
#[derive(Clone, Debug)]
pub(crate) struct Workload {
    pub(crate) registered_at: Instant,
    pub(crate) document: StoredDocument,
    pub(crate) certificates: Vec<CertificateForCheck>,
    /// How the certificates of earlier messages stand that corrections of this one name, by owner and identifier.
    pub(crate) standings: HashMap<(Cnum, String), Standing>,
}

/// A certificate with what its check came to: accepted without a reason.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) position: i64,
    pub(crate) reasons: Vec<Reason>,
}

impl Decision {
    /// Accepted or rejected.
    pub(crate) const fn status(&self) -> CertificateStatus {
        if self.reasons.is_empty() { CertificateStatus::Accepted } else { CertificateStatus::Rejected }
    }
}

/// The task, if there is one with this identifier.
pub(crate) fn task(tx: &mut Tx, id: Uuid) -> Result<Option<TaskForCheck>, StoreError> {
    let row = tx.query_optional(&TASK_FOR_CHECK, params![id])?;
    row.map(|row| {
        Ok(TaskForCheck {
            company: row.parse("cnum")?,
            state: row.parse("state")?,
            registered_at: row.instant("registered_at_us")?,
        })
    })
    .transpose()
}

/// Takes the task from one state to the next.
///
/// # Errors
/// [`StoreError::RowsChanged`] when it is not in the state `from` any more.
pub(crate) fn advance(
    tx: &mut Tx,
    id: Uuid,
    from: TaskState,
    to: TaskState,
    at: Instant,
) -> Result<(), StoreError> {
    tx.execute_one(&TASK_ADVANCE, params![id, from.as_str(), to.as_str(), at])
}

/// Loads the document, the certificates, and how those stand that corrections name.
pub(crate) fn workload(tx: &mut Tx, id: Uuid, registered_at: Instant) -> Result<Workload, StoreError> {
    let rows = tx.query(&CERTIFICATES_FOR_CHECK, params![id])?;
    let mut certificates = Vec::with_capacity(rows.len());
    for row in &rows {
        certificates.push(CertificateForCheck {
            position: row.integer("position")?,
            owner: row.parse("owner_cnum")?,
            document_id: row.optional_text("document_id")?.map(str::to_owned),
            original_id: row.optional_text("original_id")?.map(str::to_owned),
        });
    }
    let mut standings = HashMap::new();
    for certificate in &certificates {
        let Some(original) = &certificate.original_id else { continue };
        if let Entry::Vacant(place) = standings.entry((certificate.owner.clone(), original.clone())) {
            let standing = standing(tx, place.key(), registered_at, id)?;
            place.insert(standing);
        }
    }
    Ok(Workload { registered_at, document: stored_document(tx, id)?, certificates, standings })
}

fn standing(
    tx: &mut Tx,
    (owner, original): &(Cnum, String),
    registered_at: Instant,
    id: Uuid,
) -> Result<Standing, StoreError> {
    let row = tx.query_one(&ORIGINAL_STANDING, params![owner, original, registered_at, id])?;
    Ok(match row.optional_integer("standing")? {
        Some(3) => Standing::Accepted,
        Some(2) => Standing::Undecided,
        Some(_) => Standing::Rejected,
        None => Standing::Absent,
    })
}

/// Every certificate of the task, rejected because the bank could not check it.
pub(crate) fn not_checked(tx: &mut Tx, id: Uuid) -> Result<Vec<Decision>, StoreError> {
    let rows = tx.query(&CERTIFICATES_FOR_CHECK, params![id])?;
    let decision = |row: &store::Row| {
        Ok(Decision { position: row.integer("position")?, reasons: vec![Reason::not_checked()] })
    };
    rows.iter().map(decision).collect()
}

/// Writes what every certificate came to.
///
/// # Errors
/// An inconsistency when one of them had been decided before.
pub(crate) fn decide(tx: &mut Tx, id: Uuid, decisions: &[Decision]) -> Result<(), StoreError> {
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

fn reason_values(id: Uuid, decision: &Decision) -> Vec<Vec<store::Value>> {
    let numbered = (1_i64..).zip(&decision.reasons);
    numbered
        .map(|(ordinal, reason)| {
            params![
                id,
                decision.position,
                ordinal,
                reason.code.as_str(),
                &reason.found,
                reason.line,
                reason.column,
                &reason.path
            ]
        })
        .collect()
}
