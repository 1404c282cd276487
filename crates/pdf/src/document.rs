//! The document as a value, and its limits, which are checked before any work is done.

use kernel::{Instant, Language};

use crate::{
    BANNER_CHARACTERS_MAX, BLOCKS_MAX, CHARACTERS_MAX, COLUMNS_MAX, NAME_CHARACTERS_MAX, PdfError, ROWS_MAX,
    TEXT_CHARACTERS_MAX, fonts,
};

/// A document. Everything it says comes from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The title, shown by readers in place of the file's name; not empty.
    pub title: String,
    /// The author: the bank; not empty.
    pub author: String,
    /// The subject, in a sentence; may be empty.
    pub subject: String,
    /// The document's own name among all others, such as a UUID; not empty. It goes into the identifiers of the file.
    pub identifier: String,
    pub language: Language,
    /// Time of its making, as the document says; the years 1 to 9999, in whole seconds.
    pub created_at: Instant,
    pub header: Banner,
    /// Stands below every page, with the number of the page between its sides.
    pub footer: Banner,
    /// The content, from the first to the last.
    pub blocks: Vec<Block>,
}

/// A line outside of the text, on every page; each side at most
/// [`BANNER_CHARACTERS_MAX`](crate::BANNER_CHARACTERS_MAX).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Banner {
    pub left: String,
    pub right: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading; stays on the page of the next block.
    Heading(Level, String),
    /// A paragraph; a line feed in its text begins a new line.
    Paragraph(String),
    Table(Table),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    One,
    /// Of a part.
    Two,
    /// Of a part of a part.
    Three,
}

/// The alignment of lines in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    Start,
    Center,
    /// At the right: sums.
    End,
}

/// A table as wide as the page. Its header row stands again on every page that it goes on to. When no column has a
/// title, it has no header row, and the first cell of each row names the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub caption: Option<String>,
    /// The columns, one to [`COLUMNS_MAX`](crate::COLUMNS_MAX).
    pub columns: Vec<Column>,
    /// The rows, each with as many cells as there are columns. A line feed in a cell begins a new line.
    pub rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub title: String,
    /// Its share of the table's width beside the shares of the others, at least 1.
    pub width: u16,
    pub alignment: Alignment,
}

impl Block {
    pub fn heading(level: Level, text: impl Into<String>) -> Self {
        Self::Heading(level, text.into())
    }

    pub fn paragraph(text: impl Into<String>) -> Self {
        Self::Paragraph(text.into())
    }
}

impl Table {
    /// Names and their values, without a header row.
    pub fn facts(facts: Vec<(String, String)>) -> Self {
        let column = |width| Column { title: String::new(), width, alignment: Alignment::Start };
        let rows = facts.into_iter().map(|(name, value)| vec![name, value]).collect();
        Self { caption: None, columns: vec![column(2), column(3)], rows }
    }

    /// Tells whether a header row stands above the rows; otherwise the first cell of each row names it.
    pub(crate) fn has_header(&self) -> bool {
        self.columns.iter().any(|column| !column.title.is_empty())
    }
}

#[derive(Default)]
struct Count {
    blocks: usize,
    rows: usize,
    characters: usize,
}

pub(crate) fn check(document: &Document) -> Result<(), PdfError> {
    let mut count = Count::default();
    let names =
        [("title", &document.title), ("author", &document.author), ("identifier", &document.identifier)];
    for (what, name) in names {
        if name.is_empty() {
            return Err(PdfError::Missing { what });
        }
        count.text(name, NAME_CHARACTERS_MAX)?;
    }
    count.text(&document.subject, NAME_CHARACTERS_MAX)?;
    for banner in [&document.header, &document.footer] {
        count.text(&banner.left, BANNER_CHARACTERS_MAX)?;
        count.text(&banner.right, BANNER_CHARACTERS_MAX)?;
    }
    for block in &document.blocks {
        count.block(block)?;
    }
    Ok(())
}

impl Count {
    fn block(&mut self, block: &Block) -> Result<(), PdfError> {
        self.blocks += 1;
        within(self.blocks, "blocks", BLOCKS_MAX)?;
        match block {
            Block::Heading(_, text) if text.is_empty() => {
                Err(PdfError::Missing { what: "text in a heading" })
            }
            Block::Heading(_, text) => self.text(text, NAME_CHARACTERS_MAX),
            Block::Paragraph(text) => self.text(text, TEXT_CHARACTERS_MAX),
            Block::Table(table) => self.table(table),
        }
    }

    fn table(&mut self, table: &Table) -> Result<(), PdfError> {
        let columns = table.columns.len();
        if columns == 0 {
            return Err(PdfError::Missing { what: "column in a table" });
        }
        within(columns, "columns in a table", COLUMNS_MAX)?;
        if table.columns.iter().any(|column| column.width == 0) {
            return Err(PdfError::NarrowColumn);
        }
        self.text(table.caption.as_deref().unwrap_or_default(), NAME_CHARACTERS_MAX)?;
        for column in &table.columns {
            self.text(&column.title, NAME_CHARACTERS_MAX)?;
        }
        self.rows += table.rows.len();
        within(self.rows, "rows", ROWS_MAX)?;
        for row in &table.rows {
            if row.len() != columns {
                return Err(PdfError::UnevenRow { cells: row.len(), columns });
            }
            for cell in row {
                self.text(cell, TEXT_CHARACTERS_MAX)?;
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str, most: usize) -> Result<(), PdfError> {
        let characters = text.chars().count();
        within(characters, "characters in a text", most)?;
        self.characters += characters;
        within(self.characters, "characters", CHARACTERS_MAX)?;
        fonts::unfit(text).map_or(Ok(()), |character| Err(PdfError::Character { character }))
    }
}

fn within(number: usize, what: &'static str, most: usize) -> Result<(), PdfError> {
    if number > most { Err(PdfError::TooMany { what, most }) } else { Ok(()) }
}
