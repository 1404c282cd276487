//! Letters and their messages.

use kernel::{Cnum, Instant, UserId};
use store::{Result, Selected, Store, Tx, params};
use uuid::Uuid;

use crate::letter::{Letter, LetterState, Message, Sender, SentToday};
use crate::request::Author;

store::text_columns! { Sender }

store::selected! {
    Message as "m" { number, sender, author_name, body, sent_at: "sent_at_us", seen_at: "seen_at_us" }
    Letter (last_sender: "(select m.sender from letter_messages m where m.letter_id = l.letter_id
            order by m.number desc limit 1) as last_sender") {
        id: "l.letter_id", subject: "l.subject", updated_at: "l.updated_at_us", is_unseen: "l.is_unseen";
        state: LetterState::after(last_sender),
    }
}

store::queries! {
    LETTERS = store::text!("select ", Letter::LIST, " from letters l where l.cnum = $1
        order by l.updated_at_us desc, l.letter_id desc limit $2 offset $3");

    /// The same of those with an answer that nobody has opened.
    LETTERS_TO_READ = store::text!("select ", Letter::LIST, " from letters l where l.cnum = $1 and l.is_unseen
        order by l.updated_at_us desc, l.letter_id desc limit $2 offset $3");

    LETTERS_UNREAD = "select letter_id from letters where cnum = $1 and is_unseen
        order by updated_at_us desc, letter_id desc limit $2";

    LETTER = store::text!("select ", Letter::LIST, " from letters l where l.letter_id = $1 and l.cnum = $2");

    /// The messages of a letter, oldest first; the limit is MESSAGES_MAX.
    MESSAGES = store::text!("select ", Message::LIST, " from letter_messages
        where letter_id = $1 order by number limit 200");

    LETTER_INSERT = "insert into letters (letter_id, cnum, subject, created_at_us, updated_at_us)
        values ($1, $2, $3, $4, $4)";

    LAST_MESSAGE = "select coalesce(max(number), 0) as last_number from letter_messages where letter_id = $1";

    MESSAGE_INSERT = "insert into letter_messages
            (letter_id, number, sender, author_user_id, author_name, body, sent_at_us, form_key)
        values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing";

    MESSAGE_BY_FORM = "select m.letter_id, l.cnum from letter_messages m join letters l on l.letter_id = m.letter_id
        where m.author_user_id = $1 and m.form_key = $2";

    /// Messages that the client's people have written since $2, and the bytes of their files. A letter that was written
    /// in since then is among the newest.
    SENT_SINCE = "select cast(count(1) as bigint) as messages,
            cast(coalesce(sum((select sum(a.size_bytes) from letter_attachments a
                where a.letter_id = m.letter_id and a.number = m.number)), 0) as bigint) as bytes
        from letters l join letter_messages m on m.letter_id = l.letter_id
        where l.cnum = $1 and l.updated_at_us >= $2 and m.sender = 'CLIENT' and m.sent_at_us >= $2";

    /// The letter comes to the top of the list; what the bank wrote is new.
    LETTER_TOUCH = "update letters set updated_at_us = $2, is_unseen = is_unseen or $3 where letter_id = $1";

    MARK_SEEN = "update letter_messages set seen_at_us = $2
        where letter_id = $1 and sender = 'BANK' and seen_at_us is null and number <= $3";

    /// Nothing in the letter is new any more, unless something came meanwhile. One message is looked for: an `exists`
    /// may be answered by what all clients of the bank have not seen.
    LETTER_SEEN = "update letters set is_unseen = false where letter_id = $1 and is_unseen
        and (select m.number from letter_messages m where m.letter_id = letters.letter_id and m.sender = 'BANK'
            and m.seen_at_us is null limit 1) is null";

    LETTER_NAMED = "select cnum, subject from letters where letter_id = $1";

    ANSWER_BY_ID = "select letter_id from letter_answers where answer_id = $1";

    ANSWER_INSERT = "insert into letter_answers (answer_id, letter_id, number) values ($1, $2, $3)";
}

/// Writes a letter, which has no message yet.
pub(crate) fn insert(tx: &mut Tx, id: Uuid, cnum: &Cnum, subject: &str, now: Instant) -> Result<()> {
    tx.execute_one(&LETTER_INSERT, params![id, cnum, subject, now])
}

/// Reads the number of the letter's last message; 0 when it has none.
pub(crate) fn last_number(tx: &mut Tx, letter: Uuid) -> Result<i64> {
    tx.select_one(&LAST_MESSAGE, params![letter])
}

/// Writes a message, and brings its letter to the top of the list.
pub(crate) fn insert_message(
    tx: &mut Tx,
    (letter, number): (Uuid, i64),
    author: &Author,
    (body, form): (&str, Option<Uuid>),
    now: Instant,
) -> Result<()> {
    let (sender, user) = (Sender::of(author), author.user().cloned());
    let values = params![letter, number, sender.as_str(), user, author.as_str(), body, now, form];
    tx.execute_one(&MESSAGE_INSERT, values)?;
    tx.execute_one(&LETTER_TOUCH, params![letter, now, sender == Sender::Bank])
}

/// Lists up to `limit` of the client's letters with an answer of the bank that nobody has opened, newest first.
pub(crate) fn unread(tx: &mut Tx, cnum: &Cnum, limit: i64) -> Result<Vec<Uuid>> {
    tx.select(&LETTERS_UNREAD, params![cnum, limit])
}

/// Lists the client's letters, or those that are unread, newest first: at most `limit` after the first `offset`.
pub(crate) async fn list(
    store: &Store,
    (cnum, only_unread): (&Cnum, bool),
    offset: i64,
    limit: i64,
) -> Result<Vec<Letter>> {
    let query = if only_unread { &LETTERS_TO_READ } else { &LETTERS };
    store.select(query, params![cnum, limit, offset]).await
}

/// Finds the letter in which the form of the user was written, with its client.
pub(crate) fn of_form(tx: &mut Tx, user: &UserId, form: Uuid) -> Result<Option<(Uuid, Cnum)>> {
    tx.select_optional(&MESSAGE_BY_FORM, params![user, form])
}

pub(crate) fn sent_since(tx: &mut Tx, cnum: &Cnum, since: Instant) -> Result<SentToday> {
    let (messages, bytes) = tx.select_one(&SENT_SINCE, params![cnum, since])?;
    Ok(SentToday { messages, bytes })
}

pub(crate) async fn find(store: &Store, cnum: &Cnum, id: Uuid) -> Result<Option<Letter>> {
    store.select_optional(&LETTER, params![id, cnum]).await
}

/// Reads the client and the subject of the letter, if there is such a letter.
pub(crate) fn named(tx: &mut Tx, id: Uuid) -> Result<Option<(Cnum, String)>> {
    tx.select_optional(&LETTER_NAMED, params![id])
}

pub(crate) async fn messages(store: &Store, id: Uuid) -> Result<Vec<Message>> {
    store.select(&MESSAGES, params![id]).await
}

/// Notes that the client has seen what the bank wrote in the letter, up to the message `last`. Returns the number of
/// messages that were new.
pub(crate) fn mark_seen(tx: &mut Tx, id: Uuid, last: i64, now: Instant) -> Result<u64> {
    let seen = tx.execute(&MARK_SEEN, params![id, now, last])?;
    tx.execute(&LETTER_SEEN, params![id])?;
    Ok(seen)
}

/// Finds the letter in which the bank's answer of this identifier was sent.
pub(crate) fn letter_of_answer(tx: &mut Tx, answer_id: &str) -> Result<Option<Uuid>> {
    tx.select_optional(&ANSWER_BY_ID, params![answer_id])
}

pub(crate) fn insert_answer(tx: &mut Tx, answer_id: &str, (letter, number): (Uuid, i64)) -> Result<()> {
    tx.execute_one(&ANSWER_INSERT, params![answer_id, letter, number])
}
