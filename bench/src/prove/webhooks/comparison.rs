//! Compares the histories, the events, the list and what came to the receivers.

use std::collections::{BTreeMap, BTreeSet};

use events::{Event, EventId, EventType, LIST_MAX};
use serde_json::Value;
use store::{Store, params};

use super::super::fleet::Fleet;
use super::super::journal::{COMPANY, Sent};
use super::endpoint::{Endpoint, hash};
use crate::outcome::Outcome;
use crate::outside::on_store;

store::queries! {
    STATEMENTS = "select s.statement_id, h.to_state as state from payroll_history h \
        join payroll_statements s on s.statement_id = h.statement_id where s.cnum = $1 \
        order by h.statement_id, h.version";
    REQUESTS = "select h.request_id, h.state from tariff_request_history h \
        join tariff_requests r on r.request_id = h.request_id where r.cnum = $1 order by h.request_id, h.step";
    /// Every message that the bank wrote.
    LETTERS = "select m.letter_id, m.number from letter_messages m join letters l on l.letter_id = m.letter_id \
        where l.cnum = $1 and m.sender = 'BANK' order by m.letter_id, m.number";
    /// The last state of each message with certificates: its steps are kept nowhere.
    TASKS = "select task_id, state from certificate_tasks where cnum = $1";
}

/// The most differences that are told.
const DIFFERENCES_MAX: usize = 20;

/// The states of a thing in their order, by its kind and identifier.
type Histories = BTreeMap<(&'static str, String), Vec<String>>;

/// The figures of a proof without a difference.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) events: usize,
    pub(super) arrivals: usize,
    /// Repeats of an event whose successor was there already.
    pub(super) late: usize,
}

pub(super) fn compare(
    fleet: &Fleet,
    endpoints: &[Endpoint],
    read: &[String],
    (journal, before): (&[Sent], i64),
) -> Outcome<Found> {
    let (events, histories) = on_store(&fleet.location()?, async |store| {
        Ok((all_events(store).await?, all_histories(store).await?))
    })?;
    let mut differences = of_histories(&events, &histories)?;
    differences.extend(of_journal(&events, journal)?);
    if *read != events.iter().map(|event| event.id.to_string()).collect::<Vec<_>>() {
        differences.push(format!(
            "the list was read with {} events, and there are {}",
            read.len(),
            events.len()
        ));
    }
    let mut found = Found { events: events.len(), ..Found::default() };
    for endpoint in endpoints {
        differences.extend(of_endpoint(endpoint, &events, before, &mut found)?);
    }
    if found.late > 0 && fleet.len() == 1 {
        differences.push(format!("{} repeats came after a later event of their thing", found.late));
    }
    if differences.is_empty() {
        return Ok(found);
    }
    differences.truncate(DIFFERENCES_MAX);
    Err(differences.join("\n").into())
}

/// Reads the histories as the tables of each area have them, without a word of events.
async fn all_histories(store: &Store) -> Outcome<Histories> {
    let mut histories = Histories::new();
    let mut add = |kind, id: String, state: String| histories.entry((kind, id)).or_default().push(state);
    for (id, state) in store.select::<([u8; 16], String)>(&STATEMENTS, params![COMPANY]).await? {
        add("payroll_statement", ::uuid::Uuid::from_bytes(id).to_string(), state);
    }
    for (id, state) in store.select::<(i64, String)>(&REQUESTS, params![COMPANY]).await? {
        add("tariff_request", id.to_string(), state);
    }
    for (id, number) in store.select::<(String, i64)>(&LETTERS, params![COMPANY]).await? {
        add("letter", id, number.to_string());
    }
    for (id, end) in store.select::<(String, String)>(&TASKS, params![COMPANY]).await? {
        for state in ["REGISTERED".to_owned(), "CHECKING".to_owned(), end] {
            add("certificate_task", id.clone(), state);
        }
    }
    Ok(histories)
}

async fn all_events(store: &Store) -> Outcome<Vec<Event>> {
    let mut all: Vec<Event> = Vec::new();
    loop {
        let after = all.last().map_or(0, |event| event.seq);
        let page = events::list(store, &COMPANY.parse()?, after, LIST_MAX).await?;
        if page.events.is_empty() {
            return Ok(all);
        }
        all.extend(page.events);
    }
}

/// Each step of each thing is an event, in its order, and no event tells of another step.
fn of_histories(events: &[Event], histories: &Histories) -> Outcome<Vec<String>> {
    let mut told: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for event in events {
        let data: Value = event.data.parse()?;
        let step = match event.event_type {
            EventType::SignatureMissing
            | EventType::TransferReturned
            | EventType::WebinarPublished
            | EventType::WebhookTest => continue,
            EventType::LetterReceived => data["message"].to_string(),
            _ => data["state"].as_str().unwrap_or_default().to_owned(),
        };
        told.entry((&event.object_kind, &event.object_id)).or_default().push(step);
    }
    let mut differences = Vec::new();
    for ((kind, id), steps) in histories {
        let told = told.remove(&(*kind, id.as_str())).unwrap_or_default();
        if told != *steps {
            differences.push(format!("{kind} {id}: {told:?} is told, {steps:?} happened"));
        }
    }
    differences
        .extend(told.into_iter().map(|((kind, id), told)| format!("{kind} {id}: {told:?} never happened")));
    Ok(differences)
}

/// Each statement that was acknowledged is told of.
fn of_journal(events: &[Event], journal: &[Sent]) -> Outcome<Vec<String>> {
    let mut told = BTreeSet::new();
    for event in events {
        let data: Value = event.data.parse()?;
        told.extend(data["externalId"].as_str().map(str::to_owned));
    }
    let is_lost = |sent: &&Sent| sent.is_acknowledged && !told.contains(&sent.external_id);
    Ok(journal.iter().filter(is_lost).map(|sent| format!("{} is told nowhere", sent.external_id)).collect())
}

/// Each event was taken, with its body; none came before the one before it of its thing was taken.
fn of_endpoint(
    endpoint: &Endpoint,
    events: &[Event],
    before: i64,
    found: &mut Found,
) -> Outcome<Vec<String>> {
    let (came, name) = (endpoint.came(), format!("{:?}", endpoint.temper));
    let mut differences: Vec<String> = came.faults.iter().map(|fault| format!("{name}: {fault}")).collect();
    let (mut previous, mut next): (BTreeMap<EventId, EventId>, BTreeMap<EventId, EventId>) =
        Default::default();
    let mut last: BTreeMap<(&str, &str), EventId> = BTreeMap::new();
    let expected: Vec<&Event> = events.iter().filter(|event| event.seq > before).collect();
    for event in &expected {
        if let Some(earlier) = last.insert((&event.object_kind, &event.object_id), event.id) {
            previous.insert(event.id, earlier);
            next.insert(earlier, event.id);
        }
    }
    let (mut seen, mut taken) = (BTreeSet::new(), BTreeSet::new());
    for (id, is_taken) in &came.arrivals {
        if seen.insert(*id) && previous.get(id).is_some_and(|earlier| !taken.contains(earlier)) {
            differences.push(format!("{name}: {id} overtook the one before it"));
        }
        found.late += usize::from(next.get(id).is_some_and(|later| seen.contains(later)));
        if *is_taken {
            taken.insert(*id);
        }
    }
    found.arrivals += came.arrivals.len();
    for event in expected {
        if !taken.contains(&event.id) {
            differences.push(format!("{name}: {} {} was lost", event.id, event.event_type));
        }
        if seen.remove(&event.id) && came.bodies.get(&event.id) != Some(&hash(event.body()?.as_bytes())) {
            differences.push(format!("{name}: {} came with another body", event.id));
        }
    }
    differences.extend(seen.iter().map(|id| format!("{name}: {id} is no event of the company")));
    Ok(differences)
}
