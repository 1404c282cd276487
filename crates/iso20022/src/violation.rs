//! Errors of a document with their positions.

use std::fmt;

use crate::position::position;

/// One error at one place of the document as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The line, from 1. A line ends with LF, CR or both together.
    pub line: u32,
    /// The column in characters, from 1. A byte order mark is no character of the text.
    pub column: u32,
    /// The element, for example `/Document/PmtRgltryInfNtfctn/TxNtfctn[2]/TxCert[1]/TxId`, an attribute as `/@Ccy`
    /// after it; `/` for the document as a whole. A number is where the schema lets the element repeat.
    pub path: String,
    /// The mistake, in one sentence without a full stop.
    pub reason: String,
}

impl Violation {
    /// A fault of the document as a whole, seen at this byte of its text.
    pub(crate) fn at(text: &str, offset: usize, reason: String) -> Self {
        let (line, column) = position(text, offset);
        Self { line, column, path: "/".to_owned(), reason }
    }

    /// The same at its beginning.
    pub(crate) fn whole(reason: String) -> Self {
        Self::at("", 0, reason)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}, {}: {}", self.line, self.column, self.path, self.reason)
    }
}

/// The faults of one document, in its order. `Display` writes one a line, which is the text of the answer (CTC-02).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violations {
    list: Vec<Violation>,
    more: bool,
}

impl Violations {
    /// Errors found elsewhere, for example by the business checks, so that they read the same.
    pub fn of(list: Vec<Violation>) -> Self {
        Self { list, more: false }
    }

    /// The same with the mark that reading stopped at the limit.
    pub(crate) fn stopped(list: Vec<Violation>) -> Self {
        Self { list, more: true }
    }

    pub fn list(&self) -> &[Violation] {
        &self.list
    }

    /// Tells whether reading stopped at the limit, so that there may be more.
    pub const fn more(&self) -> bool {
        self.more
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for violation in &self.list {
            writeln!(f, "{violation}")?;
        }
        if self.more {
            writeln!(f, "only the first {} faults are shown, there may be more", self.list.len())?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}
