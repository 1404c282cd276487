//! The file `letter_answers`: what the bank writes in the clients' letters.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use store::{Tx, params};
use uuid::Uuid;

use crate::letter::{MESSAGE_CHARACTERS_MAX, Sender};
use crate::store::failure::Failure;
use crate::store::letters::{ANSWER_BY_ID, ANSWER_INSERT, LETTER_CLIENT, add};
use crate::store::requests::By;

/// The most characters of an answer's identifier.
const ID_CHARACTERS_MAX: usize = 64;

const COLUMNS: &[Column] =
    &[Column::required("answer_id"), Column::required("letter_id"), Column::required("body")];

pub(super) struct LetterAnswers;

impl TableImporter for LetterAnswers {
    fn file_stem(&self) -> &'static str {
        "letter_answers"
    }

    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn key(&self) -> &'static [&'static str] {
        &["answer_id"]
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
        let answer_id = row.checked_text("answer_id", ID_CHARACTERS_MAX)?;
        let letter: Uuid = row.parse("letter_id")?;
        let body = row.checked_text("body", MESSAGE_CHARACTERS_MAX)?;
        if let Some(stored) = tx.query_optional(&ANSWER_BY_ID, params![answer_id])? {
            // An answer that was sent may have been read, so it stays what it was.
            return if stored.text("letter_id")? == letter.to_string() {
                Ok(RowOutcome::Unchanged)
            } else {
                Err(RowError::new("answer_id", "was sent in another letter"))
            };
        }
        if tx.query_optional(&LETTER_CLIENT, params![letter])?.is_none() {
            return Err(RowError::new("letter_id", format!("there is no letter {letter}")));
        }
        let number = match add(tx, letter, Sender::Bank, &By::BANK, body, context.now) {
            Ok(number) => number,
            Err(Failure::Store(error)) => return Err(error.into()),
            Err(_) => return Err(RowError::new("letter_id", "the letter has no room for another message")),
        };
        tx.execute_one(&ANSWER_INSERT, params![answer_id, letter, number])?;
        Ok(RowOutcome::Created)
    }
}
