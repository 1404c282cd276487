//! The file `letter_answers`: the bank's answers in the clients' letters.

use import::{ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns};
use store::Tx;
use uuid::Uuid;

use crate::letter::MESSAGE_CHARACTERS_MAX;
use crate::request::Author;
use crate::store::letters;
use crate::work::failure::Failure;
use crate::work::letter_orders::withdraw_before;
use crate::work::write_letter::add;

/// The most characters of an answer's identifier.
const ID_CHARACTERS_MAX: usize = 64;

pub(super) struct LetterAnswers;

impl TableImporter for LetterAnswers {
    fn file(&self) -> ImportFile {
        ImportFile {
            hidden: &["text", "body"],
            columns: columns! { answer_id, letter_id, body },
            ..ImportFile::new("letter_answers", "letter_answer", &["answer_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let answer_id = row.checked_text("answer_id", ID_CHARACTERS_MAX)?;
        let letter: Uuid = row.parse("letter_id")?;
        let body = row.checked_text("body", MESSAGE_CHARACTERS_MAX)?;
        if let Some(stored) = letters::letter_of_answer(tx, answer_id)? {
            // An answer that was sent may have been read, so it stays what it was.
            return if stored == letter {
                Ok(RowOutcome::Unchanged)
            } else {
                Err(RowError::new("answer_id", "was sent in another letter"))
            };
        }
        let Some(cnum) = letters::client_of(tx, letter)? else {
            return Err(RowError::new("letter_id", format!("there is no letter {letter}")));
        };
        let number = match add(tx, (&cnum, letter), &Author::Bank, body, context.applied_at) {
            Ok(number) => number,
            Err(Failure::Store(error)) => return Err(error.into()),
            Err(_) => return Err(RowError::new("letter_id", "the letter has no room for another message")),
        };
        letters::insert_answer(tx, answer_id, (letter, number))?;
        withdraw_before(tx, letter, number, context.applied_at)?;
        Ok(RowOutcome::Created)
    }
}
