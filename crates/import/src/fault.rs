//! What is wrong with the files.

use std::fmt;

use store::StoreError;
use thiserror::Error;

/// One fault, at the place where the bank finds it: `companies.csv:3:inn: the check digits of this inn are wrong`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file's name.
    pub file: String,
    /// The line where the row begins, counted from 1; `None` when the file as a whole is meant.
    pub line: Option<u64>,
    /// The column; `None` when the row as a whole is meant.
    pub column: Option<String>,
    /// What is wrong, in words for the person who wrote the file.
    pub message: String,
}

impl Fault {
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

impl fmt::Display for Fault {
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

/// Why nothing was imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The files are wrong; at most [`crate::ERRORS_MAX`] faults, in the order of files and lines.
    #[error("{}", listed(faults, *more))]
    Files {
        /// What is wrong, where.
        faults: Vec<Fault>,
        /// Whether the search ended at the limit, so that there may be more.
        more: bool,
    },
    /// The database failed; nothing is said about the files.
    #[error("the database failed during the import")]
    Store(#[from] StoreError),
    /// The reading was broken off by the end of the program.
    #[error("the import was interrupted while it read the files")]
    Interrupted,
}

fn listed(faults: &[Fault], more: bool) -> String {
    let mut lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    if more {
        lines.push(format!("more than {} faults, the rest is not listed", crate::ERRORS_MAX));
    }
    lines.join("\n")
}

/// Faults as they are found, up to the limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {
    found: Vec<Fault>,
    more: bool,
}

impl Faults {
    pub(crate) fn push(&mut self, fault: Fault) {
        if self.found.len() < crate::ERRORS_MAX {
            self.found.push(fault);
        } else {
            self.more = true;
        }
    }

    pub(crate) fn found(&self) -> &[Fault] {
        &self.found
    }

    /// Whether looking further is of no use.
    pub(crate) fn is_full(&self) -> bool {
        self.more
    }

    /// `value` when nothing was found, else the error that lists it all: by the order of `files` and by lines.
    pub(crate) fn or<T>(mut self, value: T, files: &[&str]) -> Result<T, ImportError> {
        if self.found.is_empty() {
            return Ok(value);
        }
        self.found.sort_by_key(|fault| (files.iter().position(|file| *file == fault.file), fault.line));
        Err(ImportError::Files { faults: self.found, more: self.more })
    }
}
