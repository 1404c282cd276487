//! The folders and files of imports: where they are, which are refused, and what has become of them in words.

use std::fs;
use std::path::{Path, PathBuf};

use import::{ImportError, Report};
use store::Tx;

/// The most bytes of a folder's name.
const NAME_BYTES_MAX: usize = 100;

/// Finds a folder below the one where files come. People name it, and never a place of the machine.
pub(crate) fn find(root: Option<&Path>, name: &str) -> Result<PathBuf, ImportError> {
    let refused = |reason: String| Err(ImportError::Refused(reason));
    let Some(root) = root else {
        return refused("`import_folder` names no folder where files come".to_owned());
    };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    if !(1..=NAME_BYTES_MAX).contains(&name.len()) || name.starts_with('.') || !name.chars().all(is_plain) {
        let rule = "letters, digits, `.`, `-` and `_`, and does not begin with `.`";
        return refused(format!("the name of a folder has 1 to {NAME_BYTES_MAX} {rule}"));
    }
    let path = root.join(name);
    // A link could lead out of the folder where files come.
    let is_there = fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir());
    if is_there { Ok(path) } else { refused(format!("{name}: there is no such folder where files come")) }
}

/// Refuses tables, or files of them, that the core tells by its feed, once it has begun: both would book it.
pub(crate) fn refuse_fed<'a>(
    tx: &mut Tx,
    mut names: impl Iterator<Item = &'a str>,
) -> Result<(), ImportError> {
    let is_fed = |name: &&str| name.split('.').next().is_some_and(|stem| accounts::FED_FILES.contains(&stem));
    match names.find(is_fed) {
        Some(name) if accounts::is_fed_in(tx)? => {
            Err(ImportError::Refused(format!("{name}: the core tells this by its feed: leave it out")))
        }
        _ => Ok(()),
    }
}

/// Says in words what an import did or would do, change by change or by its counts alone.
pub(crate) fn told(report: &Report, has_changes: bool) -> Vec<String> {
    let mut lines: Vec<String> = report
        .tables
        .iter()
        .map(|table| {
            let (created, changed, unchanged) = (table.created, table.changed, table.unchanged);
            format!("{:<28} {created:>8} new {changed:>8} changed {unchanged:>8} unchanged", table.file)
        })
        .collect();
    for table in &report.tables {
        lines.extend(table.remarks.iter().cloned());
        let listed = u64::try_from(table.remarks.len()).unwrap_or(u64::MAX);
        if table.remarked > listed {
            lines.push(format!("{}: {} more like these", table.file, table.remarked - listed));
        }
    }
    if has_changes {
        lines.extend(report.changes.iter().cloned());
    }
    lines
}
