//! Kinds of things that are kept for a time.

use kernel::Instant;
use store::{Query, StoreError, Tx, params};

use crate::rows::{ArchivedRow, Column, RenderedTable};
use crate::{Key, RetentionError};

/// The least that the law asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Law {
    /// Days; 0 when no law sets a time.
    pub least_days: u32,
    /// The law, as a person looks it up.
    pub source: &'static str,
}

impl Law {
    /// Documents of accounting and of payments.
    pub const ACCOUNTING: Self = Self {
        least_days: 2_192,
        source: "five years behind the year of the report: Federal Law 402-FZ article 29, and five years: \
            115-FZ article 7",
    };
}

/// A kind of things that leave the database for an archive when they are over their time.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name in commands, manifests and folders.
    pub name: &'static str,
    /// The things in words.
    pub covers: &'static str,
    /// The least that the law asks for.
    pub law: Law,
    /// The setting with the days that they are kept; 0 keeps them for ever.
    pub setting: &'static str,
    /// Counts the things that are over their time, in an index: the parameters are the end and the most that are
    /// counted, the column is `things`.
    pub count: &'static Query,
    /// The table whose rows are counted.
    pub counted: &'static str,
    /// Finds the things of the next unit: see [`Cut`].
    pub gather: fn(&mut Tx, &Cut) -> Result<Gathered, StoreError>,
    /// The tables, those that others refer to first. Rows are deleted from the last table to the first.
    pub tables: &'static [Table],
    /// Carries forward what the database needs to know of rows that go, in the unit of work that deletes them.
    pub carry: Carry,
    /// Proves the rows of one unit of an archive: what is wrong with them, in words.
    pub prove: Prove,
}

/// Carries something forward before the rows go.
pub type Carry = fn(&mut Tx, &Cut, &[RenderedTable]) -> Result<(), RetentionError>;

/// Finds what is wrong with the rows of a unit.
pub type Prove = fn(&[ArchivedRow]) -> Vec<String>;

/// A table of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns with their types, every one: what is not named here would be lost.
    pub columns: &'static [Column],
    /// The columns of its primary key, by which a row that was archived twice is recognised.
    pub primary: &'static [&'static str],
    /// Reads the rows of a thing by its key.
    pub rows: &'static Query,
    /// Deletes them.
    pub delete: &'static Query,
}

/// The end of what may go, and the size of a unit.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Things from before this moment are over their time.
    pub before: Instant,
    /// Things from before this moment were looked at by this run.
    pub from: Instant,
    /// About so many rows belong into a unit.
    pub rows_max: i64,
}

/// Things of one unit.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// The keys for each table of the kind, in its order. None at all ends the work on the kind.
    pub keys: Vec<Vec<Key>>,
    /// The moment of the oldest.
    pub from: Option<Instant>,
    /// The moment of the newest.
    pub through: Option<Instant>,
}

/// Gathers the things that `query` returns: its parameters are the end, the beginning and the number of rows, its
/// columns `at_us` and those that `key` makes a key of. Every one of `tables` is read by that key.
///
/// # Errors
/// The database's.
pub fn gather_by(
    tx: &mut Tx,
    query: &'static Query,
    cut: &Cut,
    tables: usize,
    key: fn(&store::Row) -> Result<Key, StoreError>,
) -> Result<Gathered, StoreError> {
    let rows = tx.query(query, params![cut.before, cut.from, cut.rows_max])?;
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Gathered::default()) };
    let keys: Vec<Key> = rows.iter().map(key).collect::<Result<_, _>>()?;
    Ok(Gathered {
        keys: vec![keys; tables],
        from: Some(first.instant("at_us")?),
        through: Some(last.instant("at_us")?),
    })
}
