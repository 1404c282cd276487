//! Places lines on pages, from the first to the last.

use crate::document::{Alignment, Block, Document, Level, Paragraph, Weight};
use crate::page::{self, BOTTOM, Ink, LEFT, Style, TEXT_WIDTH, TOP};
use crate::structure::{ElementId, Role, Structure};
use crate::table;
use crate::text::{Line, Typesetter};
use crate::{Fault, PAGES_MAX};

/// What stays with a heading at the end of a page: some lines of text.
const KEPT_WITH_HEADING: f32 = 60.0;
/// Between blocks.
const GAP: f32 = 6.0;
/// Where the text of an item begins behind its dash.
const ITEM_INDENT: f32 = 14.0;
const DASH: &str = "–";

/// The pages of a document with what stands on them.
pub(crate) struct Flow {
    pub(crate) typesetter: Typesetter,
    pub(crate) structure: Structure,
    pub(crate) pages: Vec<Vec<Placed>>,
    pub(crate) headings: Vec<Heading>,
    /// Where the next thing goes.
    pub(crate) y: f32,
}

/// Where a heading stands, for the table of contents that readers show.
pub(crate) struct Heading {
    pub(crate) level: Level,
    pub(crate) text: String,
    pub(crate) page: usize,
    pub(crate) y: f32,
}

/// Something with its place.
pub(crate) struct Placed {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) thing: Thing,
}

pub(crate) enum Thing {
    /// A line that is read as part of the element.
    Text(Line, ElementId),
    /// A line that says again what was said before.
    Repeated(Line),
    /// A rectangle to look at.
    Area { width: f32, height: f32, ink: Ink },
}

pub(crate) fn set(document: &Document) -> Result<Flow, Fault> {
    let mut flow = Flow {
        typesetter: Typesetter::new(),
        structure: Structure::default(),
        pages: vec![Vec::new()],
        headings: Vec::new(),
        y: TOP,
    };
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
    fn heading(&mut self, level: Level, text: &str) -> Result<(), Fault> {
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

    fn paragraph(&mut self, paragraph: &Paragraph) -> Result<(), Fault> {
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

    fn list(&mut self, items: &[String]) -> Result<(), Fault> {
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

    /// Places lines below each other, on as many pages as they need. Neither the first nor the last of several lines
    /// stands alone on a page.
    fn lines(
        &mut self,
        lines: Vec<Line>,
        x: f32,
        width: f32,
        alignment: Alignment,
        element: ElementId,
    ) -> Result<(), Fault> {
        let count = lines.len();
        let height = lines.first().map_or(0.0, |line| line.height);
        for (index, line) in lines.into_iter().enumerate() {
            let is_first_of_several = index == 0 && count > 1;
            let is_second_last_of_many = count > 3 && index + 2 == count;
            let kept = if is_first_of_several || is_second_last_of_many { height * 2.0 } else { height };
            self.keep(kept)?;
            let (y, height) = (self.y, line.height);
            self.place(x + indent(&line, width, alignment), y, Thing::Text(line, element));
            self.y += height;
        }
        Ok(())
    }

    /// Begins a new page unless `height` is left on this one.
    pub(crate) fn keep(&mut self, height: f32) -> Result<(), Fault> {
        if self.y + height > BOTTOM && self.y > TOP { self.new_page() } else { Ok(()) }
    }

    /// Leaves room, but none at the top of a page.
    pub(crate) fn gap(&mut self, height: f32) {
        if self.y > TOP {
            self.y += height;
        }
    }

    pub(crate) fn new_page(&mut self) -> Result<(), Fault> {
        if self.pages.len() == PAGES_MAX {
            return Err(Fault::TooMany { what: "pages", most: PAGES_MAX });
        }
        self.pages.push(Vec::new());
        self.y = TOP;
        Ok(())
    }

    /// Puts something on the last page.
    pub(crate) fn place(&mut self, x: f32, y: f32, thing: Thing) {
        if let Some(page) = self.pages.last_mut() {
            page.push(Placed { x, y, thing });
        }
    }
}

/// How far from the left a line stands in a column of this width.
pub(crate) fn indent(line: &Line, width: f32, alignment: Alignment) -> f32 {
    match alignment {
        Alignment::Start => 0.0,
        Alignment::Center => ((width - line.width) / 2.0).max(0.0),
        Alignment::End => (width - line.width).max(0.0),
    }
}

pub(crate) fn height_of(lines: &[Line]) -> f32 {
    lines.iter().map(|line| line.height).sum()
}

/// The style of a cell.
pub(crate) const fn cell_style(is_header: bool) -> Style {
    if is_header { page::CELL_STRONG } else { page::CELL }
}
