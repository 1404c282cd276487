//! The error of documents that cannot be set.

use thiserror::Error;

/// Error of a document that cannot be set. No message repeats a text of the document.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PdfError {
    #[error("more than {most} {what}")]
    TooMany { what: &'static str, most: usize },
    /// Something that a document must have is empty.
    #[error("there is no {what}")]
    Missing { what: &'static str },
    /// A text has a character that the fonts lack or that is no text; [`plain`](crate::plain) replaces those.
    #[error("the character U+{:04X} cannot be set", u32::from(*.character))]
    Character { character: char },
    /// A row has another number of cells than its table has columns.
    #[error("a row has {cells} cells in a table of {columns} columns")]
    UnevenRow { cells: usize, columns: usize },
    /// A column's share of the width leaves no room for a word.
    #[error("a column is too narrow")]
    NarrowColumn,
    /// The library refused its input: a mistake of this crate, not of the document.
    #[error("the document cannot be written: {0}")]
    Unwritten(String),
}
