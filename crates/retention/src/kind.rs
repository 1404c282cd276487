//! Kinds of things that are kept for a time.

use store::{Query, Result, Tx};

use crate::RetentionError;
use crate::gathering::{Cut, Gathered, Taken};
use crate::rows::{ArchivedRow, Column, RenderedTable};

/// The least that the law asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Law {
    /// Days; 0 when no law sets a time.
    pub least_days: u32,
    /// The law, as a person looks it up.
    pub source: &'static str,
}

impl Law {
    pub const ACCOUNTING: Self = Self {
        least_days: 2_192,
        source: "five years after the year of the report: Federal Law 402-FZ article 29, and five years: \
            115-FZ article 7",
    };
    /// Papers of the relations with a client, whose end the program does not know.
    pub const RELATIONS: Self = Self {
        least_days: 1_827,
        source: "five years from the end of the relations with the client, business letters included: 115-FZ \
            article 7; to be confirmed by the bank's lawyer",
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
    /// Finds the things of the next unit.
    pub gather: Gather,
    /// The tables, those that others refer to first. Rows are deleted from the last table to the first.
    pub tables: &'static [Table],
    /// Carries forward what the database needs to know of rows that go, in the unit of work that deletes them.
    pub carry: Carry,
    /// Proves the rows of one unit of an archive: what is wrong with them, in words.
    pub prove: Prove,
}

impl Kind {
    pub fn queries(&self) -> impl Iterator<Item = &'static Query> + use<> {
        self.tables.iter().flat_map(|table| [table.rows, table.delete])
    }
}

/// Finds the things of the next unit. What is [`Taken`] counts as gone.
pub type Gather = fn(&mut Tx, &Cut, &Taken) -> Result<Gathered>;

/// Carries something forward before the rows go.
pub type Carry = fn(&mut Tx, &Cut, &[RenderedTable]) -> Result<(), RetentionError>;

/// Finds what is wrong with the rows of a unit.
pub type Prove = fn(&[ArchivedRow]) -> Vec<String>;

#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub name: &'static str,
    /// Its columns with their types, every one: what is not named here would be lost.
    pub columns: &'static [Column],
    /// The columns of its primary key, by which a row that was archived twice is recognised.
    pub primary: &'static [&'static str],
    /// Reads the rows of a thing by its key.
    pub rows: &'static Query,
    pub delete: &'static Query,
}
