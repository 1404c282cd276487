//! Letters: a person writes one, perhaps again, and the bank answers each once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Value, json};
use store::{Store, StoreError, params};
use testkit::TEST_CSRF;
use uuid::Uuid;

use crate::ground::Process;
use crate::model::Model;
use crate::systems::{System, verdict};

store::queries! {
    /// Messages of letters that the forms of this world have written, and those of the bank.
    MESSAGES = "select letter_id, number, sender, body, form_key from letter_messages
        where sender = 'BANK' or form_key is not null order by letter_id, number";
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
    is_acknowledged: bool,
}

/// A letter as the system remembers it that answers it.
#[derive(Clone, Debug)]
pub(crate) struct Posted {
    order: String,
    letter: String,
    is_told: bool,
}

impl Written {
    /// Opens the form of the letter at this place in the world of a seed.
    pub(crate) fn new(seed: u64, place: usize) -> Self {
        let form = Uuid::from_u64_pair(seed, place as u64).to_string();
        Self { form, is_acknowledged: false }
    }
}

impl Posted {
    /// Reads an order about a letter; `None` when it is another one.
    pub(crate) fn read(order: &Value) -> Option<Self> {
        let letter = order["payload"]["letter"].as_str()?.to_owned();
        Some(Self { order: order["id"].as_str()?.to_owned(), letter, is_told: false })
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        self.order == other.order
    }

    fn text(&self) -> String {
        format!("The answer to {}", self.order)
    }
}

/// Sends the form of the letter at this place.
pub(crate) async fn write(
    process: Rc<Process>,
    model: Rc<RefCell<Model>>,
    (place, cookie): (usize, String),
) -> String {
    let form = model.borrow().written[place].form.clone();
    let fields = [("csrf", TEST_CSRF), ("form", &form), ("subject", "Справка"), ("body", "Пришлите справку")];
    let part = |(name, value): (&str, &str)| {
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let body: String = fields.into_iter().map(part).collect();
    let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
    let request = process.pages.post("/bank/letters/new").session_cookie(&cookie);
    let request = request.header("content-type", &content_type).body(format!("{body}--{BOUNDARY}--\r\n"));
    let answer = request.send().await;
    let mut model = model.borrow_mut();
    match answer.status.as_u16() {
        303 if answer.location().is_some_and(|place| place.ends_with("?done=sent")) => {
            model.written[place].is_acknowledged = true;
        }
        // Whoever is locked is sent to the login.
        303 | 503 => {}
        status => model.broken.push(format!("a letter is answered {status}: {}", answer.text())),
    }
    answer.status.as_u16().to_string()
}

impl System {
    /// Answers the letter at this place. A system that lies tells another text than before, and is not believed.
    pub(crate) async fn reply(self, place: usize, lies: bool) -> String {
        let posted = self.model.borrow().posted[place].clone();
        let is_lie = lies && posted.is_told;
        let text = if is_lie { "Another answer".to_owned() } else { posted.text() };
        let path = format!("/bank/v1/orders/{}/answer", posted.order);
        let body = json!({ "outcome": "DONE", "details": { "text": text } });
        let answer = self.send(|bank| bank.post(&path).json(&body)).await;
        let verdict = verdict(&answer);
        let expected: &[&str] = match (is_lie, posted.is_told) {
            (false, true) => &["SAME"],
            (false, false) => &["TAKEN", "SAME"],
            (true, _) => &["CONTRADICTS"],
        };
        if expected.contains(&verdict.as_str()) {
            self.model.borrow_mut().posted[place].is_told = true;
            return verdict;
        }
        self.unusual(&format!("answer to {}", posted.order), &answer, &[401, 503])
    }
}

/// Compares the letters with what people have written and what was answered. In the end each has its answer.
pub(crate) async fn look(store: &Store, model: &Model, is_last: bool) -> Result<Option<String>, StoreError> {
    let (mut forms, mut answers) = (BTreeMap::new(), BTreeMap::<String, Vec<String>>::new());
    for row in store.query(&MESSAGES, params![]).await? {
        let letter = row.text("letter_id")?.to_owned();
        match row.optional_text("form_key")? {
            Some(form) => *forms.entry(form.to_owned()).or_insert(0) += 1,
            None => answers.entry(letter).or_default().push(row.text("body")?.to_owned()),
        }
    }
    for one in &model.written {
        match forms.get(&one.form) {
            Some(1) => {}
            None if !one.is_acknowledged && !is_last => {}
            count => return Ok(Some(format!("a letter that is there {count:?} times: form {}", one.form))),
        }
    }
    for one in &model.posted {
        let found = answers.get(&one.letter).map(Vec::as_slice).unwrap_or_default();
        let is_right = match found {
            [] => !one.is_told && !is_last,
            [only] => *only == one.text(),
            _ => false,
        };
        if !is_right {
            return Ok(Some(format!(
                "letter {} was answered as {} and has {found:?}",
                one.letter, one.order
            )));
        }
    }
    let is_unknown = is_last && model.posted.len() != model.written.len();
    Ok(is_unknown.then(|| format!("{} letters, {} orders", model.written.len(), model.posted.len())))
}
