//! From a folder to checked rows.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{FileError, FileErrors};
use crate::reading::{Rows, read_csv, read_json};
use crate::{FILE_BYTES_MAX, FILES_MAX, ImportContext, ImportError, ImportRow, RowError, TableImporter};

/// The rows of one file with the importer that takes them.
pub struct Table {
    /// The file's name.
    pub file: String,
    /// The importer that takes the rows.
    pub importer: Arc<dyn TableImporter>,
    /// The rows in the order of the file.
    pub rows: Vec<ImportRow>,
}

/// Shows no cells: they may be passwords.
impl fmt::Debug for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Table").field("file", &self.file).finish_non_exhaustive()
    }
}

/// Everything that was read, in the order it is applied.
#[derive(Debug, Default)]
pub struct Batch {
    /// The files.
    pub tables: Vec<Table>,
    /// The errors of the rows; those rows are left out of the tables.
    pub(crate) errors: FileErrors,
}

impl Batch {
    /// The errors of the files in the order in which they were found; at most [`crate::ERRORS_MAX`].
    #[must_use]
    pub fn errors(&self) -> &[FileError] {
        self.errors.found()
    }
}

/// Reads the files of `directory` that belong to `importers` and checks all that can be checked without a database:
/// names of files and columns, formats, required cells, repeated keys. Long work on rows is done here too. Blocks.
///
/// Errors are kept in the batch, so that [`crate::run`] can list them together with what the tables say.
///
/// # Errors
/// Only what an importer's preparation says about the database.
pub fn read(
    directory: &Path,
    importers: &[Arc<dyn TableImporter>],
    context: &ImportContext<'_>,
) -> Result<Batch, ImportError> {
    let mut batch = Batch::default();
    let errors = &mut batch.errors;
    let mut files = files(directory, importers, errors);
    for importer in importers {
        let Some(path) = files.remove(importer.file_stem()) else { continue };
        if errors.is_full() {
            break;
        }
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(text) = content(&path, &file, errors) else { continue };
        let is_json = path.extension().is_some_and(|ending| ending == "json");
        let reader = if is_json { read_json } else { read_csv };
        let mut rows = Rows::new(&file, importer.columns());
        reader(&text, &mut rows, errors);
        let mut rows = rows.with_single_keys(importer.key(), errors);
        let mut error = None;
        rows.retain_mut(|row| match importer.prepare(row, context) {
            Ok(()) => true,
            Err(reason) => {
                error = push(&file, row.line(), reason, errors).err().or(error.take());
                false
            }
        });
        if let Some(error) = error {
            return Err(error);
        }
        batch.tables.push(Table { file, importer: Arc::clone(importer), rows });
    }
    Ok(batch)
}

/// Adds a row's fault to the others; a failure of the database ends the import instead.
pub(crate) fn push(
    file: &str,
    line: u64,
    error: RowError,
    errors: &mut FileErrors,
) -> Result<(), ImportError> {
    match error {
        RowError::Cell { column, message } => errors.push(FileError::cell(file, line, column, message)),
        RowError::Row { message } => errors.push(FileError::line(file, line, message)),
        RowError::Store(error) => return Err(error.into()),
    }
    Ok(())
}

/// The files of the folder by their names without ending. Hidden files are passed over: editors and version control
/// leave them. Anything else that no importer takes is an error, because the bank believes that it was imported.
fn files(
    directory: &Path,
    importers: &[Arc<dyn TableImporter>],
    errors: &mut FileErrors,
) -> BTreeMap<String, PathBuf> {
    let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
    let paths = match paths(directory) {
        Ok(paths) => paths,
        Err(message) => {
            errors.push(FileError::file(&directory.display().to_string(), message));
            return found;
        }
    };
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = name.strip_suffix(".csv").or_else(|| name.strip_suffix(".json"));
        match stem {
            Some(stem) if importers.iter().any(|importer| importer.file_stem() == stem) => {
                if let Some(other) = found.get(stem) {
                    let other = other.file_name().unwrap_or_default().to_string_lossy();
                    errors
                        .push(FileError::file(&name, format!("there is {other} as well; keep one of them")));
                } else {
                    found.insert(stem.to_owned(), path);
                }
            }
            _ => errors.push(FileError::file(&name, format!("unknown file; known are {}", known(importers)))),
        }
    }
    if found.is_empty() {
        errors.push(FileError::file(&directory.display().to_string(), "has no file to import"));
    }
    found
}

/// Lists the folder by name, without hidden files.
fn paths(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if paths.len() == FILES_MAX {
            return Err(format!("has more than {FILES_MAX} files"));
        }
        paths.push(entry.path());
    }
    paths.sort();
    Ok(paths)
}

fn known(importers: &[Arc<dyn TableImporter>]) -> String {
    let names: Vec<String> =
        importers.iter().map(|importer| format!("{}.csv (or .json)", importer.file_stem())).collect();
    names.join(", ")
}

/// The text of a file without a byte order mark.
fn content(path: &Path, file: &str, errors: &mut FileErrors) -> Option<String> {
    // A named pipe would keep the import waiting for a writer.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        errors.push(FileError::file(file, "is not a file"));
        return None;
    }
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to know that there are too many.
    let read =
        fs::File::open(path).and_then(|opened| opened.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        errors.push(FileError::file(file, format!("cannot be read: {error}")));
        return None;
    }
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > FILE_BYTES_MAX {
        errors.push(FileError::file(file, format!("must have at most {FILE_BYTES_MAX} bytes")));
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
            let line = valid.split(|byte| *byte == b'\n').count();
            let line = u64::try_from(line).unwrap_or(u64::MAX);
            errors.push(FileError::line(file, line, "is not UTF-8; save the file in that encoding"));
            None
        }
    }
}
