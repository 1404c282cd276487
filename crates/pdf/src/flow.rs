//! Places lines on pages, from the first to the last.

use crate::document::{Alignment, Level};
use crate::page::{self, BOTTOM, Ink, LEFT, Style, TEXT_WIDTH, TOP};
use crate::structure::{ElementId, Role, Structure};
use crate::text::{Line, Typesetter};
use crate::{PAGES_MAX, PdfError};

/// The pages of a document with everything placed on them.
pub(crate) struct Flow {
    pub(crate) typesetter: Typesetter,
    pub(crate) structure: Structure,
    pub(crate) pages: Vec<Vec<Placed>>,
    pub(crate) headings: Vec<Heading>,
    /// The height at which the next thing goes.
    pub(crate) y: f32,
}

/// The position of a heading, for the table of contents that readers show.
pub(crate) struct Heading {
    pub(crate) level: Level,
    pub(crate) text: String,
    pub(crate) page: usize,
    pub(crate) y: f32,
}

pub(crate) struct Placed {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) thing: Thing,
}

pub(crate) enum Thing {
    /// A line that is read as part of the element.
    Text(Line, ElementId),
    /// A line that repeats an earlier one, such as a table's header.
    Repeated(Line),
    Area {
        width: f32,
        height: f32,
        ink: Ink,
    },
}

impl Flow {
    pub(crate) fn new() -> Self {
        Self {
            typesetter: Typesetter::new(),
            structure: Structure::default(),
            pages: vec![Vec::new()],
            headings: Vec::new(),
            y: TOP,
        }
    }

    /// Places lines below each other, on as many pages as they need. Neither the first nor the last of several lines
    /// stands alone on a page.
    pub(crate) fn lines(&mut self, lines: Vec<Line>, element: ElementId) -> Result<(), PdfError> {
        let count = lines.len();
        let height = lines.first().map_or(0.0, |line| line.height);
        for (index, line) in lines.into_iter().enumerate() {
            let is_first_of_several = index == 0 && count > 1;
            let is_second_last_of_many = count > 3 && index + 2 == count;
            let kept = if is_first_of_several || is_second_last_of_many { height * 2.0 } else { height };
            self.keep(kept)?;
            let (y, height) = (self.y, line.height);
            self.place(LEFT, y, Thing::Text(line, element));
            self.y += height;
        }
        Ok(())
    }

    /// Begins a new page unless `height` is left on this one.
    pub(crate) fn keep(&mut self, height: f32) -> Result<(), PdfError> {
        if self.y + height > BOTTOM && self.y > TOP { self.new_page() } else { Ok(()) }
    }

    /// Leaves room, but none at the top of a page.
    pub(crate) fn gap(&mut self, height: f32) {
        if self.y > TOP {
            self.y += height;
        }
    }

    pub(crate) fn new_page(&mut self) -> Result<(), PdfError> {
        if self.pages.len() == PAGES_MAX {
            return Err(PdfError::TooMany { what: "pages", most: PAGES_MAX });
        }
        self.pages.push(Vec::new());
        self.y = TOP;
        Ok(())
    }

    pub(crate) fn place(&mut self, x: f32, y: f32, thing: Thing) {
        if let Some(page) = self.pages.last_mut() {
            page.push(Placed { x, y, thing });
        }
    }
}

/// Computes the distance of a line from the left of a column of this width.
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

pub(crate) const fn cell_style(is_header: bool) -> Style {
    if is_header { page::CELL_STRONG } else { page::CELL }
}

/// The text that stays with a heading at the end of a page: some lines.
const KEPT_WITH_HEADING: f32 = 60.0;
/// Between blocks.
const GAP: f32 = 6.0;

impl Flow {
    pub(crate) fn heading(&mut self, level: Level, text: &str) -> Result<(), PdfError> {
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

    pub(crate) fn paragraph(&mut self, text: &str) -> Result<(), PdfError> {
        let element = self.structure.add(Role::Paragraph, None);
        let lines = self.typesetter.lines(text, page::TEXT, TEXT_WIDTH);
        self.lines(lines, element)?;
        self.gap(GAP);
        Ok(())
    }
}
