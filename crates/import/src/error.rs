//! Errors of the files.

use std::fmt;

use store::StoreError;
use thiserror::Error;

/// One error, at the position where the bank finds it: `companies.csv:3:inn: the check digits of this inn are wrong`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    pub file: String,
    /// The line of the row's beginning, counted from 1; `None` when the file as a whole is wrong.
    pub line: Option<u64>,
    /// The column; `None` when the row as a whole is meant.
    pub column: Option<String>,
    /// The message for the person who wrote the file.
    pub message: String,
}

impl FileError {
    pub(crate) fn file(file: &str, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: None, column: None, message: message.into() }
    }

    pub(crate) fn line(file: &str, line: u64, message: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::file(file, message) }
    }

    pub(crate) fn cell(file: &str, line: u64, column: &str, message: impl Into<String>) -> Self {
        Self { column: Some(column.to_owned()), ..Self::line(file, line, message) }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.file)?;
        if let Some(line) = self.line {
            write!(formatter, "{line}:")?;
        }
        if let Some(column) = &self.column {
            write!(formatter, "{column}:")?;
        }
        write!(formatter, " {}", self.message)
    }
}

/// Error of an import; nothing was changed, unless its kind says otherwise.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The files are wrong; at most [`crate::ERRORS_MAX`] errors, in the order of files and lines.
    #[error("{}", listed(errors, *more))]
    Files {
        errors: Vec<FileError>,
        /// Set when the search ended at the limit, so that there may be more.
        more: bool,
    },
    /// The database failed; nothing is said about the files.
    #[error(
        "the database failed during the import: {0}; run it again with the same files: what is there already stays as \
         it is"
    )]
    Store(#[from] StoreError),
    /// The import was broken off. Nothing of it is applied, or it is decided and the next run goes on.
    #[error("the import was interrupted; run it again with the same files")]
    Interrupted,
    /// Nothing is imported so; why.
    #[error("{0}")]
    Refused(String),
    #[error(
        "import {import} is at work in another process, or was until a moment ago; try again in ten seconds"
    )]
    Running { import: i64 },
    #[error(
        "import {import} was stopped by {person}: {}",
        if *is_decided { "what is applied stays, and it goes on when it is run again with the same files" }
        else { "nothing of it is applied" }
    )]
    StoppedBy {
        import: i64,
        person: String,
        /// It can only be finished.
        is_decided: bool,
    },
    /// An import that is decided has to be finished first.
    #[error(
        "import {import} is decided and not finished: {}",
        if *is_same { "it goes on when these files are imported without a dry run" }
        else { "run it again with the files it had" }
    )]
    Unfinished {
        import: i64,
        /// These are its files.
        is_same: bool,
    },
    /// Rows are on their way that were not read, or fewer: another process was at their table. Nothing is decided.
    #[error(
        "import {import} has {found} rows on their way where {expected} were read, so nothing of it is applied; run \
         it again"
    )]
    RowsAstray { import: i64, expected: u64, found: u64 },
    /// The import is decided, and not all of its rows came to their turn. The next run begins at the first one.
    #[error(
        "import {import} is decided and has applied {found} rows where it has {expected}; run it again with the same \
         files: it goes through all of them once more, and what is there already stays as it is"
    )]
    RowsMissed { import: i64, expected: u64, found: u64 },
    #[error("no import is decided and not finished: there is none to leave rows out of")]
    NothingDecided,
    /// The import is decided, and these rows are none that it can leave out. Nothing was applied by this attempt.
    #[error("import {import} is decided, and cannot leave these rows out:\n{}", listed(errors, false))]
    NotLeftOut { import: i64, errors: Vec<FileError> },
    /// The import is decided, and somebody changed meanwhile what these rows depend on.
    #[error(
        "import {import} is decided and has stopped at these rows; run it again when they can be \
         applied, or with `--leave-out FILE:LINE` for each that never can:\n{}",
        listed(errors, *more)
    )]
    Stopped {
        import: i64,
        errors: Vec<FileError>,
        /// Set when there may be more.
        more: bool,
    },
}

impl ImportError {
    /// The error of rows whose import is decided.
    pub(crate) fn stopped(self, import: i64) -> Self {
        match self {
            Self::Files { errors, more } => Self::Stopped { import, errors, more },
            other => other,
        }
    }
}

fn listed(errors: &[FileError], more: bool) -> String {
    let mut lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    if more {
        lines.push(format!("more than {} faults, the rest is not listed", crate::ERRORS_MAX));
    }
    lines.join("\n")
}

/// The errors as they are found, up to the limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileErrors {
    found: Vec<FileError>,
    more: bool,
}

impl FileErrors {
    pub(crate) fn push(&mut self, error: FileError) {
        if self.found.len() < crate::ERRORS_MAX {
            self.found.push(error);
        } else {
            self.more = true;
        }
    }

    pub(crate) fn found(&self) -> &[FileError] {
        &self.found
    }

    /// Tells whether looking further is of no use.
    pub(crate) fn is_full(&self) -> bool {
        self.more
    }

    /// Returns `value` when nothing was found, else one error with all findings, by the order of `files` and by
    /// lines.
    pub(crate) fn or<T>(mut self, value: T, files: &[&str]) -> Result<T, ImportError> {
        if self.found.is_empty() {
            return Ok(value);
        }
        self.found.sort_by_key(|error| (files.iter().position(|file| *file == error.file), error.line));
        Err(ImportError::Files { errors: self.found, more: self.more })
    }
}
