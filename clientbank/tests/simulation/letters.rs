//! Letters: a person writes one, perhaps again, and the bank answers each once.

use std::collections::BTreeMap;

use store::{Store, params};
use testkit::TEST_CSRF;
use uuid::Uuid;

use crate::looks::{Kept, grouped, rule};
use crate::model::Model;
use crate::people::SENDER;
use crate::scene::Scene;

store::queries! {
    /// Messages of letters that the forms of this world have written, and those of the bank.
    FORMS = "select form_key, body from letter_messages where form_key is not null";
    ANSWERS = "select letter_id, body from letter_messages where sender = 'BANK' order by letter_id, number";
}

/// The place of the system that answers letters.
pub(crate) const LETTERS: usize = 3;
const BOUNDARY: &str = "----a-boundary-of-the-simulation";

/// A letter as the person remembers it who has written it.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// The key of the form.
    form: String,
    /// The bank has said that it has the letter.
    pub(crate) is_acknowledged: bool,
}

impl Written {
    /// Opens the form of the letter at this place in the world of a seed.
    pub(crate) fn new(seed: u64, place: usize) -> Self {
        let form = Uuid::from_u64_pair(seed, place as u64).to_string();
        Self { form, is_acknowledged: false }
    }
}

/// Sends the form of the letter at this place.
pub(crate) async fn write(scene: Scene, place: usize) -> String {
    let form = scene.model.borrow().written[place].form.clone();
    let fields = [("csrf", TEST_CSRF), ("form", &form), ("subject", "Справка"), ("body", "Пришлите справку")];
    let part = |(name, value): (&str, &str)| {
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let body: String = fields.into_iter().map(part).collect();
    let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
    let request = scene.process.pages.post("/bank/letters/new").session_cookie(&scene.cookie(SENDER, 0));
    let request = request.header("content-type", &content_type).body(format!("{body}--{BOUNDARY}--\r\n"));
    let answer = request.send().await;
    let is_sent = answer.location().is_some_and(|place| place.ends_with("?done=sent"));
    scene.model.borrow_mut().written[place].is_acknowledged |= is_sent;
    // Whoever is locked is sent to the login.
    scene.judge(&answer, answer.status == 303, ("a letter", &form))
}

/// Compares the letters with what people have written and what was answered. In the end each has its answer.
pub(crate) async fn look(store: &Store, model: &Model, is_last: bool) -> Kept {
    let forms = grouped(&store.query(&FORMS, params![]).await?, "form_key", "body")?;
    for Written { form, is_acknowledged } in &model.written {
        let count = forms.get(form).map_or(0, Vec::len);
        let is_there = count == 1 || (count == 0 && !is_acknowledged && !is_last);
        rule(is_there, || format!("a letter that is there {count} times: form {form}"))?;
    }
    let answers = grouped(&store.query(&ANSWERS, params![]).await?, "letter_id", "body")?;
    let posted: BTreeMap<&str, _> = model
        .orders
        .iter()
        .filter(|one| one.system == LETTERS)
        .map(|one| (one.about.as_str(), one))
        .collect();
    for (letter, order) in &posted {
        let found = answers.get(*letter).map(Vec::as_slice).unwrap_or_default();
        let text = order.answer.as_ref().and_then(|answer| answer["details"]["text"].as_str());
        let is_right = match found {
            [] => !order.is_told && !is_last,
            [only] => text == Some(only.as_str()),
            _ => false,
        };
        rule(is_right, || format!("a letter with another answer: {letter}, {text:?} and here {found:?}"))?;
    }
    let (written, posted) = (model.written.len(), posted.len());
    rule(!is_last || posted == written, || format!("letters without an order: {written} and {posted}"))
}
