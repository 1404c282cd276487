//! Writes in the letters between a client and the bank, within the unit of work of what the letter is about.

use kernel::{Cnum, Instant, Randomness};
use store::Tx;
use uuid::Uuid;

use super::announce;
use super::failure::Failure;
use crate::letter::{LetterText, Sender, number_after};
use crate::request::Author;
use crate::store::letters;

/// Opens a letter with its first message and returns its identifier.
pub(crate) fn open(
    tx: &mut Tx,
    cnum: &Cnum,
    author: &Author,
    text: &LetterText,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<Uuid, Failure> {
    let id = randomness.uuid(now);
    letters::insert(tx, id, cnum, &text.subject, now)?;
    add(tx, (cnum, id), author, &text.body, now)?;
    Ok(id)
}

/// Adds a message to the client's letter and returns its number.
///
/// # Errors
/// The letter is full.
pub(crate) fn add(
    tx: &mut Tx,
    (cnum, letter): (&Cnum, Uuid),
    author: &Author,
    body: &str,
    now: Instant,
) -> Result<i64, Failure> {
    let number = number_after(letters::last_number(tx, letter)?)?;
    letters::insert_message(tx, (letter, number), author, body, now)?;
    if Sender::of(author) == Sender::Bank {
        announce::letter(tx, cnum, letter, number, now)?;
    }
    Ok(number)
}
