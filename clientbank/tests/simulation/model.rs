//! The memory of those outside of the bank: companies and the bank's other systems.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Instant;
use serde_json::Value;
use testkit::TokenPair;

use crate::cards::Held;
use crate::certificates::Message;
use crate::letters::Written;
use crate::looks::ENDS;
use crate::tariffs::Asked;

/// Systems of the bank.
pub(crate) const SYSTEMS: usize = 5;
/// Members of an order that name what it is about.
const ABOUT: [&str; 3] = ["task", "letter", "request"];

/// A statement as its company remembers it.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) company: usize,
    pub(crate) name: String,
    pub(crate) body: String,
    /// The bank has said that it has it.
    pub(crate) is_acknowledged: bool,
    /// It came with its signatures; else people sign it in the online bank.
    pub(crate) is_signed: bool,
}

/// An order as its system remembers it.
#[derive(Clone, Debug)]
pub(crate) struct Ordered {
    pub(crate) id: String,
    /// The place of its system.
    pub(crate) system: usize,
    /// The task, letter or request that it is about; empty for money.
    pub(crate) about: String,
    minor: i64,
    /// The answer: decided once, whatever comes.
    pub(crate) answer: Option<Value>,
    /// The bank has taken the answer.
    pub(crate) is_told: bool,
    /// The number of its parts.
    parts_count: i64,
    /// Tells of each part whether it was done, once, and whether the bank has taken the answer.
    pub(crate) parts: BTreeMap<i64, (bool, bool)>,
    /// The money came back afterwards.
    pub(crate) is_returned: bool,
}

impl Ordered {
    /// Tells whether it is decided that it is done.
    pub(crate) fn is_done(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer["outcome"] == "DONE")
    }

    /// Tells whether its system answers part by part: the core does so for every other order.
    pub(crate) fn is_answered_by_parts(&self) -> bool {
        self.parts_count > 0 && self.id.bytes().map(u32::from).sum::<u32>().is_multiple_of(2)
    }

    /// Carries out some parts, once each, and returns what is told of them: a bit of `drawn` chooses a part, another
    /// its outcome. A lie is about one part whose answer was taken before.
    pub(crate) fn some_parts(&mut self, drawn: u64, lies: bool) -> Vec<(i64, bool)> {
        if lies {
            let told = self.parts.iter().find(|(_, (_, is_told))| *is_told);
            return told.map(|(part, (is_done, _))| (*part, !is_done)).into_iter().collect();
        }
        let bit = |place: i64| drawn >> (3 + place % 61) & 1 == 1;
        let chosen = (1..=self.parts_count).filter(|part| bit(*part));
        chosen.map(|part| (part, self.parts.entry(part).or_insert((bit(part + 29), false)).0)).collect()
    }
}

/// Everything that is remembered outside of the bank.
#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) sent: Vec<Sent>,
    /// Holds of cards.
    pub(crate) held: Vec<Held>,
    /// Messages with certificates.
    pub(crate) messages: Vec<Message>,
    pub(crate) written: Vec<Written>,
    /// Tariff requests, and those that people have withdrawn.
    pub(crate) asked: Vec<Asked>,
    pub(crate) withdrawn: Vec<String>,
    /// The ends that companies have read.
    pub(crate) ends: BTreeMap<String, String>,
    /// Orders of all systems.
    pub(crate) orders: Vec<Ordered>,
    /// Those who are locked, people and software: true once every process has looked since.
    pub(crate) locked: BTreeMap<&'static str, bool>,
    /// Software that was disabled once.
    pub(crate) disabled: BTreeSet<&'static str>,
    /// An import has ended well.
    pub(crate) is_imported: bool,
    /// Ages have passed: nobody sends again or asks for what may have left.
    pub(crate) is_late: bool,
    /// Switches that are on: true once every process has looked since.
    pub(crate) on: BTreeMap<&'static str, bool>,
    /// A company was stopped: a process may not have heard yet that it is no more.
    pub(crate) has_stopped_company: bool,
    /// The last tokens of each company, with their moment and session.
    pub(crate) given: BTreeMap<&'static str, (Instant, String, TokenPair)>,
    /// Sessions that people have begun since, the last one last.
    pub(crate) logins: Vec<(&'static str, String)>,
    /// The last number that each system was handed.
    pub(crate) after: [i64; SYSTEMS],
    pub(crate) tokens: [String; SYSTEMS],
    /// Trial balances of closed days.
    pub(crate) told_days: BTreeMap<String, String>,
    /// Rules that an answer has broken.
    pub(crate) broken: Vec<String>,
}

impl Model {
    /// Remembers an order once.
    pub(crate) fn learn(&mut self, system: usize, order: &Value) {
        let (id, payload) = (order["id"].as_str().unwrap_or_default().to_owned(), &order["payload"]);
        let digits = payload["amount"].as_str().unwrap_or_default().replace('.', "");
        let minor = digits.parse().unwrap_or_default();
        let about = ABOUT.iter().find_map(|name| payload[*name].as_str());
        self.after[system] = self.after[system].max(order["number"].as_i64().unwrap_or_default());
        match self.orders.iter().find(|known| known.id == id) {
            Some(known) if known.minor != minor => {
                self.broken.push(format!("another amount: order {id} came again"));
            }
            Some(_) => {}
            None => self.orders.push(Ordered {
                id,
                system,
                about: about.unwrap_or_default().to_owned(),
                minor,
                answer: None,
                is_told: false,
                parts_count: payload["partsCount"].as_i64().unwrap_or_default(),
                parts: BTreeMap::new(),
                is_returned: false,
            }),
        }
    }

    /// Returns the answer about something that the bank has taken.
    pub(crate) fn told(&self, system: usize, about: &str) -> Option<&Value> {
        let order = self.orders.iter().find(|one| one.system == system && one.about == about && one.is_told);
        order.and_then(|order| order.answer.as_ref())
    }

    /// Takes down the state that a company has read of something: an end stays.
    pub(crate) fn reads(&mut self, name: String, seen: &str) {
        match self.ends.get(&name) {
            Some(end) if end != seen => {
                self.broken.push(format!("an end that was left: {name}, {end} and now {seen}"));
            }
            _ if ENDS.contains(&seen) => drop(self.ends.insert(name, seen.to_owned())),
            _ => {}
        }
    }

    /// Tells whether a company's request may be turned away with this status: its token has ended, it asks too often,
    /// nothing works, a switch stops it, or one of its people is locked.
    pub(crate) fn turns_away(&self, status: u16) -> bool {
        match status {
            401 | 429 | 503 => true,
            403 => !self.locked.is_empty(),
            423 => self.has_stopped_company,
            _ => false,
        }
    }

    /// Returns the money that left the bank's customers for good by orders.
    pub(crate) fn paid(&self) -> i64 {
        let gone = |one: &&Ordered| one.is_done() && !one.is_returned;
        self.orders.iter().filter(gone).map(|one| one.minor).sum()
    }
}
