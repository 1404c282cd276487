//! Things that may leave, looked for in the order of their time, a window of rows after the other.

use std::collections::{HashMap, HashSet};

use kernel::Instant;
use store::{Query, Result, Row, Tx, params};

use crate::{Key, Table};

/// The most rows of a window, unless a unit is larger.
const WINDOW_ROWS_MAX: i64 = 50_000;
/// The factor by which a window grows after one in which everything has to stay.
const WIDENED_BY: i64 = 4;
/// The most rows that a store returns for one statement.
const QUERY_ROWS_MAX: i64 = 200_000;

/// The end of what may go, and the window that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Things from before this moment are over their time.
    pub before: Instant,
    /// Things from before this moment were looked at by this pass.
    pub from: Instant,
    /// About so many rows belong into a unit.
    pub unit_rows: i64,
    /// So many rows are looked at.
    pub window_rows: i64,
}

impl Cut {
    /// Begins a pass at the oldest thing.
    pub(crate) fn new(before: Instant, unit_rows: u32) -> Self {
        let unit_rows = i64::from(unit_rows.max(1));
        Self { before, from: Instant::from_microseconds(i64::MIN), unit_rows, window_rows: unit_rows }
    }

    /// Goes on after a unit.
    pub(crate) fn go_on(&mut self, through: Instant) {
        (self.from, self.window_rows) = (through, self.unit_rows);
    }

    /// Goes on after a window in which everything stays. It grows first where it ends with the moment at which it
    /// began; things of one moment that fill the largest window are passed by.
    pub(crate) fn pass_by(&mut self, through: Instant) {
        let widest = WINDOW_ROWS_MAX.max(self.unit_rows);
        if through > self.from {
            self.from = through;
        } else if self.window_rows >= widest {
            self.from = Instant::from_microseconds(through.microseconds().saturating_add(1));
        }
        self.window_rows = self.window_rows.saturating_mul(WIDENED_BY).min(widest);
    }
}

/// Outcome of a look for the things of a unit.
#[derive(Clone, Debug)]
pub enum Gathered {
    /// Nothing else is over its time.
    End,
    /// Everything in the window has to stay; what is behind this moment may go.
    Waiting {
        /// The moment of the last thing in the window.
        through: Instant,
    },
    /// Things that may go.
    Unit(Things),
}

/// Things of one unit.
#[derive(Clone, Debug)]
pub struct Things {
    /// The keys for each table of the kind, in its order.
    pub keys: Vec<Vec<Key>>,
    pub from: Instant,
    pub through: Instant,
}

/// The things that a plan has taken so far: they count as gone. An archive has deleted them, and takes nothing here.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    keys: HashMap<&'static str, HashSet<Key>>,
    /// Rows of the kind that is looked at.
    rows: i64,
}

impl Taken {
    /// Tells whether a thing of a table is taken.
    pub fn has(&self, table: &str, key: &Key) -> bool {
        self.keys.get(table).is_some_and(|keys| keys.contains(key))
    }

    /// Lists what is taken of a table.
    pub fn keys(&self, table: &str) -> impl Iterator<Item = &Key> {
        self.keys.get(table).into_iter().flatten()
    }

    /// Begins with another kind; what is taken of others stays taken.
    pub(crate) const fn begin_kind(&mut self) {
        self.rows = 0;
    }

    /// Takes the things of a unit.
    pub(crate) fn take(&mut self, tables: &'static [Table], keys: Vec<Vec<Key>>, rows: i64) {
        self.rows = self.rows.saturating_add(rows);
        for (table, keys) in tables.iter().zip(keys) {
            self.keys.entry(table.name).or_default().extend(keys);
        }
    }
}

/// The things of a kind in the order of their time.
#[derive(Clone, Copy, Debug)]
pub struct Due {
    /// Finds them in an index: the parameters are the end, the beginning and the number of rows, the columns `at_us`
    /// and those of the key.
    pub query: &'static Query,
    pub table: &'static str,
    pub key: fn(&Row) -> Result<Key>,
}

impl Due {
    /// Reads the rows of a window, without those that are taken.
    pub fn window(&self, tx: &mut Tx, cut: &Cut, taken: &Taken) -> Result<Vec<Row>> {
        let limit = cut.window_rows.saturating_add(taken.rows).min(QUERY_ROWS_MAX);
        let mut rows = Vec::new();
        for row in tx.query(self.query, params![cut.before, cut.from, limit])? {
            if !taken.has(self.table, &(self.key)(&row)?) {
                rows.push(row);
            }
        }
        rows.truncate(usize::try_from(cut.window_rows).unwrap_or(usize::MAX));
        Ok(rows)
    }

    /// Gathers things that leave one by one, each with its rows in `tables` tables by the same key, until they weigh as
    /// much as a unit has rows; one at least, however heavy. `may_go` tells for the rows of a window which may.
    pub fn gather(
        &self,
        tx: &mut Tx,
        (cut, taken): (&Cut, &Taken),
        tables: usize,
        weigh: impl Fn(&Row) -> Result<i64>,
        may_go: impl FnOnce(&mut Tx, &[Row]) -> Result<Vec<bool>>,
    ) -> Result<Gathered> {
        let window = self.window(tx, cut, taken)?;
        let Some(last) = window.last() else { return Ok(Gathered::End) };
        let may_go = may_go(tx, &window)?;
        let (mut keys, mut moments, mut weight) = (Vec::new(), Vec::new(), 0_i64);
        for (row, _) in window.iter().zip(may_go).filter(|(_, may_go)| *may_go) {
            weight = weight.saturating_add(weigh(row)?);
            if weight > cut.unit_rows && !keys.is_empty() {
                break;
            }
            keys.push((self.key)(row)?);
            moments.push(row.instant("at_us")?);
        }
        let (Some(from), Some(through)) = (moments.first(), moments.last()) else {
            return Ok(Gathered::Waiting { through: last.instant("at_us")? });
        };
        Ok(Gathered::Unit(Things { keys: vec![keys; tables], from: *from, through: *through }))
    }
}
