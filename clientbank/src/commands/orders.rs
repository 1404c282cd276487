//! `clientbank orders`: orders that the bank owes an answer, and answers that an operator gives in its place.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use audit::Actor;
use bank::BankState;
use bank::files::{self, FilesError, Form};
use bank::system::{System, SystemName};
use bank::work::systems;
use clap::Subcommand;
use iso20022::{Limits, Reader};
use kernel::{Instant, Translated};
use orders::{Answer, Answered, By, LISTED_MAX, OrderId, Outcome, Verdict};
use serde_json::{Map, Value, json};

use super::database::{WithRemedy as _, on_current};
use super::{Failure, check_reason, operator};
use crate::actions::lists::order_line;
use crate::application::settings::idempotency;
use crate::application::{Addresses, Surroundings, areas, build};
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say};

#[derive(Subcommand)]
pub(super) enum Action {
    /// The kinds of orders, one JSON object per line: whom they are for, what they ask, what an answer looks like.
    Kinds,
    /// Orders without an answer, one JSON object per line, those that are due first.
    List {
        /// Only those past their deadline.
        #[arg(long)]
        overdue: bool,
    },
    /// Write the orders of a system that were not written before into a folder, one file each.
    Export {
        /// The folder, which is there.
        folder: PathBuf,
        /// The system, as `systems list` has it.
        #[arg(long)]
        system: SystemName,
        /// Payments as pain.001 of ISO 20022 in place of JSON.
        #[arg(long)]
        xml: bool,
        /// The documents of each order beside it, in files that begin with its name.
        #[arg(long)]
        documents: bool,
    },
    /// Take the answers of a system from files: JSON as the bank API takes it, pain.002, camt.054 or camt.053. What
    /// became of them is in FILE.receipt.json.
    Take {
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The system, as `systems list` has it.
        #[arg(long)]
        system: SystemName,
    },
    /// Answer an order in place of a system of the bank that does not: it does what an answer of the bank does.
    Answer {
        /// The name of the order, as the list has it.
        order: OrderId,
        /// The answer.
        #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(["done", "refused"]))]
        outcome: String,
        /// The reason, for the trail; of a refusal the company reads it. At most 250 characters.
        #[arg(long)]
        reason: String,
        /// Further facts that the kind asks for, as a JSON object.
        #[arg(long, value_name = "JSON")]
        details: Option<String>,
    },
}

pub(super) fn run(action: Action, settings: &Sources) -> Result<(), Failure> {
    match action {
        Action::Kinds => {
            kinds();
            Ok(())
        }
        Action::List { overdue } => on_current(settings, async |_, opened| list(&opened, overdue).await),
        Action::Export { folder, system, xml, documents } => {
            let form = Form { as_xml: xml, with_documents: documents };
            exchange(settings, &system, async |state: &BankState, system: &System| {
                let left = |document: &str| {
                    remark(&format!("{document}: has left for the archive, and is not written"));
                };
                let exported = files::export(state, system, &folder, form, left).await?;
                remark(&format!("{exported} orders"));
                Ok(())
            })
        }
        Action::Take { files: some, system } => {
            exchange(settings, &system, async |state: &BankState, system: &System| {
                for file in &some {
                    let receipt = files::take(state, system, file).await?;
                    remark(&format!("{}: taken, see {}", file.display(), receipt.display()));
                }
                Ok(())
            })
        }
        Action::Answer { order, outcome, reason, details } => {
            check_reason(&reason)?;
            let details: Map<String, Value> = match details {
                Some(text) => serde_json::from_str(&text).map_err(|error| format!("--details: {error}"))?,
                None => Map::new(),
            };
            let outcome = if outcome == "done" { Outcome::Done } else { Outcome::Refused };
            let told = Translated { russian: reason.clone(), english: reason.clone() };
            let told = (outcome == Outcome::Refused).then_some(told);
            let answer = Answer { outcome, reference: None, reason: told, details };
            on_current(settings, async |configuration, opened| {
                give(&configuration, &opened, (order, answer), reason).await
            })
        }
    }
}

fn kinds() {
    for kind in areas::order_kinds() {
        let line = json!({
            "kind": kind.name, "role": kind.role.as_str(), "deadline_s": kind.deadline_s, "meaning": kind.meaning,
            "payload": (kind.payload)(), "answer": (kind.answer)(),
        });
        say(&line.to_string());
    }
}

async fn list(Surroundings { store, clock, .. }: &Surroundings, only_overdue: bool) -> Result<(), Failure> {
    let now = clock.now();
    let before = if only_overdue { now } else { Instant::from_microseconds(i64::MAX) };
    let open = orders::open_orders(store, before).await.told()?;
    for order in &open {
        let mut line = order_line(order);
        line["overdue"] = json!(order.deadline_at <= now);
        say(&line.to_string());
    }
    if i64::try_from(open.len()) == Ok(LISTED_MAX) {
        remark(&format!("there may be more than these {LISTED_MAX}"));
    }
    let sums = orders::open_sums(store, now).await.told()?;
    let counts: BTreeMap<_, _> =
        sums.iter().map(|sums| (sums.kind.as_str(), (sums.open, sums.overdue))).collect();
    for (kind, (open, overdue)) in counts {
        remark(&format!("{kind}: {open} without an answer, {overdue} of them overdue"));
    }
    Ok(())
}

/// Does something in place of a system of the bank.
fn exchange(
    settings: &Sources,
    name: &SystemName,
    work: impl AsyncFnOnce(&BankState, &System) -> Result<(), FilesError>,
) -> Result<(), Failure> {
    on_current(settings, async |configuration, surroundings| {
        let Surroundings { store, clock, randomness, .. } = &surroundings;
        let found = systems::find(store, name).await.told()?;
        let system = found.ok_or_else(|| format!("there is no open system {name}"))?;
        let application = build(&configuration, &surroundings, &Addresses::default()).await?;
        let state = BankState {
            store: store.clone(),
            clock: Arc::clone(clock),
            machine: Arc::clone(clock),
            randomness: Arc::clone(randomness),
            desk: application.desk,
            messages: Arc::new(Reader::of_payments(Limits::default())?),
            zone: configuration.bank.zone.clone(),
            address: String::new().into(),
            directory: None,
            trail_key: None,
            idempotency: idempotency(&configuration, &surroundings)?,
            administration: Arc::default(),
        };
        Ok(work(&state, &system).await?)
    })
}

async fn give(
    configuration: &Configuration,
    surroundings: &Surroundings,
    (order, answer): (OrderId, Answer),
    reason: String,
) -> Result<(), Failure> {
    if jobs::stands_still_since(&surroundings.store).await.told()?.is_some() {
        return Err(
            "the database stands still after a restore: `clientbank restored --go-on` lets it go on".into()
        );
    }
    let application = build(configuration, surroundings, &Addresses::default()).await?;
    let by = By { reason: Some(reason), ..By::outside_of_requests(Actor::Operator(operator())) };
    let answered = Answered { id: order.clone(), answer, by };
    let verdict = application.desk.answer(None, vec![answered]).await?.pop();
    match verdict {
        Some(Verdict::Taken(_)) => {}
        Some(Verdict::Same) => remark("the order had this answer already"),
        Some(Verdict::Refused(refusal)) => return Err(format!("{order}: {}", refusal.told()).into()),
        None => return Err(format!("{order}: there is no such order").into()),
    }
    remark(&format!("{order}: is answered"));
    Ok(())
}
