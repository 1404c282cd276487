//! Places the blocks of a document on pages, one kind after the other.

use crate::document::{Alignment, Block, Document, Level, Paragraph, Weight};
use crate::flow::{Flow, Heading, Thing, height_of};
use crate::page::{self, LEFT, TEXT_WIDTH, TOP};
use crate::structure::Role;
use crate::{PdfError, table};

/// The text that stays with a heading at the end of a page: some lines.
const KEPT_WITH_HEADING: f32 = 60.0;
/// Between blocks.
const GAP: f32 = 6.0;
/// The distance from an item's dash to its text.
const ITEM_INDENT: f32 = 14.0;
const DASH: &str = "–";

/// Places all blocks of a document on pages.
pub(crate) fn set(document: &Document) -> Result<Flow, PdfError> {
    let mut flow = Flow::new();
    for block in &document.blocks {
        match block {
            Block::Heading(level, text) => flow.heading(*level, text)?,
            Block::Paragraph(paragraph) => flow.paragraph(paragraph)?,
            Block::List(items) => flow.list(items)?,
            Block::Table(table) => table::set(&mut flow, table)?,
            Block::PageBreak if flow.y > TOP => flow.new_page()?,
            Block::PageBreak => {}
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
        self.lines(lines, LEFT, TEXT_WIDTH, Alignment::Start, element)?;
        self.gap(GAP / 2.0);
        Ok(())
    }

    fn paragraph(&mut self, paragraph: &Paragraph) -> Result<(), PdfError> {
        let style = match paragraph.weight {
            Weight::Normal => page::TEXT,
            Weight::Strong => page::STRONG,
            Weight::Small => page::SMALL,
        };
        let element = self.structure.add(Role::Paragraph, None);
        let lines = self.typesetter.lines(&paragraph.text, style, TEXT_WIDTH);
        self.lines(lines, LEFT, TEXT_WIDTH, paragraph.alignment, element)?;
        self.gap(GAP);
        Ok(())
    }

    fn list(&mut self, items: &[String]) -> Result<(), PdfError> {
        let list = self.structure.add(Role::List, None);
        for text in items {
            let item = self.structure.add(Role::Item, Some(list));
            let lines = self.typesetter.lines(text, page::TEXT, TEXT_WIDTH - ITEM_INDENT);
            self.keep(height_of(&lines[..lines.len().min(2)]))?;
            let label = self.structure.add(Role::Label, Some(item));
            let y = self.y;
            for dash in self.typesetter.lines(DASH, page::TEXT, ITEM_INDENT) {
                self.place(LEFT, y, Thing::Text(dash, label));
            }
            let body = self.structure.add(Role::Body, Some(item));
            self.lines(lines, LEFT + ITEM_INDENT, TEXT_WIDTH - ITEM_INDENT, Alignment::Start, body)?;
            self.gap(GAP / 3.0);
        }
        self.gap(GAP / 2.0);
        Ok(())
    }
}
