//! Writes the pages down.

use krilla::SerializeSettings;
use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::{DateTime, Metadata, TextDirection};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};
use krilla::text::Font;

use crate::document::{Alignment, Document, Level};
use crate::flow::{Flow, Heading, Placed, Thing, indent};
use crate::fonts::{self, Face};
use crate::page::{self, FOOTER_TOP, HEADER_TOP, HEIGHT, Ink, LEFT, TEXT_WIDTH, WIDTH};
use crate::structure::Structure;
use crate::text::{Line, Typesetter};
use crate::{Language, PdfError};

/// The producer in the file's metadata. No version: a build that sets the same pages writes the same bytes.
const PRODUCER: &str = "clientbank";
/// Shares of the footer's width for its sides; the number of the page is between them.
const FOOTER_SIDE: f32 = 0.36;
/// Shares of the header's width.
const HEADER_SIDE: f32 = 0.48;

pub(crate) fn paint(document: &Document, flow: Flow) -> Result<Vec<u8>, PdfError> {
    let Flow { mut typesetter, structure, pages, headings, .. } = flow;
    let unwritten = |reason: String| PdfError::Unwritten(reason);
    let font = |face| fonts::embedded(face).ok_or_else(|| unwritten("a font cannot be read".to_owned()));
    let (regular, bold) = (font(Face::Regular)?, font(Face::Bold)?);
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_A)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| unwritten(format!("{error:?}")))?;
    let settings = SerializeSettings { configuration, enable_tagging: true, ..SerializeSettings::default() };
    let mut file = krilla::Document::new_with(settings);
    file.set_metadata(metadata(document));
    let mut painter = Painter { regular, bold, structure };
    let count = pages.len();
    for (index, placed) in pages.into_iter().enumerate() {
        let size = PageSettings::from_wh(WIDTH, HEIGHT);
        let size = size.ok_or_else(|| unwritten("the page has no size".to_owned()))?;
        let mut page = file.start_page_with(size);
        let mut surface = page.surface();
        painter.banners(&mut surface, &mut typesetter, document, (index + 1, count));
        for one in placed {
            painter.placed(&mut surface, one);
        }
        surface.finish();
        page.finish();
    }
    file.set_outline(outline(document, headings));
    file.set_tag_tree(painter.structure.into_tree(document.language.tag()));
    file.finish().map_err(|error| unwritten(format!("{error:?}")))
}

struct Painter {
    regular: Font,
    bold: Font,
    structure: Structure,
}

impl Painter {
    /// Header, footer and the number of the page.
    fn banners(
        &self,
        surface: &mut Surface<'_>,
        typesetter: &mut Typesetter,
        document: &Document,
        (page, pages): (usize, usize),
    ) {
        let number = match document.language {
            Language::Russian => format!("Страница {page} из {pages}"),
            Language::English => format!("Page {page} of {pages}"),
        };
        let (header, footer) = (&document.header, &document.footer);
        for (kind, text, y, share, alignment) in [
            (ArtifactType::Header, &header.left, HEADER_TOP, HEADER_SIDE, Alignment::Start),
            (ArtifactType::Header, &header.right, HEADER_TOP, HEADER_SIDE, Alignment::End),
            (ArtifactType::Footer, &footer.left, FOOTER_TOP, FOOTER_SIDE, Alignment::Start),
            (ArtifactType::Footer, &number, FOOTER_TOP, 1.0 - 2.0 * FOOTER_SIDE, Alignment::Center),
            (ArtifactType::Footer, &footer.right, FOOTER_TOP, FOOTER_SIDE, Alignment::End),
        ] {
            let width = TEXT_WIDTH * share;
            let x = match alignment {
                Alignment::Start => LEFT,
                Alignment::Center => LEFT + (TEXT_WIDTH - width) / 2.0,
                Alignment::End => LEFT + TEXT_WIDTH - width,
            };
            let mut top = y;
            surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(kind)));
            for line in typesetter.lines(text, page::BANNER, width) {
                self.line(surface, &line, x + indent(&line, width, alignment), top);
                top += line.height;
            }
            surface.end_tagged();
        }
    }

    fn placed(&mut self, surface: &mut Surface<'_>, Placed { x, y, thing }: Placed) {
        match thing {
            Thing::Text(line, element) => {
                let content = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
                self.line(surface, &line, x, y);
                surface.end_tagged();
                self.structure.painted(element, content);
            }
            Thing::Repeated(line) => {
                let again = Artifact::with_kind(ArtifactType::PaginationOther);
                surface.start_tagged(ContentTag::Artifact(again));
                self.line(surface, &line, x, y);
                surface.end_tagged();
            }
            Thing::Area { width, height, ink } => {
                surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)));
                let mut path = PathBuilder::new();
                if let Some(area) = Rect::from_xywh(x, y, width, height) {
                    path.push_rect(area);
                }
                if let Some(path) = path.finish() {
                    surface.set_fill(Some(fill(ink)));
                    surface.draw_path(&path);
                }
                surface.end_tagged();
            }
        }
    }

    fn line(&self, surface: &mut Surface<'_>, line: &Line, x: f32, y: f32) {
        let font = match line.style.face {
            Face::Regular => &self.regular,
            Face::Bold => &self.bold,
        };
        surface.set_fill(Some(fill(line.style.ink)));
        for run in &line.runs {
            let start = Point::from_xy(x + run.x, y + line.baseline);
            surface.draw_glyphs(start, &run.glyphs, font.clone(), &line.text, line.style.size, false);
        }
    }
}

fn fill(ink: Ink) -> Fill {
    let grey = |level| rgb::Color::new(level, level, level);
    let color = match ink {
        Ink::Black => grey(0x1a),
        Ink::Grey => grey(0x5a),
        Ink::Line => grey(0xb0),
        Ink::Shade => grey(0xee),
    };
    Fill { paint: color.into(), ..Fill::default() }
}

fn metadata(document: &Document) -> Metadata {
    let moment = document.created_at.to_timestamp().to_zoned(jiff::tz::TimeZone::UTC);
    let part = |number: i8| u8::try_from(number).unwrap_or_default();
    let created_at = DateTime::new(u16::try_from(moment.year()).unwrap_or_default())
        .month(part(moment.month()))
        .day(part(moment.day()))
        .hour(part(moment.hour()))
        .minute(part(moment.minute()))
        .second(part(moment.second()))
        .utc_offset_hour(0)
        .utc_offset_minute(0);
    Metadata::new()
        .title(document.title.clone())
        .authors(vec![document.author.clone()])
        .description(document.subject.clone())
        .language(document.language.tag().to_owned())
        .creator(PRODUCER.to_owned())
        .producer(PRODUCER.to_owned())
        .creation_date(created_at)
        .document_id(document.identifier.clone())
        .text_direction(TextDirection::LeftToRight)
}

/// The headings as a table of contents; the title where there is none.
fn outline(document: &Document, headings: Vec<Heading>) -> Outline {
    let mut outline = Outline::new();
    let mut open: Vec<(Level, OutlineNode)> = Vec::new();
    for heading in headings {
        while open.last().is_some_and(|(level, _)| *level >= heading.level) {
            close(&mut open, &mut outline);
        }
        let place = XyzDestination::new(heading.page, Point::from_xy(0.0, heading.y));
        open.push((heading.level, OutlineNode::new(heading.text, place)));
    }
    if open.is_empty() {
        let start = XyzDestination::new(0, Point::from_xy(0.0, 0.0));
        outline.push_child(OutlineNode::new(document.title.clone(), start));
    }
    while !open.is_empty() {
        close(&mut open, &mut outline);
    }
    outline
}

/// The last open entry goes to the one that it is in.
fn close(open: &mut Vec<(Level, OutlineNode)>, outline: &mut Outline) {
    let Some((_, node)) = open.pop() else { return };
    match open.last_mut() {
        Some((_, parent)) => parent.push_child(node),
        None => outline.push_child(node),
    }
}
