//! The letters: written, seen, answered.

use kernel::{Cnum, Instant, Randomness, UserId};
use store::{Row, Store, StoreError, Tx, params};
use uuid::Uuid;

use super::failure::Failure;
use super::requests::By;
use crate::letter::{Letter, LetterText, MESSAGES_MAX, Message, Sender};
use crate::refusal::Refusal;
use crate::request::Author;

store::queries! {
    /// A page of a client's letters, newest first. One message is looked for, letter by letter: an `exists` may be answered
    /// by what all clients of the bank have not seen.
    LETTERS = "select l.letter_id, l.subject, l.updated_at_us,
            (select m.number from letter_messages m where m.letter_id = l.letter_id and m.sender = 'BANK'
                and m.seen_at_us is null limit 1) is not null as is_unseen
        from letters l where l.cnum = $1
        order by l.updated_at_us desc, l.letter_id desc limit $2 offset $3";

    /// One letter of a client.
    LETTER = "select l.letter_id, l.subject, l.updated_at_us, false as is_unseen from letters l
        where l.letter_id = $1 and l.cnum = $2";

    /// The messages of a letter, oldest first; the limit is MESSAGES_MAX.
    MESSAGES = "select number, sender, author_name, body, sent_at_us, seen_at_us from letter_messages
        where letter_id = $1 order by number limit 200";

    /// A new letter.
    LETTER_INSERT = "insert into letters (letter_id, cnum, subject, created_at_us, updated_at_us)
        values ($1, $2, $3, $4, $4)";

    /// The number of the last message.
    LAST_MESSAGE = "select coalesce(max(number), 0) as last_number from letter_messages where letter_id = $1";

    /// A message.
    MESSAGE_INSERT = "insert into letter_messages
            (letter_id, number, sender, author_user_id, author_name, body, sent_at_us)
        values ($1, $2, $3, $4, $5, $6, $7)";

    /// The letter comes to the top of the list.
    LETTER_TOUCH = "update letters set updated_at_us = $2 where letter_id = $1";

    /// The client has opened what the bank wrote.
    MARK_SEEN = "update letter_messages set seen_at_us = $2
        where letter_id = $1 and sender = 'BANK' and seen_at_us is null";

    /// What the client of a letter is, for the bank's answers.
    pub(crate) LETTER_CLIENT = "select cnum from letters where letter_id = $1";

    /// Which of the bank's answers were sent already.
    pub(crate) ANSWER_BY_ID = "select letter_id, number from letter_answers where answer_id = $1";

    /// An answer was sent.
    pub(crate) ANSWER_INSERT = "insert into letter_answers (answer_id, letter_id, number) values ($1, $2, $3)";
}

/// Opens a letter with its first message.
pub(crate) fn open(
    tx: &mut Tx,
    cnum: &Cnum,
    sender: Sender,
    by: &By,
    text: &LetterText,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<Uuid, Failure> {
    let id = randomness.uuid(now);
    tx.execute_one(&LETTER_INSERT, params![id, cnum, &text.subject, now])?;
    add(tx, id, sender, by, &text.body, now)?;
    Ok(id)
}

/// Adds a message; its number.
pub(crate) fn add(
    tx: &mut Tx,
    letter: Uuid,
    sender: Sender,
    by: &By,
    body: &str,
    now: Instant,
) -> Result<i64, Failure> {
    let number = tx.query_one(&LAST_MESSAGE, params![letter])?.integer("last_number")? + 1;
    if number > MESSAGES_MAX {
        return Err(Refusal::LetterFull.into());
    }
    let user: Option<UserId> = by.0.as_ref().map(|(user, _)| user.clone());
    let name = by.0.as_ref().map_or(Author::BANK, |(_, name)| name.as_str());
    tx.execute_one(&MESSAGE_INSERT, params![letter, number, sender.as_str(), user, name, body, now])?;
    tx.execute_one(&LETTER_TOUCH, params![letter, now])?;
    Ok(number)
}

/// A page of the client's letters, at most `limit` after the first `offset`.
pub(crate) async fn list(
    store: &Store,
    cnum: &Cnum,
    offset: i64,
    limit: i64,
) -> Result<Vec<Letter>, StoreError> {
    store.query(&LETTERS, params![cnum, limit, offset]).await?.iter().map(letter).collect()
}

/// The letter with its messages; from now on the client has seen them. The messages tell when they were seen before this.
pub(crate) async fn open_for_client(
    store: &Store,
    cnum: &Cnum,
    id: Uuid,
    now: Instant,
) -> Result<(Letter, Vec<Message>), Failure> {
    let row = store.query_optional(&LETTER, params![id, cnum]).await?.ok_or(Refusal::LetterNotFound)?;
    let messages: Vec<Message> =
        store.query(&MESSAGES, params![id]).await?.iter().map(message).collect::<Result<_, _>>()?;
    if messages.iter().any(|message| message.sender == Sender::Bank && message.seen_at.is_none()) {
        let note = move |tx: &mut Tx| tx.execute(&MARK_SEEN, params![id, now]);
        store.write::<_, StoreError>("letter, seen", note).await?;
    }
    Ok((letter(&row)?, messages))
}

/// The client's answer in a letter of its own.
pub(crate) fn answer(
    tx: &mut Tx,
    cnum: &Cnum,
    id: Uuid,
    by: &By,
    body: &str,
    now: Instant,
) -> Result<i64, Failure> {
    if tx.query_optional(&LETTER, params![id, cnum])?.is_none() {
        return Err(Refusal::LetterNotFound.into());
    }
    add(tx, id, Sender::Client, by, body, now)
}

fn letter(row: &Row) -> Result<Letter, StoreError> {
    Ok(Letter {
        id: row.parse("letter_id")?,
        subject: row.text("subject")?.to_owned(),
        updated_at: row.instant("updated_at_us")?,
        is_unseen: row.boolean("is_unseen")?,
    })
}

fn message(row: &Row) -> Result<Message, StoreError> {
    Ok(Message {
        number: row.integer("number")?,
        sender: row.parse("sender")?,
        author_name: row.text("author_name")?.to_owned(),
        body: row.text("body")?.to_owned(),
        sent_at: row.instant("sent_at_us")?,
        seen_at: row.optional_instant("seen_at_us")?,
    })
}
