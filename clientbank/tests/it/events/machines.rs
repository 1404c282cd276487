//! EVT-01: every change of state of every state machine is an event, or there is a reason why not.

use std::collections::{BTreeMap, BTreeSet};

use clientbank::application::areas;
use currency_certificates::task::TaskState;
use events::EventType;
use payroll::lifecycle::StatementStatus;
use sandbox::triggers::Machine;
use serde_json::Value;
use store::params;
use tariff_requests::letter::LetterState;
use tariff_requests::request_state::RequestState;
use testkit::{Bench, on_both_engines};

use super::provoking::{others, provoke};
use crate::triggers::Stage;

store::queries! {
    STEPS = "select s.external_id as thing, h.kind, h.from_state, h.to_state from payroll_history h
        join payroll_statements s on s.statement_id = h.statement_id order by h.statement_id, h.version";
    /// The arrows that a statement may take.
    ARROWS = "select kind, from_state, to_state from payroll_arrows order by kind, from_state, to_state";
    REQUEST_STEPS = "select request_id, state from tariff_request_history order by request_id, step";
    /// Every event, in the order of all.
    ALL_EVENTS = "select object_kind, event_type, data from events order by seq";
}

/// The way in which callers learn that a machine is in another state.
enum Told {
    /// By an event, whose type each state has.
    ByEvents(Vec<&'static str>),
    /// By none, for this reason.
    ByNone(&'static str),
}

fn types(beginning: &'static str, states: impl Iterator<Item = &'static str>) -> Told {
    let of_state = |state: &'static str| -> &'static str {
        let name = format!("{beginning}{}", state.to_lowercase());
        let found: EventType =
            name.parse().unwrap_or_else(|_| panic!("no type {name} for the state {state}"));
        found.as_str()
    };
    Told::ByEvents(states.map(of_state).collect())
}

/// The answer for each machine: a new one does not compile until somebody has given it.
fn told(machine: Machine) -> Told {
    match machine {
        Machine::UnsignedStatement | Machine::SignedStatement => {
            types("payroll.statement.", StatementStatus::ALL.iter().map(|state| state.as_str()))
        }
        Machine::TariffRequest => {
            types("tariff.request.", RequestState::ALL.iter().map(|state| state.as_str()))
        }
        Machine::CertificateTask => {
            types("certificate.task.", TaskState::ALL.iter().map(|state| state.as_str()))
        }
        Machine::Letter => {
            Told::ByEvents(LetterState::ALL.iter().filter_map(|state| letter(*state)).collect())
        }
        Machine::Webinar => {
            Told::ByNone("its dates say from the beginning what it will be; that it can be seen is an event")
        }
        Machine::Transfer => {
            Told::ByNone("10,000 transfers would be as many events; that of their statement names their end")
        }
        Machine::Certificate => Told::ByNone("it ends with its task, in the same unit of work"),
        Machine::DeclineReason | Machine::CertificateReason => {
            Told::ByNone("it is a fact of an end of which an event tells")
        }
    }
}

const fn letter(state: LetterState) -> Option<&'static str> {
    match state {
        // The client's own software or people wrote it.
        LetterState::Sent => None,
        LetterState::Answered => Some(EventType::LetterReceived.as_str()),
    }
}

/// Statements that write a state or an outcome, and how callers learn of it. One that is new fails the test below.
const WRITERS: &[(&str, &str)] = &[
    ("CHANGE_STATE", "payroll.statement.*, by the one function that takes a step"),
    ("ANSWER_OUTCOME", "a transfer: the event of its statement tells"),
    ("ANSWER_PAYMENT", "a transfer: the event of its statement tells"),
    ("REQUEST_SET_STATE", "tariff.request.*, by the one function that takes an arrow"),
    ("REQUEST_DELETE", "tariff.request.cancelled"),
    ("CHANGE_END", "letter.received, or the tariff.request.done of what ended it"),
    ("PLAN_UPDATE", "the bank's offer, of no company"),
    ("TASK_ADVANCE", "certificate.task.*"),
    ("CERTIFICATE_DECIDE", "with its task, in the same unit of work"),
    ("USER_UPDATE", "the bank's registry of people, which no operation shows"),
    ("USER_SET_STATUS", "the bank's registry of people, which no operation shows"),
    ("COMPANY_UPDATE", "the bank's registry of companies"),
    ("CLIENT_UPDATE", "the registry of software: whose tokens end learns it by them"),
    ("CLIENT_STOP", "the registry of software: whose tokens end learns it by them"),
    ("CLIENT_LET_IN", "the registry of software: whose tokens end learns it by them"),
    ("CLIENT_MOVE_STATUS", "the registry of software: whose tokens end learns it by them"),
    ("AUTHORITY_UPDATE", "the bank's own trust"),
    ("CERTIFICATE_SET_STATUS", "certificates of people who sign, which no operation shows"),
    ("REQUEST_WITHDRAW", "requests for certificates of people, which no operation shows"),
    ("REQUEST_END", "requests for certificates of people, which no operation shows"),
    ("RUN_STAGED", "a large import, whose operator waits for it"),
    ("RUN_DECIDE", "a large import, whose operator waits for it"),
    ("RUN_END", "a large import, whose operator waits for it"),
    ("RUN_GIVE_UP", "a large import, whose operator waits for it"),
    ("STARTED_MOVE", "an import that people have started: its list tells"),
    ("REQUEST_ISSUED", "requests for certificates of people, which no operation shows"),
    ("SIGNING_KEY_RETIRE", "keys of the bank, in the key set"),
    ("SIGNING_KEY_ACTIVATE", "keys of the bank, in the key set"),
    ("KEY_CLAIM", "a request that came again: its caller is answered"),
    ("KEY_KEEP", "a request that came again: its caller is answered"),
    ("WEBHOOK_MOVE", "its administrators do it, or are told on their first page"),
    ("DELIVERY_ARRIVED", "the delivery of an event"),
    ("DELIVERY_FAILED", "the delivery of an event; the log has it"),
    ("DELIVERY_REPEAT", "the delivery of an event, asked for"),
    ("ORDER_TAKE", "a question to the bank, which its answer ends"),
    ("ORDER_END", "a question to the bank: the thing that it is about tells"),
    ("ORDERS_REOPEN", "questions to the bank after a restore"),
    ("ORDERS_HOLD_BACK", "questions to the bank that an operator has stopped"),
    ("PROPOSAL_DECIDE", "a proposal of an operator: the trail tells"),
    ("PROPOSAL_CARRY_OUT", "a proposal of an operator: the trail tells"),
];

/// Arrows of statements without signatures that people alone take, on pages that these tests do not open. They go
/// through the one function that writes a step and its event.
const BY_PEOPLE: &[(&str, &str)] = &[
    ("DRAFT", "DELETED"),
    ("ERROR", "CHECKING"),
    ("ERROR", "DELETED"),
    ("AWAITING_SIGN_WITH_WARNINGS", "DELETED"),
    ("SCHEDULED", "DELETED"),
];

#[test]
fn evt_01_each_machine_has_events_or_a_reason() {
    let mut known = BTreeSet::new();
    for machine in Machine::ALL {
        match told(machine) {
            Told::ByEvents(types) => known.extend(types),
            Told::ByNone(reason) => assert!(!reason.is_empty(), "{}", machine.as_str()),
        }
    }
    // What is no state of a machine: a hint beside one, money that came back after its end, a moment, a trial.
    known.extend([
        "payroll.signature.missing",
        "payroll.transfer.returned",
        "webinar.published",
        "webhook.test",
    ]);
    let all: BTreeSet<&str> = EventType::ALL.iter().map(|event_type| event_type.as_str()).collect();
    assert_eq!(known, all, "every type is a state of a machine");
}

/// Tells whether the text changes a column of this name.
fn sets(text: &str, column: &str) -> bool {
    let text = text.to_lowercase();
    let Some((_, rest)) = text.split_once(" set ") else { return false };
    if let Some((columns, _)) = rest.strip_prefix('(').and_then(|list| list.split_once(')')) {
        return columns.split(',').any(|one| one.trim() == column);
    }
    let assignments = rest.split(" where ").next().unwrap_or_default();
    assignments.split(',').any(|one| one.trim().starts_with(&format!("{column} =")))
}

#[test]
fn evt_01_every_statement_that_writes_a_state_is_told_of_or_has_a_reason() {
    let mut unknown = Vec::new();
    let mut known: BTreeSet<&str> = WRITERS.iter().map(|(name, _)| *name).collect();
    for query in areas::queries() {
        if !["state", "status", "outcome"].iter().any(|column| sets(query.sql(), column)) {
            continue;
        }
        if !known.remove(query.name()) && !WRITERS.iter().any(|(name, _)| *name == query.name()) {
            unknown.push((query.name(), query.sql()));
        }
    }
    assert!(unknown.is_empty(), "say how callers learn of these: {unknown:#?}");
    assert!(known.is_empty(), "there are no such statements any more: {known:?}");
}

/// The states that events tell of, by the thing's name in them.
async fn events_of(bench: &Bench, kind: &str, name: &str) -> BTreeMap<String, Vec<String>> {
    let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in bench.store.query(&ALL_EVENTS, params![]).await.expect("events") {
        let is_hint = row.text("event_type").expect("a type") == "payroll.signature.missing";
        if row.text("object_kind").expect("a kind") != kind || is_hint {
            continue;
        }
        let data: Value = serde_json::from_str(row.text("data").expect("facts")).expect("JSON");
        let text = |field: &str| data[field].as_str().expect("a text").to_owned();
        told.entry(text(name)).or_default().push(text("state"));
    }
    told
}

on_both_engines! {
    async fn evt_01_every_arrow_that_is_taken_is_an_event(bench: Bench) {
        let stage = Stage::new(&bench).await;
        for (number, event_type) in EventType::ALL.iter().enumerate() {
            provoke(&stage, *event_type, &format!("walk-{number}")).await;
        }
        for (number, sent) in others().into_iter().enumerate() {
            let id = format!("other-{number}");
            stage.post("/v1/statements", sent.trigger, stage.request(&id, &sent)).await;
            stage.work().await;
        }
        // What was scheduled is executed on its day.
        bench.clock.advance_seconds(12 * 86_400);
        stage.work().await;
        let mut steps: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut walked = BTreeSet::new();
        for row in bench.store.query(&STEPS, params![]).await.expect("steps") {
            let text = |column: &str| row.text(column).expect("a text").to_owned();
            walked.insert((text("kind"), text("from_state"), text("to_state")));
            steps.entry(text("thing")).or_default().push(text("to_state"));
        }
        assert_eq!(events_of(&bench, "payroll_statement", "externalId").await, steps);
        let mut requests: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in bench.store.query(&REQUEST_STEPS, params![]).await.expect("steps") {
            let id = row.integer("request_id").expect("a number").to_string();
            requests.entry(id).or_default().push(row.text("state").expect("a state").to_owned());
        }
        assert_eq!(events_of(&bench, "tariff_request", "requestId").await, requests);
        let mut left = Vec::new();
        for row in bench.store.query(&ARROWS, params![]).await.expect("arrows") {
            let text = |column: &str| row.text(column).expect("a text").to_owned();
            let arrow = (text("kind"), text("from_state"), text("to_state"));
            let is_by_people = BY_PEOPLE.contains(&(arrow.1.as_str(), arrow.2.as_str())) && arrow.0 == "UNSIGNED";
            if !walked.contains(&arrow) && !is_by_people {
                left.push(arrow);
            }
        }
        assert!(left.is_empty(), "no call takes these arrows: {left:#?}");
    }
}
