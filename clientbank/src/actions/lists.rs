//! The tables that people of the bank read.

use std::sync::Arc;

use bank::work::actions::action::{FindRow, List, RegistryTable, Source};
use company::scheme_change::SchemeChange;
use company::store::scheme_changes;
use import::{Approved, Started, StartedState, TableImporter, counts};
use kernel::{Instant, hexadecimal};
use serde_json::{Value, json};
use store::{Result, Store};

use super::books::break_line;
use super::switches::shown;
use crate::application::areas;
use crate::configuration::Configuration;
use crate::shared_settings;

/// Rows at which a list of the program's own may have ended: the areas read no more of one.
const LISTED_MAX: usize = 1_000;

/// Every table: those of files that are listed row by row, and the program's own.
pub(super) fn tables(
    importers: &[Arc<dyn TableImporter>],
    configuration: &Configuration,
) -> Vec<RegistryTable> {
    let of_file = |importer: &Arc<dyn TableImporter>| {
        let (name, key) = (importer.file_stem(), importer.key());
        RegistryTable { name, key, source: Source::File(Arc::clone(importer)) }
    };
    let of_files = importers.iter().filter(|importer| importer.listed().is_some()).map(of_file);
    let shared = configuration.shared.clone();
    let settings: List = Arc::new(move |store| Box::pin(settings(store, shared.clone())));
    let of_most = |name, key, list, listed_max| RegistryTable {
        name,
        key,
        source: Source::List(list, listed_max, None),
    };
    let own = |name, key, list| of_most(name, key, list, LISTED_MAX);
    // Those that are always all there is, and those that are the last of their kind on purpose.
    let whole = |name, key, list| of_most(name, key, list, usize::MAX);
    let switched: List = Arc::new(|store| Box::pin(switches(store)));
    let find_order: FindRow = Arc::new(|store, id| Box::pin(order(store, id)));
    let open_orders = Source::List(Arc::new(|store| Box::pin(orders(store))), LISTED_MAX, Some(find_order));
    of_files
        .chain([
            of_most("switches", &["name", "subject"], switched, ::switches::READ_MAX),
            own("systems", &["name"], Arc::new(|store| Box::pin(systems(store)))),
            own("operators", &["name"], Arc::new(|store| Box::pin(operators(store)))),
            whole("jobs", &["kind"], Arc::new(|store| Box::pin(jobs_waiting(store)))),
            RegistryTable { name: "orders_open", key: &["order"], source: open_orders },
            own("jobs_given_up", &["kind", "key"], Arc::new(|store| Box::pin(jobs(store)))),
            own("signature_schemes", &["change"], Arc::new(|store| Box::pin(signature_schemes(store)))),
            own("feed_differences", &["system", "number"], Arc::new(|store| Box::pin(feed(store)))),
            own("payments_stuck", &["payment"], Arc::new(|store| Box::pin(payments(store)))),
            own("breaks", &["account"], Arc::new(|store| Box::pin(breaks(store)))),
            whole("imports", &["import"], Arc::new(|store| Box::pin(imports(store)))),
            whole("imports_started", &["started"], Arc::new(|store| Box::pin(imports_started(store)))),
            whole("settings", &["name"], settings),
        ])
        .collect()
}

async fn settings(store: &Store, shared: Vec<(&'static str, String)>) -> Result<Vec<Value>> {
    let of_bank = shared_settings::of_bank(store, shared).await?;
    Ok(of_bank.into_iter().map(|(name, value)| json!({ "name": name, "value": value })).collect())
}

async fn switches(store: &Store) -> Result<Vec<Value>> {
    let set = ::switches::all(store).await?;
    let rows = areas::switches().flat_map(|switch| {
        let of_switch: Vec<_> = set.iter().filter(|setting| setting.name == switch.name).collect();
        let row = |state: Value, subject: &str| {
            let mut row = state;
            row["name"] = switch.name.into();
            row["stops"] = switch.stops.into();
            row["subject"] = subject.into();
            if let Some((kind, _)) = switch.subject.filter(|_| !subject.is_empty()) {
                row[kind] = subject.into();
            }
            row
        };
        if of_switch.is_empty() {
            return vec![row(json!({ "on": false }), "")];
        }
        of_switch.into_iter().map(|setting| row(shown(setting), &setting.subject)).collect()
    });
    Ok(rows.collect())
}

async fn systems(store: &Store) -> Result<Vec<Value>> {
    let row = |one: bank::ListedSystem| {
        json!({
            "name": one.system.name.as_str(), "role": one.system.role.as_str(),
            "added": one.added_at.to_string(), "closed": one.closed_at.map(|at| at.to_string()),
            "push": one.push.as_ref().map(|(address, _)| address),
            "pushFailsSince": one.push.and_then(|(_, since)| since).map(|at| at.to_string()),
        })
    };
    Ok(bank::work::systems::list(store).await?.into_iter().map(row).collect())
}

async fn operators(store: &Store) -> Result<Vec<Value>> {
    let row = |one: proposals::Operator| {
        let roles: Vec<&str> = one.roles.iter().map(|role| role.as_str()).collect();
        json!({
            "name": one.name.as_str(), "roles": roles, "directory": one.directory_subject,
            "added": one.added_at.to_string(),
            "closed": one.closed_at.map(|at| at.to_string()),
        })
    };
    Ok(proposals::operators(store).await?.into_iter().map(row).collect())
}

async fn jobs_waiting(store: &Store) -> Result<Vec<Value>> {
    let row = |one: ::jobs::Waiting| {
        let oldest = one.oldest_due.map(|at| at.to_string());
        json!({ "kind": one.kind, "jobs": one.jobs, "givenUp": one.given_up, "oldestDue": oldest })
    };
    Ok(::jobs::waiting(store).await?.into_iter().map(row).collect())
}

async fn orders(store: &Store) -> Result<Vec<Value>> {
    let open = ::orders::open_orders(store, Instant::from_microseconds(i64::MAX)).await?;
    Ok(open.iter().map(order_line).collect())
}

async fn order(store: &Store, id: &str) -> Result<Option<Value>> {
    Ok(::orders::open_order(store, id).await?.as_ref().map(order_line))
}

pub(crate) fn order_line(order: &::orders::Order) -> Value {
    json!({
        "order": order.id.as_str(), "kind": order.kind, "company": order.cnum.as_str(), "about": order.object_id,
        "state": order.state.as_str(), "opened": order.opened_at.to_string(), "deadline": order.deadline_at.to_string(),
    })
}

pub(crate) async fn jobs(store: &Store) -> Result<Vec<Value>> {
    let row = |job: ::jobs::GivenUp| {
        let ::jobs::GivenUp { kind, key, failures, deaths, reason } = job;
        json!({ "kind": kind, "key": key, "failures": failures, "deaths": deaths, "reason": reason })
    };
    Ok(::jobs::given_up(store).await?.into_iter().map(row).collect())
}

async fn imports(store: &Store) -> Result<Vec<Value>> {
    let row = |one: import::ListedImport| {
        json!({
            "import": one.id.to_string(), "state": one.state, "operator": one.operator,
            "sha256": hexadecimal(&one.sha256), "rows": one.rows, "applied": one.applied,
            "begun": one.begun_at.to_string(), "ended": one.ended_at.map(|at| at.to_string()),
            "leasedUntil": one.leased_until.to_string(), "stoppedBy": one.stopped_by,
            "files": counts(&one.files),
        })
    };
    Ok(import::list_imports(store).await?.into_iter().map(row).collect())
}

async fn imports_started(store: &Store) -> Result<Vec<Value>> {
    let row = |one: Started| {
        let Approved { files, facts } = one.approved;
        let report: Value = serde_json::from_str(&one.told).unwrap_or_default();
        let is_done = one.state == StartedState::Done;
        json!({
            "started": one.number.to_string(), "folder": one.folder, "sha256": files, "operator": one.operator,
            "approval": facts, "begun": one.begun_at.to_string(), "state": one.state.as_str(),
            "ended": one.ended_at.map(|at| at.to_string()),
            "files": if is_done { report } else { Value::Null }, "told": if is_done { "" } else { &one.told },
        })
    };
    Ok(import::list_started(store).await?.into_iter().map(row).collect())
}

async fn signature_schemes(store: &Store) -> Result<Vec<Value>> {
    let row = |change: SchemeChange| {
        json!({
            "change": change.id,
            "cnum": change.company.as_str(),
            "before": change.before.to_string(),
            "after": change.after.to_string(),
            "asked_by": change.asked_by.as_str(),
            "asked_at": change.asked_at.to_timestamp().to_string(),
            "expires_at": change.expires_at.to_timestamp().to_string(),
        })
    };
    Ok(store.read("signature_schemes", scheme_changes::list_open).await?.into_iter().map(row).collect())
}

async fn feed(store: &Store) -> Result<Vec<Value>> {
    let row = |one: accounts::Difference| {
        let (core, here) = one.balances.unzip();
        json!({
            "system": one.system, "number": one.number, "account": one.account, "code": one.code,
            "message": one.message, "core": core.map(|sum| sum.to_string()),
            "here": here.map(|sum| sum.to_string()), "told": one.told_at.to_string(),
        })
    };
    Ok(accounts::core_differences(store).await?.into_iter().map(row).collect())
}

async fn payments(store: &Store) -> Result<Vec<Value>> {
    let row = |why: &'static str| {
        move |one: payroll::StuckPayment| {
            json!({
                "payment": one.id.to_string(), "why": why, "cnum": one.cnum.as_str(),
                "externalId": one.external_id.as_str(), "account": one.account.as_str(),
                "amount": one.amount.to_string(), "since": one.since.to_string(),
            })
        }
    };
    let unanswered = payroll::unanswered(store).await?.into_iter().map(row("unanswered"));
    Ok(unanswered.chain(payroll::unclaimed(store).await?.into_iter().map(row("unclaimed"))).collect())
}

async fn breaks(store: &Store) -> Result<Vec<Value>> {
    Ok(accounts::breaks(store).await?.0.iter().map(|found| break_line(found, None)).collect())
}
