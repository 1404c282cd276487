//! Compares the histories, the events, the list and what came to the receivers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use events::{Event, EventId, EventType, LIST_MAX};
use serde_json::Value;
use store::Store;

use super::super::fleet::Fleet;
use super::super::journal::{COMPANY, Sent};
use super::endpoint::{Endpoint, Temper, hash};
use super::histories::{self, Histories};
use crate::outcome::Outcome;
use crate::outside::on_store;

/// The most differences that are told.
const DIFFERENCES_MAX: usize = 20;

/// The figures of a proof without a difference.
#[derive(Debug, Default)]
pub(super) struct Found {
    events: usize,
    arrivals: usize,
    /// The deliveries beyond the first of each event.
    repeats: usize,
    /// Repeats at the receiver that takes everything: the process died between the answer and its mark.
    unmarked: usize,
    /// Repeats of an event whose successor was there already.
    late: usize,
}

impl fmt::Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} events, each in the list once and in its place; {} deliveries, {} of them repeats under the same \
             identifier ({} to the receiver that takes everything, {} after a later event of their thing), every \
             signature verified, none lost, order kept",
            self.events, self.arrivals, self.repeats, self.unmarked, self.late
        )
    }
}

pub(super) fn compare(
    fleet: &Fleet,
    endpoints: &[Endpoint],
    read: &[String],
    (journal, before): (&[Sent], i64),
) -> Outcome<Found> {
    let (events, histories) = on_store(&fleet.location()?, async |store| {
        Ok((all_events(store).await?, histories::read(store).await?))
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
    let repeats = came.arrivals.len() - seen.len();
    found.repeats += repeats;
    found.unmarked += if endpoint.temper == Temper::Willing { repeats } else { 0 };
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
