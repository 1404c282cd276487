//! Histories of objects, as the tables of each area have them, without a word of events.

use std::collections::BTreeMap;

use store::{Result, Store, params};

use super::super::journal::COMPANY;

store::queries! {
    STATEMENTS = "select s.statement_id, h.to_state as state from payroll_history h \
        join payroll_statements s on s.statement_id = h.statement_id where s.cnum = $1 \
        order by h.statement_id, h.version";
    REQUESTS = "select h.request_id, h.state from tariff_request_history h \
        join tariff_requests r on r.request_id = h.request_id where r.cnum = $1 order by h.request_id, h.step";
    /// Every message that the bank wrote.
    LETTERS = "select m.letter_id, m.number from letter_messages m join letters l on l.letter_id = m.letter_id \
        where l.cnum = $1 and m.sender = 'BANK' order by m.letter_id, m.number";
    /// The last state of each message with certificates: its steps are kept nowhere.
    TASKS = "select task_id, state from certificate_tasks where cnum = $1";
}

/// The states of a thing in their order, by its kind and identifier.
pub(super) type Histories = BTreeMap<(&'static str, String), Vec<String>>;

pub(super) async fn read(store: &Store) -> Result<Histories> {
    let mut histories = Histories::new();
    let mut add = |kind, id: String, state: String| histories.entry((kind, id)).or_default().push(state);
    for (id, state) in store.select::<([u8; 16], String)>(&STATEMENTS, params![COMPANY]).await? {
        add("payroll_statement", ::uuid::Uuid::from_bytes(id).to_string(), state);
    }
    for (id, state) in store.select::<(i64, String)>(&REQUESTS, params![COMPANY]).await? {
        add("tariff_request", id.to_string(), state);
    }
    for (id, number) in store.select::<(String, i64)>(&LETTERS, params![COMPANY]).await? {
        add("letter", id, number.to_string());
    }
    for (id, end) in store.select::<(String, String)>(&TASKS, params![COMPANY]).await? {
        for state in ["REGISTERED".to_owned(), "CHECKING".to_owned(), end] {
            add("certificate_task", id.clone(), state);
        }
    }
    Ok(histories)
}
