//! Places the blocks of a document on pages, one kind after the other.

use crate::document::{Block, Document, Level};
use crate::flow::{Flow, Heading, height_of};
use crate::page::{self, TEXT_WIDTH};
use crate::structure::Role;
use crate::{PdfError, table};

/// The text that stays with a heading at the end of a page: some lines.
const KEPT_WITH_HEADING: f32 = 60.0;
/// Between blocks.
const GAP: f32 = 6.0;

/// Places all blocks of a document on pages.
pub(crate) fn set(document: &Document) -> Result<Flow, PdfError> {
    let mut flow = Flow::new();
    for block in &document.blocks {
        match block {
            Block::Heading(level, text) => flow.heading(*level, text)?,
            Block::Paragraph(text) => flow.paragraph(text)?,
            Block::Table(table) => table::set(&mut flow, table)?,
        }
    }
    Ok(flow)
}

impl Flow {
    fn heading(&mut self, level: Level, text: &str) -> Result<(), PdfError> {
        let (style, before) = match level {
            Level::One => (page::HEADING_ONE, 12.0),
            Level::Two => (page::HEADING_TWO, 10.0),
            Level::Three => (page::HEADING_THREE, 8.0),
        };
        let lines = self.typesetter.lines(text, style, TEXT_WIDTH);
        self.gap(before);
        self.keep(height_of(&lines) + KEPT_WITH_HEADING)?;
        let (page, y, text) = (self.pages.len() - 1, self.y, text.to_owned());
        self.headings.push(Heading { level, text: text.replace('\n', " "), page, y });
        let element = self.structure.add(Role::Heading(level, text), None);
        self.lines(lines, element)?;
        self.gap(GAP / 2.0);
        Ok(())
    }

    fn paragraph(&mut self, text: &str) -> Result<(), PdfError> {
        let element = self.structure.add(Role::Paragraph, None);
        let lines = self.typesetter.lines(text, page::TEXT, TEXT_WIDTH);
        self.lines(lines, element)?;
        self.gap(GAP);
        Ok(())
    }
}
