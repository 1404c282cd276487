//! Tells what an archive would take: its own passes, without a file and without deleting.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::Instant;
use store::Store;

use crate::gathering::{Cut, Taken};
use crate::unit::{ReadUnit, next_unit};
use crate::{Kind, RetentionError};

/// Rows of a kind at which a plan ends: it reads what it tells.
pub const PLANNED_ROWS_MAX: i64 = 100_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Planned {
    pub kind: &'static str,
    /// Rows by table, in the order of the kind's tables.
    pub rows: Vec<(&'static str, i64)>,
    /// Bytes of text; files take a part of that.
    pub bytes: u64,
    /// The plan ended at [`PLANNED_ROWS_MAX`]: there may be more, of this kind and of those after it that wait for it.
    pub is_cut: bool,
}

/// Tells for each kind, in the order in which they are archived, what [`archive`](crate::archive()) would take now:
/// what waits for something else is not counted.
pub async fn plan(
    store: &Store,
    kinds: &[(&'static Kind, Instant)],
    unit_rows: u32,
) -> Result<Vec<Planned>, RetentionError> {
    let taken = Arc::new(Mutex::new(Taken::default()));
    let mut planned = Vec::with_capacity(kinds.len());
    for (kind, before) in kinds {
        taken.lock().unwrap_or_else(PoisonError::into_inner).begin_kind();
        planned.push(plan_kind(store, kind, Cut::new(*before, unit_rows), &taken).await?);
    }
    Ok(planned)
}

async fn plan_kind(
    store: &Store,
    kind: &'static Kind,
    begin: Cut,
    taken: &Arc<Mutex<Taken>>,
) -> Result<Planned, RetentionError> {
    let mut sums = BTreeMap::<&str, i64>::new();
    let (mut bytes, mut all, mut is_cut, mut goes_on) = (0_u64, 0_i64, false, true);
    while goes_on && !is_cut {
        let mut cut = begin;
        goes_on = false;
        while !is_cut && let Some(unit) = next_unit(store, kind, &mut cut, taken).await? {
            let ReadUnit { keys, content, rows, through, .. } = unit;
            let count = rows.iter().map(|(_, count)| count).sum();
            for (table, count) in rows {
                *sums.entry(table).or_default() += count;
            }
            bytes = bytes.saturating_add(u64::try_from(content.len()).unwrap_or(u64::MAX));
            taken.lock().unwrap_or_else(PoisonError::into_inner).take(kind.tables, keys, count);
            all = all.saturating_add(count);
            (goes_on, is_cut) = (true, all >= PLANNED_ROWS_MAX);
            cut.go_on(through);
        }
    }
    let rows = kind.tables.iter().map(|table| (table.name, sums.get(table.name).copied().unwrap_or(0)));
    Ok(Planned { kind: kind.name, rows: rows.collect(), bytes, is_cut })
}
