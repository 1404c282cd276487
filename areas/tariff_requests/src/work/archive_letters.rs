//! Letters at rest as a kind of things that are kept for a time.
//!
//! A letter leaves with its messages and files. It ends nowhere, so it counts as ended when the bank wrote last and the
//! client has opened all of it. A letter of a tariff request waits for the request. One about which an order is open
//! waits for the answer, which would have no place any more, so that the order would stay open for ever. The bank's
//! file of answers cannot bring a letter back: it names one that is not there.

use std::collections::BTreeMap;

use retention::{ArchivedRow, Cut, Gathered, Kind, Law, Taken};
use store::{Result, Row, Tx};

use crate::letter::LetterState;
use crate::store::kept_letters::{DUE, OldLetter, TABLES, facts, files};

/// Rows that a piece of a file, of 256 KiB, is as heavy as.
const PIECE_ROWS: i64 = 100;
/// The most pieces of a letter that leaves: a unit is held in memory. A larger one stays.
const PIECES_MAX: i64 = 1_000;

pub(crate) static LETTERS: Kind = Kind {
    name: "letters",
    covers: "letters that are answered and read, with their files",
    law: Law::RELATIONS,
    setting: "retention_letters_days",
    gather,
    tables: TABLES,
    carry: |_, _, _| Ok(()),
    prove,
};

fn gather(tx: &mut Tx, cut: &Cut, taken: &Taken) -> Result<Gathered> {
    let weigh =
        |row: &Row| Ok(1 + row.integer("messages")? + row.integer("pieces")?.saturating_mul(PIECE_ROWS));
    let gathered = DUE.gather(tx, (cut, taken), TABLES.len(), weigh, |tx, letters| {
        Ok(facts(tx, letters)?.iter().map(|letter| may_go(letter, taken)).collect())
    })?;
    let Gathered::Unit(mut things) = gathered else { return Ok(gathered) };
    if let [letters, .., pieces] = things.keys.as_mut_slice() {
        *pieces = files(tx, letters)?;
    }
    Ok(Gathered::Unit(things))
}

fn may_go(letter: &OldLetter, taken: &Taken) -> bool {
    let is_answered = letter.last_sender.map(LetterState::after) == Some(LetterState::Answered);
    let is_referred_to = letter.requests.iter().any(|request| !taken.has("tariff_requests", request));
    let is_at_rest = is_answered && !letter.is_unseen && !letter.is_awaited;
    is_at_rest && !is_referred_to && letter.pieces <= PIECES_MAX
}

/// Every letter has messages, and every file its pieces.
fn prove(rows: &[ArchivedRow]) -> Vec<String> {
    let (mut letters, mut files) = (BTreeMap::<&str, i64>::new(), BTreeMap::<&str, i64>::new());
    for row in rows {
        match (row.table.as_str(), row.text("letter_id"), row.text("attachment_id")) {
            ("letters", Some(letter), _) => drop(letters.entry(letter).or_default()),
            ("letter_messages", Some(letter), _) => *letters.entry(letter).or_default() += 1,
            ("letter_attachments", _, Some(file)) => {
                *files.entry(file).or_default() += row.integer("pieces").unwrap_or(i64::MAX);
            }
            ("letter_attachment_pieces", _, Some(file)) => *files.entry(file).or_default() -= 1,
            _ => {}
        }
    }
    let empty = letters.into_iter().filter(|(_, messages)| *messages == 0);
    let mut found: Vec<String> = empty.map(|(letter, _)| format!("letter {letter} has no message")).collect();
    let torn = files.into_iter().filter(|(_, missing)| *missing != 0);
    found.extend(torn.map(|(file, _)| format!("file {file} has another number of pieces")));
    found
}
