//! Writes in the letters between a client and the bank, within the unit of work of what the letter is about.

use kernel::{Cnum, Instant, Randomness};
use store::Tx;
use uuid::Uuid;

use super::announce;
use super::failure::Failure;
use crate::attachment::bytes_of;
use crate::broken_rule::BrokenRule;
use crate::letter::{DAY_S, LetterText, Sender, Typed, number_after};
use crate::request::Author;
use crate::store::{attachments, letters};

/// Opens a letter with its first message and returns its identifier.
pub(crate) fn open(
    tx: &mut Tx,
    cnum: &Cnum,
    author: &Author,
    text: &LetterText,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<Uuid, Failure> {
    let id = open_empty(tx, cnum, &text.subject, now, randomness)?;
    add(tx, (cnum, id), author, &text.body, now)?;
    Ok(id)
}

/// Opens a letter, which needs its first message in the same unit of work.
pub(crate) fn open_empty(
    tx: &mut Tx,
    cnum: &Cnum,
    subject: &str,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<Uuid, Failure> {
    let id = randomness.uuid(now);
    letters::insert(tx, id, cnum, subject, now)?;
    Ok(id)
}

/// Adds a message that no form wrote to the client's letter and returns its number.
pub(crate) fn add(
    tx: &mut Tx,
    (cnum, letter): (&Cnum, Uuid),
    author: &Author,
    body: &str,
    now: Instant,
) -> Result<i64, Failure> {
    let number = number_after(letters::last_number(tx, letter)?)?;
    letters::insert_message(tx, (letter, number), author, (body, None), now)?;
    if Sender::of(author) == Sender::Bank {
        announce::letter(tx, cnum, letter, number, now)?;
    }
    Ok(number)
}

/// Adds the bank's message to the client's letter, or opens another of its subject where that one is full. Returns the
/// letter that has it, and its number there.
pub(crate) fn add_or_open(
    tx: &mut Tx,
    (cnum, letter): (&Cnum, Uuid),
    text: &LetterText,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<(Uuid, i64), Failure> {
    match add(tx, (cnum, letter), &Author::Bank, &text.body, now) {
        Err(Failure::Rule(BrokenRule::LetterFull)) => {
            Ok((open(tx, cnum, &Author::Bank, text, now, randomness)?, 1))
        }
        added => Ok((letter, added?)),
    }
}

/// Adds what a person has typed, with its files, and returns its number.
///
/// # Errors
/// The letter is full, or the client has sent too much today.
pub(crate) fn add_typed(
    tx: &mut Tx,
    (cnum, letter): (&Cnum, Uuid),
    author: &Author,
    typed: &Typed,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<i64, Failure> {
    letters::sent_since(tx, cnum, now.plus_seconds(-DAY_S))?.one_more(bytes_of(&typed.files))?;
    let number = number_after(letters::last_number(tx, letter)?)?;
    letters::insert_message(tx, (letter, number), author, (&typed.body, Some(typed.form)), now)?;
    for (position, file) in (1_i64..).zip(&typed.files) {
        attachments::insert(tx, randomness.uuid(now), (letter, number, position), file)?;
    }
    Ok(number)
}
