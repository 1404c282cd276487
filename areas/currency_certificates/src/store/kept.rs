//! Rows of messages that leave for an archive.

use retention::ColumnType::{Boolean, Bytes, Integer, Text};
use retention::{Due, Key, Table};
use store::{Column, Row, StoreError, Tx, params};

store::queries! {
    /// Messages whose check has ended, the first to end before the others, with what they weigh.
    KEPT_TASKS_DUE = "select t.task_id, t.state_changed_at_us as at_us, t.certificate_count,
            (select cast(length(d.body) as bigint) from certificate_documents d where d.task_id = t.task_id) as bytes
        from certificate_tasks t
        where (t.state = 'ACCEPTED' or t.state = 'PARTLY_ACCEPTED' or t.state = 'REJECTED')
            and t.state_changed_at_us < $1 and t.state_changed_at_us >= $2
        order by t.state_changed_at_us, t.task_id limit $3";

    /// The later messages with corrections of certificates of a message.
    KEPT_TASKS_CORRECTED = "select c.task_id from certificate_tasks s
        join certificates o on o.task_id = s.task_id
        join certificates c on c.owner_cnum = o.owner_cnum and c.original_id = o.document_id
        join certificate_tasks t on t.task_id = c.task_id
        where s.task_id = $1 and (s.registered_at_us < t.registered_at_us
            or (s.registered_at_us = t.registered_at_us and s.task_id < t.task_id))";

    /// Rows of a task in `certificate_tasks`.
    KEPT_TASKS_ROWS = "select task_id, cnum, message_id, message_name, message_created_at, user_id, client_id,
            certificate_count, state, registered_at_us, state_changed_at_us
        from certificate_tasks where task_id = $1";

    /// Deletes them.
    KEPT_TASKS_DELETE = "delete from certificate_tasks where task_id = $1";

    /// Rows of a task in `certificate_documents`.
    KEPT_DOCUMENTS_ROWS = "select task_id, body, charset, sha256
        from certificate_documents where task_id = $1";

    /// Deletes them.
    KEPT_DOCUMENTS_DELETE = "delete from certificate_documents where task_id = $1";

    /// Rows of a task in `certificate_task_owners`.
    KEPT_OWNERS_ROWS = "select task_id, cnum
        from certificate_task_owners where task_id = $1";

    /// Deletes them.
    KEPT_OWNERS_DELETE = "delete from certificate_task_owners where task_id = $1";

    /// Rows of a task in `certificates`.
    KEPT_CERTIFICATES_ROWS = "select task_id, position, cnum, transaction_id, owner_cnum, notification_id, document_id,
            issued_on, is_correction, original_id, status
        from certificates where task_id = $1";

    /// Deletes them.
    KEPT_CERTIFICATES_DELETE = "delete from certificates where task_id = $1";

    /// Rows of a task in `certificate_reasons`.
    KEPT_REASONS_ROWS = "select task_id, position, ordinal, code, found, line, line_column, path
        from certificate_reasons where task_id = $1";

    /// Deletes them.
    KEPT_REASONS_DELETE = "delete from certificate_reasons where task_id = $1";
}

/// Messages whose check has ended.
pub(crate) static DUE: Due = Due {
    query: &KEPT_TASKS_DUE,
    table: "certificate_tasks",
    key: |row: &Row| Ok(Key(params![row.text("task_id")?])),
};

/// Lists for each of the messages the keys of those that correct it.
pub(crate) fn corrected_by(tx: &mut Tx, messages: &[Row]) -> Result<Vec<Vec<Key>>, StoreError> {
    let ids: Vec<&str> = messages.iter().map(|row| row.text("task_id")).collect::<Result<_, _>>()?;
    let mut corrected = vec![Vec::new(); ids.len()];
    for (place, row) in tx.query_bulk(&KEPT_TASKS_CORRECTED, &[Column::Texts(&ids)])? {
        if let Some(corrected) = corrected.get_mut(place) {
            corrected.push(Key(params![row.text("task_id")?]));
        }
    }
    Ok(corrected)
}

/// Every table with rows of a message, that of its task first.
pub(crate) static TABLES: &[Table] = &[
    Table {
        name: "certificate_tasks",
        columns: &[
            ("task_id", Text),
            ("cnum", Text),
            ("message_id", Text),
            ("message_name", Text),
            ("message_created_at", Text),
            ("user_id", Text),
            ("client_id", Text),
            ("certificate_count", Integer),
            ("state", Text),
            ("registered_at_us", Integer),
            ("state_changed_at_us", Integer),
        ],
        primary: &["task_id"],
        rows: &KEPT_TASKS_ROWS,
        delete: &KEPT_TASKS_DELETE,
    },
    Table {
        name: "certificate_documents",
        columns: &[("task_id", Text), ("body", Bytes), ("charset", Text), ("sha256", Bytes)],
        primary: &["task_id"],
        rows: &KEPT_DOCUMENTS_ROWS,
        delete: &KEPT_DOCUMENTS_DELETE,
    },
    Table {
        name: "certificate_task_owners",
        columns: &[("task_id", Text), ("cnum", Text)],
        primary: &["task_id", "cnum"],
        rows: &KEPT_OWNERS_ROWS,
        delete: &KEPT_OWNERS_DELETE,
    },
    Table {
        name: "certificates",
        columns: &[
            ("task_id", Text),
            ("position", Integer),
            ("cnum", Text),
            ("transaction_id", Text),
            ("owner_cnum", Text),
            ("notification_id", Text),
            ("document_id", Text),
            ("issued_on", Text),
            ("is_correction", Boolean),
            ("original_id", Text),
            ("status", Text),
        ],
        primary: &["task_id", "position"],
        rows: &KEPT_CERTIFICATES_ROWS,
        delete: &KEPT_CERTIFICATES_DELETE,
    },
    Table {
        name: "certificate_reasons",
        columns: &[
            ("task_id", Text),
            ("position", Integer),
            ("ordinal", Integer),
            ("code", Text),
            ("found", Text),
            ("line", Integer),
            ("line_column", Integer),
            ("path", Text),
        ],
        primary: &["task_id", "position", "ordinal"],
        rows: &KEPT_REASONS_ROWS,
        delete: &KEPT_REASONS_DELETE,
    },
];
