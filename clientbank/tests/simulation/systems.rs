//! The systems of the bank, whose answers come late, doubled, contradicting, or never.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use kernel::{MovableClock, SeededRandomness};
use serde_json::{Value, json};
use testkit::{Answer, TestClient, TestRequest};

use crate::bank_system::BankSystem;
use crate::model::{Model, SYSTEMS};

/// The keys of all systems.
pub(crate) struct Keys {
    pub(crate) systems: [BankSystem; SYSTEMS],
    pub(crate) clock: Arc<MovableClock>,
    pub(crate) randomness: SeededRandomness,
}

/// A system as an actor has it.
pub(crate) struct System {
    pub(crate) bank: TestClient,
    pub(crate) model: Rc<RefCell<Model>>,
    /// Its place.
    pub(crate) place: usize,
    /// Signs for new tokens.
    pub(crate) keys: Rc<Keys>,
}

impl System {
    /// Sends a request with its token, and with a new one when that is too old.
    pub(crate) async fn send(&self, request: impl Fn(&TestClient) -> TestRequest) -> Answer {
        let token = self.model.borrow().tokens[self.place].clone();
        let answer = request(&self.bank).bearer(&token).send().await;
        if answer.status != 401 {
            return answer;
        }
        let Keys { systems, clock, randomness } = &*self.keys;
        let system = &systems[self.place];
        let assertion = system.assertion(&**clock, randomness, &json!({}));
        let given = system.token_for(&self.bank, &assertion).await;
        if given.status != 200 {
            return given;
        }
        let token = given.json()["access_token"].as_str().unwrap_or_default().to_owned();
        self.model.borrow_mut().tokens[self.place].clone_from(&token);
        request(&self.bank).bearer(&token).send().await
    }

    /// Takes the orders after the last one, or `anew` from the first.
    pub(crate) async fn take(self, limit: usize, anew: bool) -> String {
        let after = if anew { 0 } else { self.model.borrow().after[self.place] };
        let path = format!("/bank/v1/orders?after={after}&limit={limit}");
        let answer = self.send(|bank| bank.get(&path)).await;
        if answer.status != 200 {
            return self.unusual("orders", &answer, &[401, 503]);
        }
        let page = answer.json();
        let orders = page["orders"].as_array().cloned().unwrap_or_default();
        for order in &orders {
            self.model.borrow_mut().learn(self.place, order);
        }
        format!("{} orders", orders.len())
    }

    /// Carries out the order at this place once, and tells how. A system that lies tells the contrary of what it has
    /// told before, and is not believed.
    pub(crate) async fn answer(self, order: usize, would_do: bool, lies: bool) -> String {
        let (id, is_done, was_told) = {
            let mut model = self.model.borrow_mut();
            let order = &mut model.orders[order];
            (order.id.clone(), *order.is_done.get_or_insert(would_do), order.is_told)
        };
        let told = is_done != (lies && was_told);
        let path = format!("/bank/v1/orders/{id}/answer");
        let body = answer_of(told);
        let answer = self.send(|bank| bank.post(&path).json(&body)).await;
        let verdict = verdict(&answer);
        let expected: &[&str] = match (told == is_done, was_told) {
            (true, true) => &["SAME"],
            (true, false) => &["TAKEN", "SAME"],
            (false, _) => &["CONTRADICTS"],
        };
        if expected.contains(&verdict.as_str()) {
            self.model.borrow_mut().orders[order].is_told |= told == is_done;
            return verdict;
        }
        self.unusual(&format!("answer to {id}"), &answer, &[401, 503])
    }

    /// Carries out parts of the order at this place, and tells how.
    pub(crate) async fn answer_parts(self, order: usize, drawn: u64, lies: bool) -> String {
        let (id, parts) = {
            let mut model = self.model.borrow_mut();
            let order = &mut model.orders[order];
            (order.id.clone(), order.some_parts(drawn, lies))
        };
        if parts.is_empty() {
            return "no parts".to_owned();
        }
        let told = parts.iter().map(|(part, is_done)| {
            let mut told = answer_of(*is_done);
            told["part"] = json!(part);
            told
        });
        let (path, body) =
            (format!("/bank/v1/orders/{id}/parts"), json!({ "parts": told.collect::<Vec<_>>() }));
        let answer = self.send(|bank| bank.post(&path).json(&body)).await;
        let verdict = verdict(&answer);
        match (lies, verdict.as_str()) {
            (true, "CONTRADICTS") => {}
            (false, "TAKEN" | "SAME") => {
                let mut model = self.model.borrow_mut();
                for (part, is_done) in parts {
                    model.orders[order].parts.insert(part, (is_done, true));
                }
            }
            _ => return self.unusual(&format!("parts of {id}"), &answer, &[401, 503]),
        }
        verdict
    }

    /// Tells that a payment came back.
    pub(crate) async fn give_back(self, order: usize) -> String {
        let id = {
            let mut model = self.model.borrow_mut();
            model.orders[order].is_returned = true;
            model.orders[order].id.clone()
        };
        let path = format!("/bank/v1/orders/{id}/returns");
        let body = json!({ "return": format!("back-{}", &id[id.len() - 8..]), "reason": reason() });
        let answer = self.send(|bank| bank.post(&path).json(&body)).await;
        match verdict(&answer).as_str() {
            "TAKEN" | "SAME" => verdict(&answer),
            _ => self.unusual(&format!("return of {id}"), &answer, &[401, 503]),
        }
    }

    /// Asks for the trial balance of a day, which never changes once it was told.
    pub(crate) async fn ask_books(self, day: String) -> String {
        let path = format!("/bank/v1/trial-balance?date={day}");
        let answer = self.send(|bank| bank.get(&path)).await;
        if answer.status != 200 {
            return self.unusual("trial balance", &answer, &[401, 404, 409, 410, 503]);
        }
        let text = answer.text().to_owned();
        let mut model = self.model.borrow_mut();
        let before = model.told_days.insert(day.clone(), text.clone());
        if let Some(before) = before.filter(|before| *before != text) {
            model.broken.push(format!("a told day has changed: {day}, {before} and now {text}"));
        }
        "told".to_owned()
    }

    pub(crate) fn unusual(&self, of: &str, answer: &Answer, usual: &[u16]) -> String {
        let status = answer.status.as_u16();
        if !usual.contains(&status) {
            let words = format!("a system is answered {status}: {of} {}", answer.text());
            self.model.borrow_mut().broken.push(words);
        }
        status.to_string()
    }
}

pub(crate) fn verdict(answer: &Answer) -> String {
    let Ok(told) = serde_json::from_slice::<Value>(&answer.body) else { return String::new() };
    let word = told.get("verdict").or_else(|| told.get("code"));
    word.and_then(Value::as_str).unwrap_or_default().to_owned()
}

pub(crate) fn reason() -> Value {
    json!({ "ru": "нет счёта", "en": "no account" })
}

fn answer_of(is_done: bool) -> Value {
    if is_done { json!({ "outcome": "DONE" }) } else { json!({ "outcome": "REFUSED", "reason": reason() }) }
}
