//! The file `letter_answers`: the bank's answers in the clients' letters.

use import::{ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns};
use store::Tx;
use uuid::Uuid;

use crate::letter::{LetterText, MESSAGE_CHARACTERS_MAX, MESSAGES_MAX};
use crate::store::letters;
use crate::work::failure::Failure;
use crate::work::letter_orders::withdraw_all;
use crate::work::write_letter::add_or_open;

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
        let body = row.checked_text("body", MESSAGE_CHARACTERS_MAX)?.to_owned();
        let named = letters::named(tx, letter)?;
        if let Some(stored) = letters::letter_of_answer(tx, answer_id)? {
            // An answer that was sent may have been read, so it stays what it was; that to a full letter began another
            // of its subject.
            let is_full = letters::last_number(tx, letter)? >= MESSAGES_MAX;
            return if stored == letter || (is_full && letters::named(tx, stored)? == named) {
                Ok(RowOutcome::Unchanged)
            } else {
                Err(RowError::new("answer_id", "was sent in another letter"))
            };
        }
        let Some((cnum, subject)) = named else {
            return Err(RowError::new("letter_id", format!("there is no letter {letter}")));
        };
        let (text, now) = (LetterText { subject, body }, context.applied_at);
        let written = match add_or_open(tx, (&cnum, letter), &text, now, context.randomness) {
            Ok(written) => written,
            Err(Failure::Store(error)) => return Err(error.into()),
            Err(_) => return Err(RowError::new("letter_id", "takes no message")),
        };
        letters::insert_answer(tx, answer_id, written)?;
        withdraw_all(tx, letter, now)?;
        Ok(RowOutcome::Created)
    }
}
