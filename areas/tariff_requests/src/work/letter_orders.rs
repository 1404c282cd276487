//! Letters of companies as orders to the bank, and the answers that become the bank's messages.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use kernel::{Cnum, Instant};
use orders::{
    AnswerTaker, Answered, Desk, NewOrder, NotTaken, OrderDocuments, OrderError, OrderId, OrderKind, Outcome,
    Player, Role, Verdict, settle, take_each,
};
use serde_json::json;
use store::{Result, Tx};
use uuid::Uuid;

use super::write_letter;
use crate::letter::{LetterText, Typed, checked_message};
use crate::request::Author;
use crate::state::TariffRequestsState;
use crate::store::letters;

/// A message of a company that waits for the bank's.
pub(crate) static ANSWER: OrderKind = OrderKind {
    name: "letter.answer",
    prefix: "lt-",
    role: Role::Letters,
    deadline_s: 3 * 24 * 60 * 60,
    moves_money: false,
    is_refused_by_checks: false,
    stopped_by: &[],
    meaning: "Answer a message of a company. `DONE` has the bank's message in `details.text`, 1 to 4000 characters. A \
        letter is not refused. A letter with 200 messages takes no more: the answer begins another of its subject.",
    payload: || {
        json!({
            "letter": "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f", "message": 1, "subject": "Справка о счетах",
            "author": "Иванова Анна", "text": "Пришлите, пожалуйста, справку об открытых счетах.", "files": []
        })
    },
    answer: || json!({ "outcome": "DONE", "details": { "text": "Справка готова и ждёт вас в отделении." } }),
};

/// Places the order for the message of a person in the unit of work that writes it, where the bank's systems answer
/// letters.
pub(super) fn ask(
    tx: &mut Tx,
    desk: &Desk,
    (cnum, letter, number): (&Cnum, Uuid, i64),
    (subject, author, typed): (&str, &Author, &Typed),
    now: Instant,
) -> Result<()> {
    if desk.player(&ANSWER) != Player::Bank {
        return Ok(());
    }
    let author = match author {
        Author::Client { name, .. } => name.as_str(),
        Author::Bank => return Ok(()),
    };
    let file =
        |file: &crate::attachment::NewAttachment| json!({ "name": file.name, "bytes": file.bytes.len() });
    let payload = json!({
        "letter": letter.to_string(), "message": number, "subject": subject, "author": author, "text": typed.body,
        "files": typed.files.iter().map(file).collect::<Vec<_>>(),
    });
    let Some(id) = name(letter, number) else { return Ok(()) };
    let object_id = format!("{letter}:{number}");
    let order = NewOrder { id, cnum: cnum.clone(), object_id, payload: payload.to_string() };
    orders::place(tx, &ANSWER, &[order], now)
}

/// Names the order about a message; always one, because it is made of letters, digits and hyphens.
fn name(letter: Uuid, number: i64) -> Option<OrderId> {
    OrderId::new(&ANSWER, &format!("{letter}-{number}")).ok()
}

/// Withdraws the orders about messages of a letter that the bank has answered in another way.
pub(crate) fn withdraw_all(tx: &mut Tx, letter: Uuid, now: Instant) -> Result<()> {
    for number in 1..=letters::last_number(tx, letter)? {
        if let Some(id) = name(letter, number) {
            orders::withdraw(tx, &id, "import", "the bank has answered by a file", now)?;
        }
    }
    Ok(())
}

pub(crate) struct LetterAnswers(pub(crate) TariffRequestsState);

impl AnswerTaker for LetterAnswers {
    fn kind(&self) -> &'static OrderKind {
        &ANSWER
    }

    fn documents(&self) -> Option<&dyn OrderDocuments> {
        Some(self)
    }

    fn take(&self, answers: Vec<Answered>) -> BoxFuture<'_, Result<Vec<Verdict>, OrderError>> {
        let area = &self.0;
        let unit = (&area.store, "letter, answered by the bank");
        take_each(unit, (&*area.clock, &area.randomness), area, answers, take).boxed()
    }
}

fn take(tx: &mut Tx, area: &TariffRequestsState, answered: &Answered) -> Result<Verdict, OrderError> {
    let now = area.clock.now();
    settle(tx, answered, now, &*area.randomness, |tx, order| {
        let letter = order.object_id.split(':').next().and_then(|letter| letter.parse::<Uuid>().ok());
        let letter = letter.ok_or_else(|| OrderError::Failed(format!("{} is no letter", order.object_id)))?;
        if answered.answer.outcome == Outcome::Refused {
            return Err(NotTaken::impossible("a letter is answered with a text and not refused"));
        }
        let text = answered.answer.detail("text");
        let text = text.ok_or_else(|| NotTaken::impossible("`details.text` is required"))?;
        let text =
            checked_message(text).map_err(|error| NotTaken::impossible(format!("`details.text` {error}")))?;
        let (cnum, subject) = letters::named(tx, letter)?
            .ok_or_else(|| NotTaken::impossible("the letter has left for the archive"))?;
        let text = LetterText { subject, body: text.to_owned() };
        let written = write_letter::add_or_open(tx, (&cnum, letter), &text, now, &*area.randomness);
        written.map_err(OrderError::from)?;
        Ok(())
    })
}
