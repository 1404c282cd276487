//! Messages with currency certificates: a company sends them, perhaps again, and currency control decides once.

use std::collections::BTreeMap;

use currency_certificates::examples;
use serde_json::{Value, json};
use store::{Store, params};

use crate::looks::{ENDS, Kept, rule};
use crate::model::Model;
use crate::people::SENDER;
use crate::scene::Scene;
use crate::systems::done;

store::queries! {
    /// Messages as they are, with the certificates that were accepted.
    TASKS = "select t.task_id, t.message_id, t.state,
            (select count(1) from certificates c where c.task_id = t.task_id and c.status = 'ACCEPTED') as accepted
        from certificate_tasks t order by t.task_id";
}

/// The place of currency control among the systems.
pub(crate) const CONTROL: usize = 2;

/// A message as its company remembers it.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) id: String,
    /// The task, once the bank has said that it has the message.
    pub(crate) task: Option<String>,
}

impl Message {
    fn body(&self) -> String {
        let named = examples::CERTIFICATES.replace("ROMASHKA-2026-0001", &self.id);
        let named =
            named.replace("ROMASHKA-TX", &self.id).replace("<Id>1/2026", &format!("<Id>{}/1", self.id));
        named.replace("<Id>2/2026", &format!("<Id>{}/2", self.id))
    }

    /// The name under which its end is remembered.
    pub(crate) fn name(&self) -> String {
        format!("message {}", self.id)
    }
}

pub(crate) async fn send(scene: Scene, place: usize) -> String {
    let message = scene.model.borrow().messages[place].clone();
    let request = scene.process.api.post("/v1/iso20022/currency-transaction-certificate");
    let request = request.tokens(&scene.tokens(SENDER)).header("content-type", "application/xml");
    let answer = request.body(message.body()).send().await;
    let (status, text) = (answer.status.as_u16(), answer.text());
    let taken = text.split_once("<taskId>").and_then(|(_, rest)| rest.split_once("</taskId>"));
    // It was sent before, and the answer may have been lost.
    let task =
        taken.or_else(|| text.trim_end().rsplit_once("by task ")).map(|(before, after)| match status {
            409 => after.to_owned(),
            _ => before.to_owned(),
        });
    let is_same = task.is_some() && (message.task.is_none() || message.task == task);
    let is_good = matches!(status, 200 | 409) && is_same;
    if is_good {
        scene.model.borrow_mut().messages[place].task = task;
    }
    scene.judge(&answer, is_good, ("a message", &message.id))
}

/// Asks what became of the message at this place.
pub(crate) async fn look(scene: Scene, place: usize) -> String {
    let message = scene.model.borrow().messages[place].clone();
    let Some(task) = &message.task else { return "no task is known".to_owned() };
    let path = format!("/v1/iso20022/tasks/{task}");
    let seen = scene.ask(&path, (SENDER, "status"), |_| false).await;
    seen.inspect(|seen| scene.model.borrow_mut().reads(message.name(), seen)).unwrap_or_else(|status| status)
}

/// The answer of currency control that accepts some of the certificates of a message.
pub(crate) fn decision(is_accepted: [bool; 2]) -> Value {
    let of_certificate = |(position, is_accepted): (i64, bool)| {
        if is_accepted {
            return json!({ "position": position, "status": "ACCEPTED" });
        }
        json!({ "position": position, "status": "REJECTED", "text": "Нет договора" })
    };
    let certificates: Vec<_> = (1..).zip(is_accepted).map(of_certificate).collect();
    done(&json!({ "certificates": certificates }))
}

/// Tells of each certificate whether the answer accepts it.
pub(crate) fn accepted(answer: &Value) -> [bool; 2] {
    [0, 1].map(|place| answer["details"]["certificates"][place]["status"] == "ACCEPTED")
}

/// Everything that was seen of messages before.
#[derive(Debug, Default)]
pub(crate) struct SeenMessages(BTreeMap<String, String>);

impl SeenMessages {
    /// Compares the messages with what was seen before, and with what currency control has decided.
    pub(crate) async fn look(&mut self, store: &Store, model: &Model) -> Kept {
        let mut there = BTreeMap::new();
        for row in store.query(&TASKS, params![]).await? {
            let (task, state) = (row.text("task_id")?.to_owned(), row.text("state")?.to_owned());
            there.insert(row.text("message_id")?.to_owned(), task.clone());
            let before = self.0.insert(task.clone(), state.clone()).unwrap_or_default();
            let stays = before == state || !ENDS.contains(&before.as_str());
            rule(stays, || format!("an end that was left: task {task}, {before} for {state}"))?;
            let Some(decided) = model.told(CONTROL, &task) else { continue };
            let expected = accepted(decided).into_iter().filter(|is_accepted| *is_accepted).count();
            let end = ["REJECTED", "PARTLY_ACCEPTED", "ACCEPTED"][expected];
            let is_so = end == state && usize::try_from(row.integer("accepted")?) == Ok(expected);
            rule(is_so, || format!("another decision: task {task} is {state}, and was decided as {end}"))?;
        }
        let lost =
            model.messages.iter().find(|one| one.task.is_some() && there.get(&one.id) != one.task.as_ref());
        rule(lost.is_none(), || format!("acknowledged and lost: {lost:?}"))
    }

    /// Looks for what has not ended although everything was sent and decided.
    pub(crate) fn finished(&self, model: &Model) -> Kept {
        let unread = model.messages.iter().find(|one| !model.ends.contains_key(&one.name()));
        rule(unread.is_none(), || format!("its company never read the end: {unread:?}"))?;
        let open = self.0.iter().find(|(_, state)| !ENDS.contains(&state.as_str()));
        rule(open.is_none(), || format!("unfinished in the end: task {open:?}"))
    }
}
