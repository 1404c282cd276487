//! The table of entries.

use std::cmp::Reverse;

use kernel::{Cnum, Instant};
use store::{Migration, MigrationTree, Result, Selected, Store, Tx, params};
use uuid::Uuid;

use crate::entry::{Entry, StoredEntry};
use crate::told::narrowed;

store::migrations! {
    "audit":
        1 "the trail of changes and access decisions, which only grows and proves itself"
            "../migrations/0001_baseline.sql" "../migrations/0001_log.sql"
}

/// The triggers that read tables of archive and sandbox; applied after these.
pub static ARCHIVE_MIGRATIONS: MigrationTree = MigrationTree {
    area: "audit_archive",
    migrations: &[Migration {
        version: 1,
        note: "entries leave with a noted unit, after five years",
        sql: include_str!("../migrations/archive/0001_baseline.sql"),
    }],
};

store::selected! {
    StoredEntry as "e" {
        id, at: "at_us", actor_kind, actor_id, action, object_kind, object_id, company: "cnum", address, trace_id,
        detail,
    }
}

store::queries! {
    pub AUDIT_INSERT = "insert into audit_entries (id, at_us, actor_kind, actor_id, action, object_kind, object_id,
            cnum, address, trace_id, detail)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

    /// The newest entries that fit a filter, newest first.
    pub AUDIT_LIST = store::text!("select ", StoredEntry::LIST, " from audit_entries
        where (cast($1 as bigint) is null or at_us >= cast($1 as bigint))
          and (cast($2 as bigint) is null or (at_us, id) < (cast($2 as bigint), cast($8 as text)))
          and (cast($3 as text) is null or actor_id = cast($3 as text))
          and (cast($4 as text) is null or action = cast($4 as text))
          and (cast($5 as text) is null or object_kind = cast($5 as text))
          and (cast($6 as text) is null or object_id = cast($6 as text))
          and (cast($7 as text) is null or cnum = cast($7 as text))
        order by at_us desc, id desc
        limit $9");

    /// The newest entries about many things that may name a thing or a company, since a moment and after an entry;
    /// newest first.
    pub AUDIT_BUNCHES = store::text!("select ", StoredEntry::LIST, " from audit_entries
        where object_kind = 'import_rows' and at_us >= $2 and (at_us, id) < ($3, $4)
          and detail like $1 escape '!' and (cast($5 as text) is null or actor_id = cast($5 as text))
        order by at_us desc, id desc
        limit $6");
}

/// The entries about many things that are read at once, each of up to 256 KiB.
const BUNCHES_AT_ONCE: i64 = 100;

/// Writes `entry` in the unit of work `tx`, so that entry and change are kept together or not at all.
pub fn record(tx: &mut Tx, entry: Entry) -> Result<()> {
    let detail = entry.detail_text();
    let values = params![
        entry.id.to_string(),
        entry.at,
        entry.actor.kind(),
        entry.actor.id().map(str::to_owned),
        entry.action,
        entry.object.0,
        entry.object.1,
        entry.company,
        entry.address.map(|address| address.to_string()),
        entry.trace_id,
        detail
    ];
    tx.execute_one(&AUDIT_INSERT, values)
}

/// The most entries one call of [`crate::list`] returns.
pub const ENTRIES_MAX: u16 = 1000;

/// Selects entries by their common facts; a field that is `None` selects all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub since: Option<Instant>,
    /// Before this moment; with `before` also those at it that come before that entry.
    pub until: Option<Instant>,
    pub before: Option<Uuid>,
    /// The identifier of the actor, of any kind.
    pub actor_id: Option<String>,
    pub action: Option<String>,
    pub object_kind: Option<String>,
    pub object_id: Option<String>,
    pub company: Option<Cnum>,
}

/// The newest entries that fit `filter`, newest first: at most `limit` and never more than [`ENTRIES_MAX`]. An entry
/// about many things comes with those of them that a thing, its kind or a company is asked for.
pub async fn list(store: &Store, filter: &Filter, limit: u16) -> Result<Vec<StoredEntry>> {
    let values = params![
        filter.since,
        filter.until,
        filter.actor_id.clone(),
        filter.action.clone(),
        filter.object_kind.clone(),
        filter.object_id.clone(),
        filter.company.clone(),
        filter.before.map(|id| id.to_string()).unwrap_or_default(),
        i64::from(limit.min(ENTRIES_MAX))
    ];
    let mut entries: Vec<StoredEntry> = store.select(&AUDIT_LIST, values).await?;
    entries.extend(bunches(store, filter, limit).await?);
    entries.sort_by_key(|entry| Reverse((entry.at, entry.id)));
    entries.dedup_by(|one, other| one.id == other.id);
    entries.truncate(usize::from(limit.min(ENTRIES_MAX)));
    Ok(entries)
}

/// The entries about many things that name what the filter asks for, with no other things; `limit` of them where there
/// are so many.
async fn bunches(store: &Store, filter: &Filter, limit: u16) -> Result<Vec<StoredEntry>> {
    let Filter { since, until, before, actor_id, object_kind, object_id, company, action } = filter;
    let named = [
        object_kind.as_deref().map(|kind| fragment("object", kind)),
        company.as_ref().map(|company| fragment("cnum", company.as_str())),
        object_id.as_deref().map(|id| fragment("key", id)),
    ];
    let is_other = action.as_deref().is_some_and(|action| action != "import.rows");
    // The fragment that fewest bunches have; the others are compared afterwards.
    let Some(rarest) = named.into_iter().flatten().next_back().filter(|_| !is_other) else {
        return Ok(Vec::new());
    };
    let limit = usize::from(limit.min(ENTRIES_MAX));
    let since = since.unwrap_or(Instant::from_microseconds(i64::MIN));
    let mut at = until.unwrap_or(Instant::from_microseconds(i64::MAX));
    let mut id = before.map(|id| id.to_string()).unwrap_or_default();
    let mut found = Vec::new();
    loop {
        let values = params![rarest.as_str(), since, at, id.as_str(), actor_id.clone(), BUNCHES_AT_ONCE];
        let looked_at: Vec<StoredEntry> = store.select(&AUDIT_BUNCHES, values).await?;
        let is_last = i64::try_from(looked_at.len()) != Ok(BUNCHES_AT_ONCE);
        if let Some(last) = looked_at.last() {
            (at, id) = (last.at, last.id.to_string());
        }
        found.extend(looked_at.into_iter().filter_map(|entry| {
            let (kind, id) = (object_kind.as_deref(), object_id.as_deref());
            let detail = narrowed(&entry.detail, kind, id, company.as_ref())?;
            Some(StoredEntry { detail, ..entry })
        }));
        if is_last || found.len() >= limit {
            return Ok(found);
        }
    }
}

/// The pattern of a text with this property of JSON somewhere in it.
fn fragment(name: &str, value: &str) -> String {
    let json = serde_json::Value::from(value).to_string();
    let escaped = json.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%\"{name}\":{escaped}%")
}
