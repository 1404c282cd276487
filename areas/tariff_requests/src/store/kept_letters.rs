//! Rows of letters that leave for an archive.

use retention::{Due, Key};
use store::{Column, Result, Row, Tx, params};

use crate::letter::Sender;

store::queries! {
    /// The letters with the oldest last messages, with what they weigh.
    KEPT_LETTERS_DUE = "select l.letter_id, l.updated_at_us as at_us,
            (select count(1) from letter_messages m where m.letter_id = l.letter_id) as messages,
            (select cast(coalesce(sum(a.pieces), 0) as bigint) from letter_attachments a
                where a.letter_id = l.letter_id) as pieces
        from letters l where l.updated_at_us < $1 and l.updated_at_us >= $2
        order by l.updated_at_us, l.letter_id limit $3";

    /// The side that wrote last, a message of the bank that nobody has opened, and an order about a message that the
    /// bank has not answered.
    KEPT_LETTERS_STANDING = "select (select m.sender from letter_messages m where m.letter_id = l.letter_id
                order by m.number desc limit 1) as last_sender,
            l.is_unseen,
            (select o.order_id from letter_messages m
                join bank_orders o on o.order_id = 'lt-' || m.letter_id || '-' || m.number
                where m.letter_id = l.letter_id and m.sender = 'CLIENT' and o.ended_at_us is null
                limit 1) is not null as is_awaited
        from letters l where l.letter_id = $1";

    KEPT_LETTERS_REQUESTS = "select request_id from tariff_requests where letter_id = $1";

    KEPT_LETTERS_FILES = "select attachment_id from letter_attachments where letter_id = $1";
}

pub(crate) static DUE: Due = Due {
    query: &KEPT_LETTERS_DUE,
    table: "letters",
    key: |row: &Row| Ok(Key(params![row.read::<&str>()?])),
};

#[derive(Default)]
pub(crate) struct OldLetter {
    pub(crate) pieces: i64,
    pub(crate) last_sender: Option<Sender>,
    /// The client has not opened a message of the bank.
    pub(crate) is_unseen: bool,
    /// The bank's systems have yet to answer an order about it.
    pub(crate) is_awaited: bool,
    /// The keys of the requests to which it belongs.
    pub(crate) requests: Vec<Key>,
}

pub(crate) fn facts(tx: &mut Tx, letters: &[Row]) -> Result<Vec<OldLetter>> {
    let ids: Vec<&str> = letters.iter().map(Row::read).collect::<Result<_, _>>()?;
    let mut facts = Vec::with_capacity(letters.len());
    for row in letters {
        facts.push(OldLetter { pieces: row.integer("pieces")?, ..OldLetter::default() });
    }
    for (place, standing) in tx.select_bulk(&KEPT_LETTERS_STANDING, &[Column::Texts(&ids)])? {
        if let Some(fact) = facts.get_mut(place) {
            (fact.last_sender, fact.is_unseen, fact.is_awaited) = standing;
        }
    }
    for (place, request) in tx.select_bulk::<i64>(&KEPT_LETTERS_REQUESTS, &[Column::Texts(&ids)])? {
        if let Some(fact) = facts.get_mut(place) {
            fact.requests.push(Key(params![request]));
        }
    }
    Ok(facts)
}

pub(crate) fn files(tx: &mut Tx, letters: &[Key]) -> Result<Vec<Key>> {
    let ids: Vec<&str> = letters.iter().filter_map(text_of).collect();
    let files = tx.select_bulk::<String>(&KEPT_LETTERS_FILES, &[Column::Texts(&ids)])?;
    Ok(files.into_iter().map(|(_, file)| Key(params![file])).collect())
}

fn text_of(key: &Key) -> Option<&str> {
    match key.0.first() {
        Some(store::Value::Text(text)) => Some(text),
        _ => None,
    }
}

retention::tables! {
    /// Every table with rows of a letter, that of the letter first and that of the pieces of files last.
    pub(crate) by "letter_id = $1":
    letters(letter_id) {
        letter_id Text, cnum Text, subject Text, created_at_us Integer, updated_at_us Integer, is_unseen Boolean,
    }
    letter_messages(letter_id, number) {
        letter_id Text, number Integer, sender Text, author_user_id Text, author_name Text, body Text,
        sent_at_us Integer, seen_at_us Integer, form_key Text,
    }
    letter_answers(answer_id) {
        answer_id Text, letter_id Text, number Integer,
    }
    letter_attachments(attachment_id) {
        attachment_id Text, letter_id Text, number Integer, position Integer, file_name Text, kind Text,
        size_bytes Integer, pieces Integer,
    }
    letter_attachment_pieces(attachment_id, piece) by "attachment_id = $1" {
        attachment_id Text, piece Integer, content Bytes,
    }
}
