//! Tells what an archive would take, from an index and one unit.

use kernel::Instant;
use store::{Store, StoreError, Tx, params};

use crate::unit::read_unit;
use crate::{Cut, Kind, RetentionError};

/// The most things of a kind that a plan counts.
pub const PLANNED_MAX: i64 = 1_000_000;

/// A kind in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The kind.
    pub kind: &'static str,
    /// The table whose rows are counted.
    pub counted: &'static str,
    /// Rows of that table that are over their time; at most [`PLANNED_MAX`], and then there may be more.
    pub things: i64,
    /// About so many bytes of text, by the first unit; files take a part of that.
    pub bytes: u64,
}

/// Counts what is over its time, and reads one unit of about `unit_rows` rows to tell its size.
///
/// # Errors
/// The database's.
pub async fn plan(
    store: &Store,
    kind: &'static Kind,
    before: Instant,
    unit_rows: u32,
) -> Result<Planned, RetentionError> {
    let count = move |tx: &mut Tx| -> Result<i64, StoreError> {
        tx.query_one(kind.count, params![before, PLANNED_MAX])?.integer("things")
    };
    let things = store.read("retention.count", count).await?;
    let from = Instant::from_microseconds(i64::MIN);
    let unit = read_unit(store, kind, Cut { before, from, rows_max: i64::from(unit_rows.max(1)) }).await?;
    let bytes = unit.map_or(0, |unit| {
        let counted =
            unit.rows.iter().find(|(table, _)| table == kind.counted).map_or(0, |(_, count)| *count);
        let total = i128::try_from(unit.content.len()).unwrap_or(i128::MAX).saturating_mul(things.into());
        u64::try_from(total / i128::from(counted.max(1))).unwrap_or(u64::MAX)
    });
    Ok(Planned { kind: kind.name, counted: kind.counted, things, bytes })
}
