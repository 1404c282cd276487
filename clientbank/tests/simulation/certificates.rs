//! Messages with currency certificates: a company sends them, perhaps again, and currency control decides once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use currency_certificates::examples;
use serde_json::{Value, json};
use store::{Store, StoreError, params};
use testkit::TokenPair;

use crate::ground::Process;
use crate::model::Model;
use crate::systems::{System, verdict};

store::queries! {
    /// Messages as they are, with the certificates that were accepted.
    TASKS = "select t.task_id, t.message_id, t.state,
            (select count(1) from certificates c where c.task_id = t.task_id and c.status = 'ACCEPTED') as accepted
        from certificate_tasks t order by t.task_id";
}

/// The place of currency control among the systems.
pub(crate) const CONTROL: usize = 2;
/// Certificates of a message.
const CERTIFICATES: i64 = 2;
/// States that nothing leaves.
const ENDS: [&str; 3] = ["ACCEPTED", "PARTLY_ACCEPTED", "REJECTED"];

/// A message as its company remembers it.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    id: String,
    /// The task, once the bank has said that it has the message.
    task: Option<String>,
    /// The end that the company has read.
    end: Option<String>,
}

/// A message as currency control remembers it.
#[derive(Clone, Debug)]
pub(crate) struct Controlled {
    order: String,
    task: String,
    /// True for each certificate that is accepted: decided once, whatever comes.
    decided: Option<[bool; 2]>,
    is_told: bool,
}

impl Message {
    /// Writes a message with this identifier.
    pub(crate) const fn new(id: String) -> Self {
        Self { id, task: None, end: None }
    }

    fn body(&self) -> String {
        let named = examples::CERTIFICATES.replace("ROMASHKA-2026-0001", &self.id);
        let named =
            named.replace("ROMASHKA-TX", &self.id).replace("<Id>1/2026", &format!("<Id>{}/1", self.id));
        named.replace("<Id>2/2026", &format!("<Id>{}/2", self.id))
    }
}

impl Controlled {
    /// Reads an order of currency control; `None` when it is another one.
    pub(crate) fn read(order: &Value) -> Option<Self> {
        let task = order["payload"]["task"].as_str()?.to_owned();
        Some(Self { order: order["id"].as_str()?.to_owned(), task, decided: None, is_told: false })
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

/// Sends the message at this place.
pub(crate) async fn send(
    process: Rc<Process>,
    model: Rc<RefCell<Model>>,
    (place, tokens): (usize, TokenPair),
) -> String {
    let message = model.borrow().messages[place].clone();
    let request = process.api.post("/v1/iso20022/currency-transaction-certificate").tokens(&tokens);
    let answer = request.header("content-type", "application/xml").body(message.body()).send().await;
    let status = answer.status.as_u16();
    let text = answer.text();
    let taken = text.split_once("<taskId>").and_then(|(_, rest)| rest.split_once("</taskId>"));
    // It was sent before, and the answer may have been lost.
    let task =
        taken.or_else(|| text.trim_end().rsplit_once("by task ")).map(|(before, after)| match status {
            409 => after.to_owned(),
            _ => before.to_owned(),
        });
    let mut model = model.borrow_mut();
    match (status, task) {
        (200 | 409, Some(task)) if message.task.as_ref().is_none_or(|known| *known == task) => {
            model.messages[place].task = Some(task);
        }
        _ if model.turns_away(status) => {}
        _ => model.broken.push(format!("a message is answered {status}: {} {}", message.id, answer.text())),
    }
    status.to_string()
}

/// Asks what became of the message at this place.
pub(crate) async fn look(
    process: Rc<Process>,
    model: Rc<RefCell<Model>>,
    (place, tokens): (usize, TokenPair),
) -> String {
    let message = model.borrow().messages[place].clone();
    let Some(task) = message.task else { return "no task is known".to_owned() };
    let answer = process.api.get(&format!("/v1/iso20022/tasks/{task}")).tokens(&tokens).send().await;
    let status = answer.status.as_u16();
    let mut model = model.borrow_mut();
    if status != 200 {
        if !model.turns_away(status) {
            model.broken.push(format!("a task is answered {status}: {task} {}", answer.text()));
        }
        return status.to_string();
    }
    let seen = answer.json()["status"].as_str().unwrap_or_default().to_owned();
    if let Some(end) = message.end.filter(|end| *end != seen) {
        model.broken.push(format!("an end that was left: message {}, {end} and now {seen}", message.id));
    }
    model.messages[place].end = Some(seen.clone()).filter(|seen| ENDS.contains(&seen.as_str()));
    seen
}

impl System {
    /// Decides about the message at this place once, and tells how. A system that lies tells something else than it has
    /// told before, and is not believed.
    pub(crate) async fn decide(self, place: usize, drawn: u64, lies: bool) -> String {
        let (order, decided, was_told) = {
            let mut model = self.model.borrow_mut();
            let one = &mut model.controlled[place];
            let decided = *one.decided.get_or_insert([drawn & 1 == 0, drawn & 2 == 0]);
            (one.order.clone(), decided, one.is_told)
        };
        let is_lie = lies && was_told;
        let told = if is_lie { decided.map(|is_accepted| !is_accepted) } else { decided };
        let of_certificate = |(position, is_accepted): (i64, bool)| {
            let mut one = json!({ "position": position, "status": "ACCEPTED" });
            if !is_accepted {
                one["status"] = "REJECTED".into();
                one["text"] = "Нет договора".into();
            }
            one
        };
        let certificates = (1..=CERTIFICATES).zip(told).map(of_certificate);
        let details = json!({ "certificates": certificates.collect::<Vec<_>>() });
        let (path, body) =
            (format!("/bank/v1/orders/{order}/answer"), json!({ "outcome": "DONE", "details": details }));
        let answer = self.send(|bank| bank.post(&path).json(&body)).await;
        let verdict = verdict(&answer);
        let expected: &[&str] = match (is_lie, was_told) {
            (false, true) => &["SAME"],
            (false, false) => &["TAKEN", "SAME"],
            (true, _) => &["CONTRADICTS"],
        };
        if expected.contains(&verdict.as_str()) {
            self.model.borrow_mut().controlled[place].is_told = true;
            return verdict;
        }
        self.unusual(&format!("decision of {order}"), &answer, &[401, 503])
    }
}

/// Everything that was seen of messages before.
#[derive(Debug, Default)]
pub(crate) struct SeenMessages(BTreeMap<String, String>);

impl SeenMessages {
    /// Compares the messages with what was seen before, and with what currency control has decided.
    pub(crate) async fn look(&mut self, store: &Store, model: &Model) -> Result<Option<String>, StoreError> {
        let mut there = BTreeMap::new();
        for row in store.query(&TASKS, params![]).await? {
            let (task, state) = (row.text("task_id")?.to_owned(), row.text("state")?.to_owned());
            there.insert(row.text("message_id")?.to_owned(), task.clone());
            if let Some(before) = self.0.insert(task.clone(), state.clone())
                && before != state
                && ENDS.contains(&before.as_str())
            {
                return Ok(Some(format!("an end that was left: task {task}, {before} for {state}")));
            }
            let decided = model.controlled.iter().find(|one| one.task == task && one.is_told);
            let Some(decided) = decided.and_then(|one| one.decided) else { continue };
            let expected = decided.iter().filter(|is_accepted| **is_accepted).count();
            let end = ["REJECTED", "PARTLY_ACCEPTED", "ACCEPTED"][expected];
            if end != state || usize::try_from(row.integer("accepted")?) != Ok(expected) {
                return Ok(Some(format!(
                    "another decision: task {task} is {state}, and was decided as {end}"
                )));
            }
        }
        let lost =
            model.messages.iter().find(|one| one.task.is_some() && there.get(&one.id) != one.task.as_ref());
        Ok(lost.map(|one| format!("acknowledged and lost: message {}", one.id)))
    }

    /// Tells what has not ended although everything was sent and decided.
    pub(crate) fn unfinished(&self, model: &Model) -> Option<String> {
        if let Some(unsent) = model.messages.iter().find(|one| one.end.is_none()) {
            return Some(format!(
                "its company never read the end of message {}: {:?}",
                unsent.id, unsent.task
            ));
        }
        let open = self.0.iter().find(|(_, state)| !ENDS.contains(&state.as_str()));
        open.map(|(task, state)| format!("unfinished in the end: task {task}, {state}"))
    }
}
