//! The table of entries.

use store::{Migration, MigrationTree, Selected, Store, StoreError, Tx, params};

use crate::entry::{Entry, StoredEntry};
use crate::filter::{ENTRIES_MAX, Filter};

/// The tables of the trail.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "audit",
    migrations: &[Migration {
        version: 1,
        note: "the trail of changes and access decisions, which only grows",
        sql: include_str!("../migrations/0001_baseline.sql"),
    }],
};

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
    /// Writes one entry.
    pub AUDIT_INSERT = "insert into audit_entries (id, at_us, actor_kind, actor_id, action, object_kind, object_id,
            cnum, address, trace_id, detail)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

    /// The newest entries that fit a filter, newest first.
    pub AUDIT_LIST = store::text!("select ", StoredEntry::LIST, " from audit_entries
        where (cast($1 as bigint) is null or at_us >= cast($1 as bigint))
          and (cast($2 as bigint) is null or at_us < cast($2 as bigint))
          and (cast($3 as text) is null or actor_id = cast($3 as text))
          and (cast($4 as text) is null or action = cast($4 as text))
          and (cast($5 as text) is null or object_kind = cast($5 as text))
          and (cast($6 as text) is null or object_id = cast($6 as text))
          and (cast($7 as text) is null or cnum = cast($7 as text))
        order by at_us desc, id desc
        limit $8");
}

/// Writes `entry` in the unit of work `tx`, so that entry and change are kept together or not at all.
pub fn record(tx: &mut Tx, entry: Entry) -> Result<(), StoreError> {
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

/// The newest entries that fit `filter`, newest first: at most `limit` and never more than [`ENTRIES_MAX`].
///
/// # Errors
/// The database's, or an inconsistency when a row makes no sense.
pub async fn list(store: &Store, filter: &Filter, limit: u16) -> Result<Vec<StoredEntry>, StoreError> {
    let values = params![
        filter.since,
        filter.until,
        filter.actor_id.clone(),
        filter.action.clone(),
        filter.object_kind.clone(),
        filter.object_id.clone(),
        filter.company.clone(),
        i64::from(limit.min(ENTRIES_MAX))
    ];
    StoredEntry::read_all(&store.query(&AUDIT_LIST, values).await?)
}
