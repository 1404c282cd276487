//! Rows of messages that leave for an archive.

use retention::{Due, Key};
use store::{Column, Result, Row, Tx, params};

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
}

/// Messages whose check has ended.
pub(crate) static DUE: Due = Due {
    query: &KEPT_TASKS_DUE,
    table: "certificate_tasks",
    key: |row: &Row| Ok(Key(params![row.read::<&str>()?])),
};

/// Lists for each of the messages the keys of those that correct it.
pub(crate) fn corrected_by(tx: &mut Tx, messages: &[Row]) -> Result<Vec<Vec<Key>>> {
    let ids: Vec<&str> = messages.iter().map(Row::read).collect::<Result<_, _>>()?;
    let mut corrected = vec![Vec::new(); ids.len()];
    for (place, row) in tx.query_bulk(&KEPT_TASKS_CORRECTED, &[Column::Texts(&ids)])? {
        if let Some(corrected) = corrected.get_mut(place) {
            corrected.push(Key(params![row.read::<&str>()?]));
        }
    }
    Ok(corrected)
}

retention::tables! {
    /// Every table with rows of a message, that of its task first.
    pub(crate) by "task_id = $1":
    certificate_tasks(task_id) {
        task_id Text, cnum Text, message_id Text, message_name Text, message_created_at Text, user_id Text,
        client_id Text, certificate_count Integer, state Text, registered_at_us Integer, state_changed_at_us Integer,
    }
    certificate_documents(task_id) {
        task_id Text, body Bytes, charset Text, sha256 Bytes,
    }
    certificate_task_owners(task_id, cnum) {
        task_id Text, cnum Text,
    }
    certificates(task_id, position) {
        task_id Text, position Integer, cnum Text, transaction_id Text, owner_cnum Text, notification_id Text,
        document_id Text, issued_on Text, is_correction Boolean, original_id Text, status Text,
    }
    certificate_reasons(task_id, position, ordinal) {
        task_id Text, position Integer, ordinal Integer, code Text, found Text, found_english Text, line Integer,
        line_column Integer, path Text,
    }
}
