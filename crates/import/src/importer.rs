//! The port through which an area takes files.

use std::sync::Arc;

use kernel::{Instant, Money, Randomness};
use store::{Query, Result, TableRow, Tx, Value};

use crate::{Chunks, ImportRow, Look, Outcomes, RowError, Taking, outcomes};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name in the header row, or of the JSON property.
    pub name: &'static str,
    pub required: bool,
    /// Allows an array or object in a JSON file. The cell is its text; a CSV file has the same text in the cell.
    pub document: bool,
}

impl Column {
    /// A column in which every row must have a value.
    pub const fn required(name: &'static str) -> Self {
        Self { name, required: true, document: false }
    }

    /// A column that may be empty or missing altogether.
    pub const fn optional(name: &'static str) -> Self {
        Self { name, required: false, document: false }
    }

    /// A column that holds a JSON array or object and may be empty or missing altogether.
    pub const fn document(name: &'static str) -> Self {
        Self { name, required: false, document: true }
    }

    /// A column that holds a JSON array or object in every row.
    pub const fn required_document(name: &'static str) -> Self {
        Self { name, required: true, document: true }
    }
}

/// Something that an operator has to know of a row that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The remark, in words that an amount follows.
    pub text: &'static str,
    pub amount: Money,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOutcome {
    Created,
    Changed,
    Unchanged,
    /// The thing was not there before, and is remarkable.
    Remarked(Remark),
}

pub type RowResult = std::result::Result<RowOutcome, RowError>;

impl RowOutcome {
    /// The outcome of a row that touched several tables: every other outcome comes before [`Self::Unchanged`].
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Remarked(remark), _) | (_, Self::Remarked(remark)) => Self::Remarked(remark),
            (Self::Created, _) | (_, Self::Created) => Self::Created,
            (Self::Changed, _) | (_, Self::Changed) => Self::Changed,
            (Self::Unchanged, Self::Unchanged) => Self::Unchanged,
        }
    }
}

/// Rows of one file that an importer takes together.
#[derive(Clone, Copy)]
pub struct RowSlice<'a> {
    pub rows: &'a [ImportRow],
    pub taking: Taking<'a>,
    pub context: &'a ImportContext<'a>,
}

/// The surroundings in which every row is applied.
#[derive(Clone, Copy)]
pub struct ImportContext<'a> {
    /// The moment at which the import began, the same for all rows: by it rows are judged, such as by what lies ahead.
    pub now: Instant,
    /// The moment at which rows are applied, taken in the unit of work that applies them: for what takes effect with
    /// them, such as a password, and for the trail. Minutes may have passed since the beginning, or days where an
    /// import was broken off. Where nothing is applied it is the moment of the beginning.
    pub applied_at: Instant,
    pub randomness: &'a dyn Randomness,
    /// The name of the operator in the audit trail.
    pub operator: &'a str,
}

kernel::debug_shows!(ImportContext<'_> { now, .. });

/// A file, and what people and the trail read of the things that its rows are about.
#[derive(Clone, Copy, Debug)]
pub struct ImportFile {
    /// The name of the file without its ending: `companies` for `companies.csv` or `companies.json`.
    pub file_stem: &'static str,
    /// The kind of thing that a row is about, as the trail names it: `user`.
    pub object: &'static str,
    /// The columns that tell rows apart; two rows of one file with the same values there are an error.
    pub key: &'static [&'static str],
    pub columns: &'static [Column],
    /// Reads a thing as it is stored, by the cells of the key as texts, for what the trail tells of a change: each
    /// column under its name, a list as several rows, `cnum` as the company whose data it is, and `object_id` as the
    /// thing's own identifier where the key is another. Without it, or with `object_id` alone, the trail tells the
    /// file's cells.
    pub stored: Option<&'static Query>,
    /// Lists the keys after one: its parameters are the cells of the key and the most rows, its columns have the names
    /// of the key. People of the bank read such a table row by row.
    pub listed: Option<&'static Query>,
    /// Columns by whose value people find rows through an index, each with the keys that have the value: its parameters
    /// are the value and those of `listed`, its columns too.
    pub found_by: &'static [(&'static str, &'static Query)],
    /// The columns of `stored` that nobody reads.
    pub secrets: &'static [&'static str],
    /// The columns of the file, and of `stored`, with secrets and personal data: the trail says of them that they are
    /// set or have changed.
    pub hidden: &'static [&'static str],
    /// The way in which a large file is cut into chunks; `None` when it is applied in one unit of work however large.
    pub chunks: Option<Chunks>,
    /// The facts for a check by looking; `None` when rows are checked by applying them and rolling that back.
    pub look: Option<Look>,
}

impl ImportFile {
    /// Returns a file of no columns, of which nothing else is told.
    pub const fn new(file_stem: &'static str, object: &'static str, key: &'static [&'static str]) -> Self {
        Self {
            file_stem,
            object,
            key,
            columns: &[],
            stored: None,
            listed: None,
            found_by: &[],
            secrets: &[],
            hidden: &[],
            chunks: None,
            look: None,
        }
    }
}

/// Declares the columns of a file: `name` has a value in each row, `name = optional` may be empty or missing, `name =
/// document` may hold a JSON array or object, and `name = required_document` holds one.
#[macro_export]
macro_rules! columns {
    ($($name:ident $(= $kind:ident)?),* $(,)?) => {
        const { &[$($crate::columns!(@ $name $($kind)?)),*] }
    };
    (@ $name:ident) => {
        $crate::Column::required(stringify!($name))
    };
    (@ $name:ident $kind:ident) => {
        $crate::Column::$kind(stringify!($name))
    };
}

/// Gives out the fields of [`ImportFile`] one by one.
macro_rules! of_file {
    ($($field:ident: $kind:ty,)*) => {
        $(
            #[doc = concat!("Returns [`ImportFile::", stringify!($field), "`].")]
            fn $field(&self) -> $kind {
                self.file().$field
            }
        )*
    };
}

/// Takes the rows of one file into the tables of its area.
pub trait TableImporter: Send + Sync {
    /// The file that it takes.
    fn file(&self) -> ImportFile;

    of_file! {
        file_stem: &'static str,
        object: &'static str,
        key: &'static [&'static str],
        columns: &'static [Column],
        stored: Option<&'static Query>,
        listed: Option<&'static Query>,
        found_by: &'static [(&'static str, &'static Query)],
        secrets: &'static [&'static str],
        hidden: &'static [&'static str],
        chunks: Option<Chunks>,
        look: Option<Look>,
    }

    /// Prepares a row with long work that needs no database, such as hashing a password. It runs once per row, before
    /// the unit of work begins, and puts its results into the row with [`ImportRow::set`].
    fn prepare(&self, row: &mut ImportRow, context: &ImportContext<'_>) -> std::result::Result<(), RowError> {
        let _ = (row, context);
        Ok(())
    }

    /// Tells that a row repeats the value which [`Chunks::unique`] keeps apart, of the row with the key `holder`;
    /// `None` when the usual words do.
    fn repeated(&self, holder: &str) -> Option<RowError> {
        let _ = holder;
        None
    }

    /// Lists the names that things give up by these rows, as the column has them by which the file is cut
    /// ([`Chunks::by`]): nobody has them when rows of other files come by them.
    fn given_up(&self, tx: &mut Tx, rows: &[ImportRow]) -> Result<Vec<String>> {
        let _ = (tx, rows);
        Ok(Vec::new())
    }

    /// Brings the database to the state of `row`. It runs in a unit of work with other rows, possibly several
    /// times, and must leave alone what is right already. A reference to something absent is looked up and answered
    /// with [`RowError::Cell`], never left to a foreign key: a failed statement ends the whole unit of work.
    ///
    /// An importer has this or [`TableImporter::take`]; without either every row is refused.
    ///
    /// # Errors
    /// What is wrong with the row, or the database's failure.
    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let _ = (tx, row, context);
        Err(RowError::Row { message: "is a row that nothing takes".to_owned() })
    }

    /// Takes rows like [`TableImporter::apply`] takes one. A file that grows with the bank has this instead, and takes
    /// many rows with a few statements.
    ///
    /// One rule serves the check and the application: both go through here, so that a row which passed the check is
    /// refused later only if somebody else changed what it depends on. Only a file with [`ImportFile::look`] is asked
    /// for [`Taking::Check`].
    ///
    /// # Errors
    /// The database's; what is wrong with a row is its outcome.
    fn take(&self, tx: &mut Tx, slice: RowSlice<'_>) -> Result<Outcomes> {
        outcomes(slice.rows.iter().map(|row| self.apply(tx, row, slice.context)))
    }
}

/// An importer that refuses rows which another one would take, one that takes them row by row. Everything else is as
/// the other one has it.
pub struct Guarded {
    pub importer: Arc<dyn TableImporter>,
    /// Looks at a row as the file has it.
    pub checks: fn(&ImportRow) -> std::result::Result<(), RowError>,
    /// Looks at a row where it would be applied.
    pub checks_applied: fn(&mut Tx, &ImportRow) -> std::result::Result<(), RowError>,
}

kernel::debug_shows!(Guarded { importer: importer.file_stem(), .. });

impl TableImporter for Guarded {
    fn file(&self) -> ImportFile {
        self.importer.file()
    }

    fn prepare(&self, row: &mut ImportRow, context: &ImportContext<'_>) -> std::result::Result<(), RowError> {
        (self.checks)(row)?;
        self.importer.prepare(row, context)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        (self.checks_applied)(tx, row)?;
        self.importer.apply(tx, row, context)
    }
}

/// Inserts a row, or updates the one that is there. Both texts take the same `values`: `insert` ends in `on conflict
/// (key) do nothing`, `update` names the key and ends in `and (columns) is distinct from (values)`, so that a row
/// that is right already is left alone.
pub fn upsert(
    tx: &mut Tx,
    insert: &'static Query,
    update: &'static Query,
    values: &[Value],
) -> Result<RowOutcome> {
    if tx.execute(insert, values.to_vec())? == 1 {
        return Ok(RowOutcome::Created);
    }
    let changed = tx.execute(update, values.to_vec())?;
    Ok(if changed == 0 { RowOutcome::Unchanged } else { RowOutcome::Changed })
}

/// Does the same with a declared row: `insert` begins with its [`TableRow::INSERT`], and `update` is its
/// [`TableRow::SET`] and [`TableRow::DIFFERS`].
pub fn upsert_row<'row>(
    tx: &mut Tx,
    insert: &'static Query,
    update: &'static Query,
    row: &impl TableRow<'row>,
) -> Result<RowOutcome> {
    upsert(tx, insert, update, &row.values())
}
