//! The systems of the bank, whose answers come late, doubled, contradicting, or never.

use std::sync::Arc;

use kernel::{MovableClock, SeededRandomness};
use serde_json::{Value, json};
use testkit::{Answer, TestClient, TestRequest};

use crate::bank_system::BankSystem;
use crate::certificates::{CONTROL, accepted, decision};
use crate::letters::LETTERS;
use crate::model::SYSTEMS;
use crate::scene::Scene;
use crate::tariffs::TARIFFS;

/// The places of the hub and of the core.
pub(crate) const HUB: usize = 0;
pub(crate) const CORE: usize = 1;

pub(crate) struct Keys {
    pub(crate) systems: [BankSystem; SYSTEMS],
    pub(crate) clock: Arc<MovableClock>,
    pub(crate) randomness: SeededRandomness,
}

impl Scene {
    /// Sends a request of a system with its token, and with a new one when that is too old.
    async fn send(&self, system: usize, request: impl Fn(&TestClient) -> TestRequest) -> Answer {
        let bank = &self.process.bank;
        let token = self.model.borrow().tokens[system].clone();
        let answer = request(bank).bearer(&token).send().await;
        if answer.status != 401 {
            return answer;
        }
        let Keys { systems, clock, randomness } = &self.ground.system_keys;
        let assertion = systems[system].assertion(&**clock, randomness, &json!({}));
        let given = systems[system].token_for(bank, &assertion).await;
        if given.status != 200 {
            return given;
        }
        let token = given.json()["access_token"].as_str().unwrap_or_default().to_owned();
        self.model.borrow_mut().tokens[system].clone_from(&token);
        request(bank).bearer(&token).send().await
    }

    /// Takes down an answer that a system does not expect, unless its status is usual.
    fn unusual(&self, of: &str, answer: &Answer, usual: &[u16]) -> String {
        let status = answer.status.as_u16();
        if ![401, 503].contains(&status) && !usual.contains(&status) {
            let words = format!("a system is answered {status}: {of} {}", answer.text());
            self.model.borrow_mut().broken.push(words);
        }
        status.to_string()
    }
}

/// Takes the orders after the last one, or `anew` from the first.
pub(crate) async fn take(scene: Scene, system: usize, limit: usize, anew: bool) -> String {
    let after = if anew { 0 } else { scene.model.borrow().after[system] };
    let path = format!("/bank/v1/orders?after={after}&limit={limit}");
    let answer = scene.send(system, |bank| bank.get(&path)).await;
    if answer.status != 200 {
        return scene.unusual("orders", &answer, &[]);
    }
    let page = answer.json();
    let orders = page["orders"].as_array().cloned().unwrap_or_default();
    for order in &orders {
        scene.model.borrow_mut().learn(system, order);
    }
    format!("{} orders", orders.len())
}

/// Decides about the order at this place once, and tells how. A system that lies tells the contrary of what it has told
/// before, and is not believed.
pub(crate) async fn answer(scene: Scene, place: usize, drawn: u64, lies: bool) -> String {
    let tomorrow = scene.ground.day(1);
    let order = {
        let order = &mut scene.model.borrow_mut().orders[place];
        let decided = decided(order.system, &order.id, drawn, &tomorrow);
        order.answer.get_or_insert(decided);
        order.clone()
    };
    if order.system == CORE && order.is_answered_by_parts() {
        return answer_parts(scene, place, drawn, lies).await;
    }
    let is_lie = lies && order.is_told;
    let decided = order.answer.unwrap_or_default();
    let body = if is_lie { contrary(order.system, &decided, &tomorrow) } else { decided };
    let path = format!("/bank/v1/orders/{}/answer", order.id);
    let answer = scene.send(order.system, |bank| bank.post(&path).json(&body)).await;
    let verdict = verdict(&answer);
    match (is_lie, order.is_told, verdict.as_str()) {
        (true, _, "CONTRADICTS") => {}
        (false, _, "SAME") | (false, false, "TAKEN") => {
            scene.model.borrow_mut().orders[place].is_told = true;
        }
        // The day of a tariff is over.
        (false, false, "IMPOSSIBLE") if order.system == TARIFFS && answer.text().contains("is before") => {
            scene.model.borrow_mut().orders[place].answer = None;
        }
        _ => return scene.unusual(&format!("answer to {}", order.id), &answer, &[]),
    }
    verdict
}

/// Carries out parts of the order at this place, and tells how.
async fn answer_parts(scene: Scene, place: usize, drawn: u64, lies: bool) -> String {
    let (id, parts) = {
        let order = &mut scene.model.borrow_mut().orders[place];
        (order.id.clone(), order.some_parts(drawn, lies))
    };
    if parts.is_empty() {
        return "no parts".to_owned();
    }
    let told = parts.iter().map(|(part, is_done)| {
        let mut told = outcome(*is_done);
        told["part"] = json!(part);
        told
    });
    let body = json!({ "parts": told.collect::<Vec<_>>() });
    let path = format!("/bank/v1/orders/{id}/parts");
    let answer = scene.send(CORE, |bank| bank.post(&path).json(&body)).await;
    let verdict = verdict(&answer);
    match (lies, verdict.as_str()) {
        (true, "CONTRADICTS") => {}
        (false, "TAKEN" | "SAME") => {
            let told = parts.into_iter().map(|(part, is_done)| (part, (is_done, true)));
            scene.model.borrow_mut().orders[place].parts.extend(told);
        }
        // Whoever tells it once more years later is told that nobody can compare.
        (_, "IMPOSSIBLE") if answer.text().contains("has left for the archive") => {}
        _ => return scene.unusual(&format!("parts of {id}"), &answer, &[]),
    }
    verdict
}

/// Tells that a payment came back.
pub(crate) async fn give_back(scene: Scene, place: usize) -> String {
    let id = {
        let order = &mut scene.model.borrow_mut().orders[place];
        order.is_returned = true;
        order.id.clone()
    };
    let path = format!("/bank/v1/orders/{id}/returns");
    let body = json!({ "return": format!("back-{}", &id[id.len() - 8..]), "reason": reason() });
    let answer = scene.send(HUB, |bank| bank.post(&path).json(&body)).await;
    match verdict(&answer) {
        verdict if ["TAKEN", "SAME"].contains(&verdict.as_str()) => verdict,
        _ => scene.unusual(&format!("return of {id}"), &answer, &[]),
    }
}

/// Asks for the trial balance of a day, which never changes once it was told.
pub(crate) async fn ask_books(scene: Scene, day: String) -> String {
    let path = format!("/bank/v1/trial-balance?date={day}");
    let answer = scene.send(CORE, |bank| bank.get(&path)).await;
    if answer.status != 200 {
        return scene.unusual("trial balance", &answer, &[404, 409, 410]);
    }
    let text = answer.text().to_owned();
    let mut model = scene.model.borrow_mut();
    let before = model.told_days.insert(day.clone(), text.clone());
    if let Some(before) = before.filter(|before| *before != text) {
        model.broken.push(format!("a told day has changed: {day}, {before} and now {text}"));
    }
    "told".to_owned()
}

pub(crate) fn verdict(answer: &Answer) -> String {
    let Ok(told) = serde_json::from_slice::<Value>(&answer.body) else { return String::new() };
    let word = told.get("verdict").or_else(|| told.get("code"));
    word.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Decides about an order of a system.
fn decided(system: usize, id: &str, drawn: u64, tomorrow: &str) -> Value {
    match system {
        CONTROL => decision([drawn & 1 == 0, drawn & 2 == 0]),
        LETTERS => done(&json!({ "text": format!("The answer to {id}") })),
        TARIFFS if !drawn.is_multiple_of(3) => done(&json!({ "effectiveFrom": tomorrow })),
        _ => outcome(system != TARIFFS && !drawn.is_multiple_of(3)),
    }
}

/// The contrary of what was decided.
fn contrary(system: usize, decided: &Value, tomorrow: &str) -> Value {
    match system {
        CONTROL => decision(accepted(decided).map(|is_accepted| !is_accepted)),
        LETTERS => done(&json!({ "text": "Another answer" })),
        TARIFFS if decided["outcome"] != "DONE" => done(&json!({ "effectiveFrom": tomorrow })),
        _ => outcome(decided["outcome"] != "DONE"),
    }
}

/// An order that is done, with what its system tells of it.
pub(crate) fn done(details: &Value) -> Value {
    json!({ "outcome": "DONE", "details": details })
}

fn outcome(is_done: bool) -> Value {
    if is_done { json!({ "outcome": "DONE" }) } else { json!({ "outcome": "REFUSED", "reason": reason() }) }
}

fn reason() -> Value {
    json!({ "ru": "нет счёта", "en": "no account" })
}
