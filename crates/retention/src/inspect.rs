//! Proves an archive from its files alone.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use crate::folder::{MANIFEST, read_back, read_text};
use crate::manifest::{Manifest, UnitLine, sha256};
use crate::rows::ArchivedRow;
use crate::{Kind, RetentionError};

/// Outcome of a look at an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    pub archive: String,
    /// Units that count.
    pub units: usize,
    pub rows: BTreeMap<String, i64>,
    /// Whatever is not as it was written, in words.
    pub findings: Vec<String>,
    /// The manifest ends with a line that a kill tore. The next archive removes it; nothing is missing.
    pub is_torn: bool,
}

/// Reads every file of the archive in `folder`: compares all digests, counts the rows, finds rows that were archived
/// twice, and proves each unit by the rules of its kind. Sixteen bytes of memory are taken for each row.
///
/// # Errors
/// The manifest cannot be read, or is not as it was written: nothing can be said of the files then.
pub fn inspect(folder: &Path, kinds: &[&'static Kind]) -> Result<Inspection, RetentionError> {
    let text = read_text(&folder.join(MANIFEST))?;
    let manifest = Manifest::read(&text).map_err(RetentionError::Damaged)?;
    let mut inspection = Inspection {
        archive: manifest.archive.clone(),
        units: manifest.units.len(),
        is_torn: manifest.whole_bytes < text.len(),
        ..Inspection::default()
    };
    let mut seen = HashSet::new();
    for (unit, _) in &manifest.units {
        let Some(kind) = kinds.iter().find(|kind| kind.name == unit.kind) else {
            inspection.findings.push(format!("{}: this version knows no kind {}", unit.file, unit.kind));
            continue;
        };
        match read_back(folder, unit) {
            Ok(content) => look_at(&mut inspection, &mut seen, kind, unit, &content),
            Err(error) => inspection.findings.push(error.to_string()),
        }
    }
    Ok(inspection)
}

fn look_at(
    inspection: &mut Inspection,
    seen: &mut HashSet<[u8; 16]>,
    kind: &'static Kind,
    unit: &UnitLine,
    content: &str,
) {
    let mut counts = BTreeMap::<String, i64>::new();
    let mut rows = Vec::new();
    let mut found = BTreeSet::new();
    for line in content.lines() {
        let Some(row) = ArchivedRow::read(line) else {
            found.insert("a line is no row".to_owned());
            continue;
        };
        let Some(table) = kind.tables.iter().find(|table| table.name == row.table) else {
            found.insert(format!("{} is no table of the kind", row.table));
            continue;
        };
        if !seen.insert(name_of(&row, table.primary)) {
            found.insert(format!("a row of {} is archived twice", row.table));
        }
        *counts.entry(row.table.clone()).or_default() += 1;
        rows.push(row);
    }
    for (table, count) in &unit.rows {
        let read = counts.get(table).copied().unwrap_or(0);
        if read != *count {
            found.insert(format!("{read} rows of {table} instead of {count}"));
        }
    }
    found.extend((kind.prove)(&rows));
    inspection.findings.extend(found.into_iter().map(|found| format!("{}: {found}", unit.file)));
    for (table, count) in counts {
        *inspection.rows.entry(table).or_default() += count;
    }
}

/// The half of a digest that stands for the table and the primary key of a row.
fn name_of(row: &ArchivedRow, primary: &[&str]) -> [u8; 16] {
    let mut name = row.table.clone();
    for column in primary {
        name.push('\n');
        name.push_str(&row.values.get(*column).map(ToString::to_string).unwrap_or_default());
    }
    let digest = sha256(name.as_bytes());
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    half
}
