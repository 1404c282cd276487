//! Tasks as somebody reads them who may see them.

use std::collections::HashMap;

use kernel::Instant;
use store::{Result, Selected, Tx, params};
use uuid::Uuid;

use crate::certificate::{StoredCertificate, StoredDocument, Task};
use crate::reason::{Reason, ReasonCode};
use crate::task::{CertificateStatus, TaskState};
use crate::viewer::Viewer;

/// Tasks that the user `$2` sees while acting for the company `$1`.
macro_rules! visible_tasks {
    ($columns:expr, $rest:expr) => {
        store::text!(
            "select ",
            $columns,
            " from certificate_tasks t where t.cnum = $1 ",
            "and exists (select 1 from user_company_rights a join companies w on w.cnum = a.cnum ",
            "and w.status = 'OPEN' where a.user_id = $2 and a.cnum = t.cnum and a.right_code = 'ACT') ",
            "and not exists (select 1 from certificate_task_owners o where o.task_id = t.task_id ",
            "and not exists (select 1 from user_company_rights r where r.user_id = $2 and r.cnum = o.cnum ",
            "and r.right_code = 'ACT')) ",
            $rest
        )
    };
}

store::text_columns! { CertificateStatus ReasonCode TaskState }

store::selected! {
    Task as "t" {
        id: "task_id", company: "cnum", user: "user_id", message_id, message_name, message_created_at,
        certificate_count, state, registered_at: "registered_at_us", state_changed_at: "state_changed_at_us",
    }
    StoredCertificate as "c" {
        position, transaction_id, notification_id, document_id, issued_on, status;
        reasons: Vec::new(),
    }
    Reason as "r" { code, found, found_english, line, column: "line_column", path }
    StoredDocument as "d" { body, charset, sha256 }
}

store::queries! {
    /// A task; software, the client `$4`, is shown it only when it is registered for every company of the task.
    TASK_BY_ID = visible_tasks!(Task::ALIASED, "and t.task_id = $3 and (cast($4 as text) is null or ((select k.cnum \
        from oauth_client_companies k where k.client_id = cast($4 as text) and k.cnum = t.cnum) is not null \
        and not exists (select 1 from certificate_task_owners b where b.task_id = t.task_id and (select k.cnum \
        from oauth_client_companies k where k.client_id = cast($4 as text) and k.cnum = b.cnum) is null)))");

    /// A page of tasks since a moment, the newest first, all or those in one state.
    TASKS_PAGE = visible_tasks!(Task::ALIASED, "and (cast($3 as text) is null or t.state = cast($3 as text)) \
        and t.registered_at_us >= $4 order by t.registered_at_us desc, t.task_id desc limit $5 offset $6");

    /// The number of tasks since a moment, all or those in one state.
    TASKS_COUNT = visible_tasks!("cast(count(1) as bigint) as tasks",
        "and (cast($3 as text) is null or t.state = cast($3 as text)) and t.registered_at_us >= $4");

    /// A row for each task in a state since a moment.
    TASKS_SINCE = visible_tasks!("1 as is_there", concat!("and t.state = $3 and t.registered_at_us >= $4 limit ",
        store::counted_rows_max!()));

    CERTIFICATES_OF_TASK = store::text!("select ", StoredCertificate::LIST,
        " from certificates where task_id = $1 order by position");

    REASONS_OF_TASK = store::text!("select ", Reason::LIST, ", position from certificate_reasons
        where task_id = $1 order by position, ordinal");

    DOCUMENT_OF_TASK = store::text!("select ", StoredDocument::LIST, " from certificate_documents where task_id = $1");
}

/// Reads a page of the tasks that the viewer may see and that were registered at `since` or later, the newest first,
/// and the number of all; `state` none for all.
pub(crate) fn page(
    tx: &mut Tx,
    viewer: &Viewer,
    (state, since): (Option<TaskState>, Instant),
    offset: u32,
    limit: u32,
) -> Result<(Vec<Task>, i64)> {
    let state = state.map(TaskState::as_str);
    let (company, user) = (&viewer.company, &viewer.user);
    let tasks = tx.select(&TASKS_PAGE, params![company, user, state, since, limit, offset])?;
    Ok((tasks, tx.select_one(&TASKS_COUNT, params![company, user, state, since])?))
}

/// Counts the tasks in `state` that the viewer may see and that were registered at `since` or later, no further than
/// one more than is ever told.
pub(crate) fn count_since(tx: &mut Tx, viewer: &Viewer, state: TaskState, since: Instant) -> Result<u32> {
    let rows = tx.query(&TASKS_SINCE, params![&viewer.company, &viewer.user, state.as_str(), since])?;
    Ok(u32::try_from(rows.len()).unwrap_or(u32::MAX))
}

pub(crate) fn visible_task(tx: &mut Tx, viewer: &Viewer, id: Uuid) -> Result<Option<Task>> {
    tx.select_optional(&TASK_BY_ID, params![&viewer.company, &viewer.user, id, viewer.client.clone()])
}

pub(crate) fn stored_document(tx: &mut Tx, id: Uuid) -> Result<StoredDocument> {
    tx.select_one(&DOCUMENT_OF_TASK, params![id])
}

/// Reads the bytes of a task's message; none when the task has left for the archive.
pub(crate) fn document_if_kept(tx: &mut Tx, id: Uuid) -> Result<Option<StoredDocument>> {
    tx.select_optional(&DOCUMENT_OF_TASK, params![id])
}

/// Lists the certificates of the task with their reasons, in the order of the document.
pub(crate) fn certificates(tx: &mut Tx, id: Uuid) -> Result<Vec<StoredCertificate>> {
    let mut reasons: HashMap<i64, Vec<Reason>> = HashMap::new();
    for (reason, position) in tx.select(&REASONS_OF_TASK, params![id])? {
        reasons.entry(position).or_default().push(reason);
    }
    let mut certificates: Vec<StoredCertificate> = tx.select(&CERTIFICATES_OF_TASK, params![id])?;
    for certificate in &mut certificates {
        certificate.reasons = reasons.remove(&certificate.position).unwrap_or_default();
    }
    Ok(certificates)
}
