//! The trail as a kind of things that are kept for a time.

use retention::{Cut, Due, Gathered, Key, Kind, Law, RenderedTable, RetentionError, Taken};
use store::{Result, Row, Tx, params};

store::queries! {
    AUDIT_RETENTION_DUE = "select at_us, id from audit_entries where at_us < $1 and at_us >= $2
        order by at_us, id limit $3";

    /// Lets entries from before a moment go.
    AUDIT_RETENTION_ALLOW = "update audit_archived set before_us = $1 where before_us < $1";
}

retention::tables! {
    pub(crate) by "at_us = $1 and id = $2":
    audit_entries(id) {
        id Text, at_us Integer, actor_kind Text, actor_id Text, action Text, object_kind Text, object_id Text,
        cnum Text, address Text, trace_id Text, detail Text,
    }
}

pub static TRAIL: Kind = Kind {
    name: "trail",
    covers: "entries of the trail",
    law: Law {
        least_days: 1_827,
        source: "five years: the Bank of Russia's rules for protecting transfers of money, 683-P and 851-P",
    },
    setting: "retention_trail_days",
    gather,
    tables: TABLES,
    carry: allow,
    prove: |_| Vec::new(),
};

static DUE: Due = Due {
    query: &AUDIT_RETENTION_DUE,
    table: "audit_entries",
    key: |row: &Row| Ok(Key(params![row.integer("at_us")?, row.text("id")?])),
};

fn gather(tx: &mut Tx, cut: &Cut, taken: &Taken) -> Result<Gathered> {
    DUE.gather(tx, (cut, taken), 1, |_| Ok(1), |_, entries| Ok(vec![true; entries.len()]))
}

/// Lets the table give up the unit, which is noted already: its triggers refuse everything else.
fn allow(tx: &mut Tx, _: &Cut, tables: &[RenderedTable]) -> Result<(), RetentionError> {
    let mut before = 0;
    for row in tables.iter().flat_map(|table| &table.rows) {
        before = before.max(row.integer("at_us")?.saturating_add(1));
    }
    tx.execute(&AUDIT_RETENTION_ALLOW, params![before])?;
    Ok(())
}
