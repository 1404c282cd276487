//! Chunks of large files, the check of their rows, and what an importer is told of those at hand.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{ImportRow, RowError, RowResult};

/// The way in which a large file is cut into chunks, each a unit of work of its own.
///
/// The files of one group are cut at the same keys, so that what belongs to one thing is applied at once: an account
/// is never there without the money that the files give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunks {
    /// The name of the group. Its files follow one another in the order of the importers.
    pub group: &'static str,
    /// The required column whose values order the rows.
    pub by: &'static str,
    /// Rows with a value in this column come after all others of the group: they refer to rows of their own file.
    pub last: Option<&'static str>,
    /// A column whose values differ from row to row of the file although `by` does not say so.
    pub unique: Option<&'static str>,
}

impl Chunks {
    /// The rows of the group `group`, in the order of the column `by`.
    pub const fn new(group: &'static str, by: &'static str) -> Self {
        Self { group, by, last: None, unique: None }
    }

    pub(crate) fn key<'a>(&self, row: &'a ImportRow) -> &'a str {
        row.optional(self.by).unwrap_or_default()
    }

    /// Tells whether a row comes after all others of the group.
    pub(crate) fn comes_last(&self, row: &ImportRow) -> bool {
        self.last.is_some_and(|column| row.optional(column).is_some())
    }
}

/// A column that names rows of a file, its own included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    pub column: &'static str,
    /// The name without ending of the file whose rows it names.
    pub file: &'static str,
    /// The column whose values it has: of a file that is cut into chunks the one by which it is cut or the one whose
    /// values differ, of another one the first of its key.
    pub target: &'static str,
}

impl Reference {
    /// A column with the name of the one whose values it has.
    pub const fn to(file: &'static str, column: &'static str) -> Self {
        Self { column, file, target: column }
    }
}

/// A file whose rows are checked by looking, many at a time, at what is there and what is ahead of them. Rows of other
/// files are checked by applying them and rolling that back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The columns that name rows of this import, which a check has to know.
    pub references: &'static [Reference],
    /// True when the database alone holds what a row relies on, by unique keys and changes that compare: such rows need
    /// no protection against others at work ([`store::Store::write_guarded`]).
    pub holds_alone: bool,
}

/// The files that are applied in one unit of work, by their names without ending.
pub(crate) type UnitTables = HashMap<&'static str, UnitTable>;

#[derive(Default)]
pub(crate) struct UnitTable {
    pub(crate) rows: Vec<ImportRow>,
    /// The positions of the rows, by the first column of their key.
    by_name: HashMap<String, Vec<usize>>,
}

impl UnitTable {
    pub(crate) fn new(rows: Vec<ImportRow>, key: &[&str]) -> Self {
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (position, row) in rows.iter().enumerate() {
            if let Some(name) = key.first().and_then(|column| row.optional(column)) {
                by_name.entry(name.to_owned()).or_default().push(position);
            }
        }
        Self { rows, by_name }
    }

    /// The rows with this value in the first column of their key.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = &ImportRow> {
        self.by_name.get(name).into_iter().flatten().filter_map(|position| self.rows.get(*position))
    }
}

/// Rows of the same import that are not in their tables yet.
#[derive(Default)]
pub struct Ahead {
    pub(crate) rows: HashMap<(&'static str, String), ImportRow>,
    pub(crate) tables: Arc<UnitTables>,
}

impl Ahead {
    /// The row that is named `key` in the file `file`, of those to which the rows at hand refer.
    pub fn find(&self, file: &'static str, key: &str) -> Option<&ImportRow> {
        self.rows.get(&(file, key.to_owned()))
    }

    /// All rows of a file that is applied in one unit of work, before the rows at hand.
    pub fn rows(&self, file: &str) -> &[ImportRow] {
        self.tables.get(file).map(|table| table.rows.as_slice()).unwrap_or_default()
    }
}

// Shows no cells: they may be passwords.
kernel::debug_shows!(Ahead { rows: rows.len(), .. });

/// Task that an importer is given with rows.
#[derive(Clone, Copy, Debug)]
pub enum Taking<'a> {
    /// Look whether they can be applied after the rows that are ahead of them, and change nothing.
    Check(&'a Ahead),
    /// Apply those that can be, in a unit of work that is rolled back: not all that is ahead of them is in it.
    Rehearse(&'a Ahead),
    Apply,
}

impl Taking<'_> {
    /// The row that is named `key` in the file `file` and not in its table yet.
    pub fn ahead(&self, file: &'static str, key: &str) -> Option<&ImportRow> {
        match self {
            Self::Check(ahead) | Self::Rehearse(ahead) => ahead.find(file, key),
            Self::Apply => None,
        }
    }

    /// Rows of a file that are not in their table yet.
    pub fn rows_ahead(&self, file: &str) -> &[ImportRow] {
        match self {
            Self::Check(ahead) | Self::Rehearse(ahead) => ahead.rows(file),
            Self::Apply => &[],
        }
    }
}

/// Outcome of each row, in their order.
pub type Outcomes = Vec<RowResult>;

/// Collects what rows come to; the database's failure ends them all.
pub fn outcomes(rows: impl Iterator<Item = RowResult>) -> store::Result<Outcomes> {
    rows.map(|outcome| match outcome {
        Err(RowError::Store(error)) => Err(error),
        outcome => Ok(outcome),
    })
    .collect()
}
