//! The bank's payment hub and its core: a process with books of its own.
//!
//! It writes down what it does, forces that to the disk, and tells it then: late, doubled, in any order, some of it not
//! before it is told to be willing. Now and then it contradicts itself, and nobody may believe it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::super::Dice;
use super::super::bank_caller::BankCaller;
use super::super::journal::refuses;
use crate::outcome::Outcome;

/// The name of the system.
pub(super) const NAME: &str = "hub";
/// Answers of one bunch, at most.
const BUNCH_MAX: u64 = 8;
/// One in so many orders is left until the hub is willing, and one in so many answers is contradicted.
const LEFT_ONE_OF: u64 = 8;
const CONTRADICTED_ONE_OF: u64 = 6;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct HubArguments {
    /// The address of the bank API.
    #[arg(long)]
    address: String,
    /// The audience of assertions.
    #[arg(long)]
    audience: String,
    /// Its key, PKCS#8 in DER.
    #[arg(long)]
    key: PathBuf,
    /// Its books.
    #[arg(long)]
    books: PathBuf,
    /// The moods follow from it.
    #[arg(long)]
    seed: u64,
    /// It answers everything and contradicts nothing.
    #[arg(long)]
    willing: bool,
}

/// The things that the hub has done, by the order and the part of it; 0 for a whole order.
pub(super) struct Books {
    /// Done or refused, with the sum in hundredths.
    pub(super) done: BTreeMap<(String, i64), (bool, i64)>,
    file: File,
}

impl Books {
    /// Reads the books; a line that a death cut in two was told to nobody.
    pub(super) fn open(path: &Path) -> Outcome<Self> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let mut done = BTreeMap::new();
        for line in BufReader::new(&file).lines() {
            let line = line?;
            let Ok(line) = serde_json::from_str::<Value>(&line) else { continue };
            let order = line["order"].as_str().ok_or("no order")?.to_owned();
            let part = line["part"].as_i64().ok_or("no part")?;
            let is_done = line["done"].as_bool().ok_or("no outcome")?;
            let entry = (is_done, line["minor"].as_i64().ok_or("no sum")?);
            if *done.entry((order, part)).or_insert(entry) != entry {
                return Err("the books contradict themselves".into());
            }
        }
        Ok(Self { done, file })
    }

    /// Does what is asked once, whatever is asked later: `asked` is an order's payload, or a part.
    fn act(&mut self, order: &str, part: i64, asked: &Value) -> Outcome<bool> {
        let key = (order.to_owned(), part);
        if let Some((before, _)) = self.done.get(&key) {
            return Ok(*before);
        }
        let amount = asked["amount"].as_str().ok_or("no amount")?.replace('.', "");
        let (is_done, minor) = (!refuses(asked), amount.parse::<i64>()?);
        let line = json!({ "order": order, "part": part, "done": is_done, "minor": minor });
        // A line of its own, also after one that was cut.
        self.file.write_all(format!("\n{line}\n").as_bytes())?;
        self.file.sync_data()?;
        self.done.insert(key, (is_done, minor));
        Ok(is_done)
    }
}

struct Hub {
    arguments: HubArguments,
    caller: BankCaller,
    dice: Dice,
    books: Books,
}

/// Plays the hub until it is killed.
pub(crate) fn run(arguments: &HubArguments) -> Outcome<()> {
    let HubArguments { address, audience, key, .. } = arguments;
    let mut hub = Hub {
        caller: BankCaller::new(address, audience, NAME, key),
        dice: Dice::new(arguments.seed),
        books: Books::open(&arguments.books)?,
        arguments: arguments.clone(),
    };
    let (mut after, mut waiting) = (0, Vec::<Value>::new());
    loop {
        // Silence is no answer: it is asked again, under the same names.
        let Some(page) = hub.caller.call(&format!("/bank/v1/orders?after={after}&wait=1"), None)? else {
            continue;
        };
        after = page["nextAfter"].as_i64().ok_or("no number")?;
        let open = |order: &&Value| order["state"] == "TAKEN";
        waiting.extend(page["orders"].as_array().ok_or("no orders")?.iter().filter(open).cloned());
        let mut rest = Vec::new();
        let mut bunch = Vec::new();
        for order in std::mem::take(&mut waiting) {
            if !hub.arguments.willing && hub.dice.below(LEFT_ONE_OF) == 0 {
                rest.push(order);
            } else if order["payload"]["partsCount"].is_i64() {
                if !hub.answer_parts(&order)? {
                    rest.push(order);
                }
            } else {
                let position = usize::try_from(hub.dice.below(bunch.len() as u64 + 1))?;
                bunch.insert(position, order);
            }
        }
        waiting = rest;
        while !bunch.is_empty() {
            let count = usize::try_from(1 + hub.dice.below(BUNCH_MAX))?.min(bunch.len());
            let some: Vec<Value> = bunch.drain(..count).collect();
            if !hub.answer(&some)? {
                waiting.extend(some);
            }
        }
    }
}

impl Hub {
    /// Answers payments together; `false` when nobody knows whether that arrived.
    fn answer(&mut self, orders: &[Value]) -> Outcome<bool> {
        let mut answers = Vec::new();
        for order in orders {
            let id = order["id"].as_str().ok_or("no name")?;
            let is_done = self.books.act(id, 0, &order["payload"])?;
            let mut one = outcome(is_done);
            one["order"] = json!(id);
            answers.push(one.clone());
            if self.dice.below(4) == 0 {
                answers.push(one);
            }
        }
        let Some(told) = self.caller.call("/bank/v1/answers", Some(&json!({ "answers": answers })))? else {
            return Ok(false);
        };
        for verdict in told["verdicts"].as_array().ok_or("no verdicts")? {
            if !matches!(verdict["verdict"].as_str(), Some("TAKEN" | "SAME")) {
                return Err(format!("an answer was refused: {verdict}").into());
            }
        }
        if !self.arguments.willing && self.dice.below(CONTRADICTED_ONE_OF) == 0 {
            let id = orders[0]["id"].as_str().ok_or("no name")?;
            let other = outcome(!self.books.act(id, 0, &orders[0]["payload"])?);
            let told = self.caller.call(&format!("/bank/v1/orders/{id}/answer"), Some(&other))?;
            if told.is_some_and(|told| told["code"] != "CONTRADICTS") {
                return Err(format!("{id}: two answers were believed").into());
            }
        }
        Ok(true)
    }

    /// Answers the parts of a statement in bunches, in any order; `false` when something is left.
    fn answer_parts(&mut self, order: &Value) -> Outcome<bool> {
        let id = order["id"].as_str().ok_or("no name")?;
        let path = format!("/bank/v1/orders/{id}/parts");
        let Some(told) = self.caller.call(&path, None)? else { return Ok(false) };
        let mut parts = Vec::new();
        for part in told["parts"].as_array().ok_or("no parts")? {
            let number = part["part"].as_i64().ok_or("no number")?;
            let mut one = outcome(self.books.act(id, number, part)?);
            one["part"] = json!(number);
            let position = usize::try_from(self.dice.below(parts.len() as u64 + 1))?;
            parts.insert(position, one);
        }
        for (place, some) in parts.chunks(3).enumerate() {
            if !self.arguments.willing && place > 0 && self.dice.below(LEFT_ONE_OF) == 0 {
                return Ok(false);
            }
            let Some(told) = self.caller.call(&path, Some(&json!({ "parts": some })))? else {
                return Ok(false);
            };
            if !matches!(told["verdict"].as_str(), Some("TAKEN" | "SAME")) {
                return Err(format!("parts of {id} were refused: {told}").into());
            }
            if !self.arguments.willing && self.dice.below(CONTRADICTED_ONE_OF) == 0 {
                let mut other = outcome(some[0]["outcome"] == "REFUSED");
                other["part"] = some[0]["part"].clone();
                let told = self.caller.call(&path, Some(&json!({ "parts": [other] })))?;
                if told.is_some_and(|told| told["code"] != "CONTRADICTS") {
                    return Err(format!("{id}: two outcomes of a part were believed").into());
                }
            }
        }
        Ok(true)
    }
}

fn outcome(is_done: bool) -> Value {
    if is_done {
        json!({ "outcome": "DONE" })
    } else {
        json!({ "outcome": "REFUSED", "reason": { "ru": "нет счёта", "en": "no account" } })
    }
}
