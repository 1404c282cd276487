//! The limits of a document, checked before any work is done.

use crate::document::{Block, Document, Table};
use crate::fonts;
use crate::{
    BANNER_CHARACTERS_MAX, BLOCKS_MAX, CHARACTERS_MAX, COLUMNS_MAX, NAME_CHARACTERS_MAX, PdfError, ROWS_MAX,
    TEXT_CHARACTERS_MAX,
};

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
