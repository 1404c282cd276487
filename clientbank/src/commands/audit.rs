//! `clientbank audit`: the trail of changes and decisions, newest first, one JSON object per line.

use audit::{ENTRIES_MAX, Filter, StoredEntry, list};
use clap::Args;
use kernel::{Cnum, Instant};
use serde_json::{Value, json};
use uuid::Uuid;

use super::database::{WithRemedy as _, on_opened, open_present};
use super::{Failure, configured};
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say_all};

#[derive(Args)]
pub(super) struct AuditArguments {
    /// Not before this moment, for example 2026-11-20T00:00:00Z.
    #[arg(long, value_parser = moment)]
    since: Option<Instant>,
    /// Before this moment.
    #[arg(long, value_parser = moment)]
    until: Option<Instant>,
    /// With --until: at that moment too, those that come after this entry in the list.
    #[arg(long, value_name = "ID", requires = "until")]
    before: Option<Uuid>,
    /// By this user, client or operator.
    #[arg(long)]
    actor: Option<String>,
    /// Of this kind, for example session.revoked.
    #[arg(long)]
    action: Option<String>,
    /// About this kind of thing.
    #[arg(long)]
    object_kind: Option<String>,
    /// About this thing.
    #[arg(long)]
    object: Option<String>,
    /// About this company's data.
    #[arg(long)]
    company: Option<Cnum>,
    /// The most entries.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=i64::from(ENTRIES_MAX)))]
    limit: u16,
}

fn moment(text: &str) -> Result<Instant, String> {
    text.parse::<jiff::Timestamp>().map(Instant::from).map_err(|error| error.to_string())
}

pub(super) fn run(arguments: &AuditArguments, settings: &Sources) -> Result<(), Failure> {
    let filter = Filter {
        since: arguments.since,
        until: arguments.until,
        before: arguments.before,
        actor_id: arguments.actor.clone(),
        action: arguments.action.clone(),
        object_kind: arguments.object_kind.clone(),
        object_id: arguments.object.clone(),
        company: arguments.company.clone(),
    };
    on_opened(configured(settings)?, open_present, async |_, Surroundings { store, .. }| {
        let entries = list(&store, &filter, arguments.limit).await.told()?;
        say_all(entries.iter().map(line));
        if entries.len() == usize::from(arguments.limit) {
            let limit = arguments.limit;
            remark(&format!(
                "there may be older entries than these {limit}: --until with the `at` of the last one and --before \
                 with its `id` go on"
            ));
        }
        Ok(())
    })
}

fn line(entry: &StoredEntry) -> Value {
    let detail = serde_json::from_str(&entry.detail).unwrap_or_else(|_| Value::String(entry.detail.clone()));
    json!({
        "id": entry.id,
        "at": entry.at.to_string(),
        "actor": { "kind": entry.actor_kind, "id": entry.actor_id },
        "action": entry.action,
        "object": { "kind": entry.object_kind, "id": entry.object_id },
        "company": entry.company,
        "address": entry.address,
        "traceId": entry.trace_id,
        "detail": detail,
    })
}
