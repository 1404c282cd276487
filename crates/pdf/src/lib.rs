//! Documents of headings, paragraphs and tables as PDF: A4, PDF/A-2a and PDF/UA-1, tagged, with their fonts inside.
//!
//! A [`Document`] is a value; [`render`] is a function of it alone. There is no clock, no randomness and no font of the
//! machine in it, so the same document gives the same bytes for ever (until the program is given another version of the
//! libraries below, which is why a document that was signed is kept as bytes).
//!
//! Text is text: no character of it is markup, and characters that change how others are read (controls, directions,
//! private use) are refused. [`plain`] makes any text acceptable.
//!
//! Setting goes in three steps: `text` breaks texts into lines of glyphs, `flow` and `table` place the lines on pages
//! and note what belongs to which element of the document's structure, `paint` writes the pages down once their number
//! is known.
//!
//! To add a kind of block, add it to [`Block`] and `check` (its limits), to `flow` (its lines) and to `structure` (its
//! tag).

#![expect(clippy::float_arithmetic, reason = "places on a page are no money")]

mod document;
mod flow;
mod fonts;
mod page;
mod paint;
mod structure;
mod table;
mod text;

use thiserror::Error;

use crate::flow::Flow;

pub use document::{Alignment, Banner, Block, Column, Document, Level, Table};
pub use fonts::plain;
pub use kernel::Language;

pub const BLOCKS_MAX: usize = 5_000;
/// The most rows of all tables of a document.
pub const ROWS_MAX: usize = 20_000;
pub const COLUMNS_MAX: usize = 12;
pub const CHARACTERS_MAX: usize = 2_000_000;
/// The most characters of one paragraph or cell.
pub const TEXT_CHARACTERS_MAX: usize = 20_000;
/// The most characters of a heading, a title, a caption and the like.
pub const NAME_CHARACTERS_MAX: usize = 512;
/// The most characters of one side of a header or footer.
pub const BANNER_CHARACTERS_MAX: usize = 80;
pub const PAGES_MAX: usize = 1_000;

/// The document as PDF/A-2a. Takes some milliseconds of arithmetic, more for hundreds of pages.
pub fn render(document: &Document) -> Result<Vec<u8>, PdfError> {
    document::check(document)?;
    let mut flow = Flow::new();
    for block in &document.blocks {
        match block {
            Block::Heading(level, text) => flow.heading(*level, text)?,
            Block::Paragraph(text) => flow.paragraph(text)?,
            Block::Table(table) => table::set(&mut flow, table)?,
        }
    }
    paint::paint(document, flow)
}

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
