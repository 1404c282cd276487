//! Things that have left, looked for in the files of an archive.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use kernel::Instant;
use serde_json::Value as Json;

use crate::folder::{MANIFEST, read_back, read_text};
use crate::manifest::Manifest;
use crate::rows::ArchivedRow;
use crate::{Kind, RetentionError};

/// The marks of things that somebody looks for: a thing is found when it has them all.
#[derive(Clone, Debug, Default)]
pub struct Sought {
    /// Identifiers and account numbers that its rows name, with hyphens or without.
    pub names: Vec<String>,
    /// The day of its first row: as columns of dates have it, and its first moment and that of the next day.
    pub day: Option<(String, Instant, Instant)>,
}

/// Reads every file of the archive in `folder` and hands out the rows of each thing that is sought, line by line as
/// the files have them: a statement with its transfers, an entry with its postings. One unit is in memory at a time.
///
/// # Errors
/// A file cannot be read or is not as it was written.
pub fn find(
    folder: &Path,
    kinds: &[&'static Kind],
    sought: &Sought,
    mut found: impl FnMut(&str),
) -> Result<(), RetentionError> {
    let manifest = Manifest::read(&read_text(&folder.join(MANIFEST))?).map_err(RetentionError::Damaged)?;
    for (unit, _) in &manifest.units {
        let Some(kind) = kinds.iter().find(|kind| kind.name == unit.kind) else {
            let reason = format!("{}: this version knows no kind {}", unit.file, unit.kind);
            return Err(RetentionError::Damaged(reason));
        };
        let content = read_back(folder, unit)?;
        let things = Things::read(kind, &content);
        let wanted: BTreeSet<&str> = things.wanted(kind, sought).collect();
        let lines = content.lines().zip(&things.of_lines);
        lines.filter(|(_, thing)| wanted.contains(thing.as_str())).for_each(|(line, _)| found(line));
    }
    Ok(())
}

/// The rows of a unit, each with the key of its thing.
struct Things {
    rows: Vec<Option<ArchivedRow>>,
    of_lines: Vec<String>,
}

impl Things {
    /// A row names its thing by the key of the kind's first table. One that does not, such as a piece of a file, names
    /// a row before it by the first column of its own key.
    fn read(kind: &Kind, content: &str) -> Self {
        let rows: Vec<Option<ArchivedRow>> = content.lines().map(ArchivedRow::read).collect();
        let root = kind.tables.first().map_or(&[][..], |table| table.primary);
        let mut named = HashMap::new();
        let mut of_lines = Vec::with_capacity(rows.len());
        for row in &rows {
            let key = |row: &ArchivedRow| -> Option<String> {
                root.iter().map(|column| row.values.get(*column).map(Json::to_string)).collect()
            };
            let own = row.as_ref().and_then(|row| {
                let table = kind.tables.iter().find(|table| table.name == row.table)?;
                let column = *table.primary.first()?;
                Some((column, row.values.get(column)?.to_string()))
            });
            let thing = row.as_ref().and_then(key);
            let thing = thing.or_else(|| named.get(own.as_ref()?).cloned()).unwrap_or_default();
            if let Some(own) = own {
                named.entry(own).or_insert_with(|| thing.clone());
            }
            of_lines.push(thing);
        }
        Self { rows, of_lines }
    }

    /// The keys of the things that have every mark, each by any of its rows.
    fn wanted<'a>(&'a self, kind: &'a Kind, sought: &'a Sought) -> impl Iterator<Item = &'a str> {
        let marks = sought.names.len() + usize::from(sought.day.is_some());
        let mut marked = HashMap::<&str, BTreeSet<usize>>::new();
        for (row, thing) in self.rows.iter().zip(&self.of_lines) {
            let Some(row) = row else { continue };
            let by_name = sought.names.iter().map(|name| names(row, name));
            let is_first = kind.tables.first().is_some_and(|table| table.name == row.table);
            let by_day = sought.day.iter().map(|day| is_first && is_of(row, day));
            let has = by_name.chain(by_day).enumerate().filter_map(|(mark, has)| has.then_some(mark));
            marked.entry(thing).or_default().extend(has);
        }
        marked.into_iter().filter_map(move |(thing, has)| (has.len() == marks).then_some(thing))
    }
}

/// Tells whether a text of the row is the name, or has it as one of its words: keys of entries and details of the
/// trail name what they are about.
fn names(row: &ArchivedRow, name: &str) -> bool {
    let plain = |text: &str| text.replace('-', "").to_lowercase();
    let is_apart = |letter: char| !letter.is_alphanumeric() && letter != '-' && letter != '_';
    let name = plain(name);
    let mut texts = row.values.values().filter_map(|value| match value {
        Json::Number(number) => Some(number.to_string()),
        Json::String(text) => Some(text.clone()),
        _ => None,
    });
    texts.any(|text| plain(&text) == name || text.split(is_apart).any(|word| plain(word) == name))
}

/// Tells whether the row has a moment or a date of the day.
fn is_of(row: &ArchivedRow, (date, from, to): &(String, Instant, Instant)) -> bool {
    row.values.iter().any(|(column, value)| match value {
        Json::Number(number) if column.ends_with("_us") => {
            number.as_i64().is_some_and(|at| (from.microseconds()..to.microseconds()).contains(&at))
        }
        Json::String(text) => text == date,
        _ => false,
    })
}
