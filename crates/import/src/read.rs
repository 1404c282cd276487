//! From a folder to checked rows.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernel::hexadecimal;
use sha2::{Digest as _, Sha256};

use crate::error::{FileError, FileErrors};
use crate::file::{Hashed, open_plain, read_pieces};
use crate::reading::{Rows, read_format};
use crate::{
    CHUNKED_ROWS_MAX, FILE_BYTES_MAX, FILES_MAX, ImportContext, ImportError, ImportRow, ROWS_MAX, RowError,
    TableImporter,
};

/// SHA-256 of files by their names, in hexadecimal digits.
pub type Files = BTreeMap<String, String>;

/// The rows of one file with the importer that takes them.
pub struct Table {
    pub file: String,
    pub importer: Arc<dyn TableImporter>,
    /// The rows in the order of the file.
    pub rows: Vec<ImportRow>,
    /// SHA-256 of the file's bytes, in hexadecimal digits.
    pub(crate) sha256: String,
}

// Shows no cells: they may be passwords.
kernel::debug_shows!(Table { file, .. });

/// Everything that was read, in the order it is applied.
#[derive(Debug, Default)]
pub struct Batch {
    pub tables: Vec<Table>,
    /// The errors of the rows; those rows are left out of the tables.
    pub(crate) errors: FileErrors,
}

impl Batch {
    /// The errors of the files in the order in which they were found; at most [`crate::ERRORS_MAX`].
    pub fn errors(&self) -> &[FileError] {
        self.errors.found()
    }
}

/// Reads the files of `directory` that belong to `importers` and checks all that can be checked without a database:
/// names of files and columns, formats, required cells, repeated keys, and the SHA-256 where `approved` has them. Long
/// work on rows is done here too. Blocks.
///
/// Errors are kept in the batch, so that [`crate::run`] can list them together with what the tables say.
///
/// # Errors
/// Only what an importer's preparation says about the database.
pub fn read(
    directory: &Path,
    importers: &[Arc<dyn TableImporter>],
    approved: Option<&Files>,
    context: &ImportContext<'_>,
) -> Result<Batch, ImportError> {
    let mut errors = FileErrors::default();
    let sources = sources(directory, importers, approved, &mut errors);
    read_whole(&sources, context, errors)
}

#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Their SHA-256.
    pub files: Files,
    pub bytes: u64,
    /// A sentence about each in the order in which they would be applied, with its size, line breaks and SHA-256.
    pub told: Vec<String>,
}

/// Looks at the files of `directory`. Blocks.
///
/// # Errors
/// A file belongs to none of `importers` or cannot be read, or together they have more than `bytes_max`.
#[expect(clippy::naive_bytecount, reason = "the digest of the same bytes takes longer")]
pub fn look(
    directory: &Path,
    importers: &[Arc<dyn TableImporter>],
    bytes_max: u64,
) -> Result<Seen, ImportError> {
    let (mut errors, mut seen) = (FileErrors::default(), Seen::default());
    for Source { file, path, bytes, .. } in sources(directory, importers, None, &mut errors) {
        seen.bytes += bytes;
        if seen.bytes > bytes_max {
            return Err(ImportError::Refused(format!("the files have more than {bytes_max} bytes together")));
        }
        let (mut hash, mut lines) = (Sha256::new(), 0);
        let read = read_pieces(&path, |piece| {
            hash.update(piece);
            lines += piece.iter().filter(|byte| **byte == b'\n').count();
        });
        if let Err(error) = read {
            errors.push(FileError::file(&file, error.to_string()));
        }
        let sha256 = hexadecimal(&hash.finalize());
        seen.told.push(format!("{file}: {bytes} bytes, {lines} lines, SHA-256 {sha256}"));
        seen.files.insert(file, sha256);
    }
    errors.or(seen, &[])
}

pub(crate) fn read_whole(
    sources: &[Source],
    context: &ImportContext<'_>,
    errors: FileErrors,
) -> Result<Batch, ImportError> {
    let mut batch = Batch { tables: Vec::new(), errors };
    let errors = &mut batch.errors;
    for source in sources {
        if errors.is_full() {
            break;
        }
        let importer = &source.importer;
        let Some(mut input) = open(source, Some(FILE_BYTES_MAX), errors) else { continue };
        let mut rows = Rows::new(&source.file, importer.as_ref(), ROWS_MAX);
        read_format(source.is_json, &mut input, &mut rows, errors, |_, _| true);
        let rows = prepared(rows, &source.file, importer.as_ref(), context, errors)?;
        let sha256 = source.ended(input, errors)?;
        batch.tables.push(Table { file: source.file.clone(), importer: Arc::clone(importer), rows, sha256 });
    }
    Ok(batch)
}

/// Reads tables that no file has: each with its name and its rows as a JSON array. Their faults are told as those of a
/// file `NAME.json`. Blocks.
///
/// # Errors
/// Those of [`read`]; a name that no importer has is an error of the batch.
pub fn read_rows(
    tables: &BTreeMap<String, Vec<u8>>,
    importers: &[Arc<dyn TableImporter>],
    context: &ImportContext<'_>,
) -> Result<Batch, ImportError> {
    let mut batch = Batch::default();
    let is_known = |name: &str| importers.iter().any(|importer| importer.file_stem() == name);
    for name in tables.keys().filter(|name| !is_known(name)) {
        batch.errors.push(FileError::file(name, "is no table that is changed so"));
    }
    for importer in importers {
        let Some(json) = tables.get(importer.file_stem()) else { continue };
        let file = format!("{}.json", importer.file_stem());
        let mut rows = Rows::new(&file, importer.as_ref(), ROWS_MAX);
        read_format(true, json.as_slice(), &mut rows, &mut batch.errors, |_, _| true);
        let rows = prepared(rows, &file, importer.as_ref(), context, &mut batch.errors)?;
        let sha256 = hexadecimal(&Sha256::digest(json));
        batch.tables.push(Table { file, importer: Arc::clone(importer), rows, sha256 });
    }
    Ok(batch)
}

/// Checks the keys of all rows and does the long work on them.
fn prepared(
    rows: Rows<'_>,
    file: &str,
    importer: &dyn TableImporter,
    context: &ImportContext<'_>,
    errors: &mut FileErrors,
) -> Result<Vec<ImportRow>, ImportError> {
    let mut rows = rows.with_single_keys(importer.key(), errors);
    prepare(&mut rows, file, importer, context, errors)?;
    Ok(rows)
}

/// Does the long work on rows, and leaves out those that it refuses.
fn prepare(
    rows: &mut Vec<ImportRow>,
    file: &str,
    importer: &dyn TableImporter,
    context: &ImportContext<'_>,
    errors: &mut FileErrors,
) -> Result<(), ImportError> {
    let mut failed = None;
    rows.retain_mut(|row| match importer.prepare(row, context) {
        Ok(()) => true,
        Err(reason) => {
            failed = push(file, row.line(), reason, errors).err().or(failed.take());
            false
        }
    });
    failed.map_or(Ok(()), Err)
}

/// Reads a file of any size and hands its rows over, part by part, until `take` says `false`.
pub(crate) fn read_parts(
    source: &Source,
    context: &ImportContext<'_>,
    errors: &mut FileErrors,
    mut take: impl FnMut(Vec<ImportRow>) -> bool,
) -> Result<(), ImportError> {
    let importer = &source.importer;
    let Some(mut input) = open(source, None, errors) else { return Ok(()) };
    let mut rows = Rows::new(&source.file, importer.as_ref(), CHUNKED_ROWS_MAX);
    let mut failed = None;
    read_format(source.is_json, &mut input, &mut rows, errors, |rows, errors| {
        let mut part = rows.take();
        failed = prepare(&mut part, &source.file, importer.as_ref(), context, errors).err();
        failed.is_none() && take(part) && !errors.is_full()
    });
    source.ended(input, errors)?;
    failed.map_or(Ok(()), Err)
}

/// A file of the folder with the importer that takes its rows.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) file: String,
    pub(crate) path: PathBuf,
    pub(crate) importer: Arc<dyn TableImporter>,
    pub(crate) is_json: bool,
    /// Its size when it was looked at.
    pub(crate) bytes: u64,
    /// The SHA-256 that it has to have, if people have approved one.
    approved: Option<String>,
}

impl Source {
    /// Lists the file when these are not the bytes that were approved.
    pub(crate) fn check(&self, sha256: &str, errors: &mut FileErrors) {
        if self.approved.as_ref().is_some_and(|approved| approved != sha256) {
            errors.push(FileError::file(&self.file, "is not the file that was approved"));
        }
    }

    /// Ends the reading: returns the SHA-256 of what was read.
    fn ended(&self, input: Hashed, errors: &mut FileErrors) -> Result<String, ImportError> {
        let sha256 = input.sha256().map_err(|_| ImportError::Interrupted)?;
        self.check(&sha256, errors);
        Ok(sha256)
    }
}

/// The files of the folder in the order in which they are applied, and faults where they are not those of `approved`.
pub(crate) fn sources(
    directory: &Path,
    importers: &[Arc<dyn TableImporter>],
    approved: Option<&Files>,
    errors: &mut FileErrors,
) -> Vec<Source> {
    let mut files = files(directory, importers, errors);
    let of_importer = |importer: &Arc<dyn TableImporter>| {
        let path = files.remove(importer.file_stem())?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_json = path.extension().is_some_and(|ending| ending == "json");
        let bytes = fs::symlink_metadata(&path).map_or(0, |found| found.len());
        // No bytes have the digest of a file that nobody has approved.
        let approved = approved.map(|files| files.get(&file).cloned().unwrap_or_default());
        Some(Source { file, path, importer: Arc::clone(importer), is_json, bytes, approved })
    };
    let sources: Vec<Source> = importers.iter().filter_map(of_importer).collect();
    for file in approved.into_iter().flat_map(Files::keys) {
        if !sources.iter().any(|source| source.file == *file) {
            errors.push(FileError::file(file, "was approved, and is not there any more"));
        }
    }
    sources
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
    // People start imports over the network: no message shows them a path of the machine.
    let own_name = directory.file_name().unwrap_or(directory.as_os_str()).to_string_lossy();
    let paths = match paths(directory) {
        Ok(paths) => paths,
        Err(message) => {
            errors.push(FileError::file(&own_name, message));
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
        errors.push(FileError::file(&own_name, "has no file to import"));
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

/// Opens a file, which has at most `bytes_max` bytes.
fn open(source: &Source, bytes_max: Option<u64>, errors: &mut FileErrors) -> Option<Hashed> {
    let file = &source.file;
    if let Some(bytes_max) = bytes_max.filter(|bytes_max| source.bytes > *bytes_max) {
        errors.push(FileError::file(file, format!("must have at most {bytes_max} bytes")));
        return None;
    }
    match open_plain(&source.path) {
        Ok(file) => Some(Hashed { file, hash: Sha256::new() }),
        Err(message) => {
            errors.push(FileError::file(file, message));
            None
        }
    }
}
