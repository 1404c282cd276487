//! Texts as lines of glyphs.

use krilla::text::{GlyphId, KrillaGlyph};
use parley::layout::{Layout, PositionedLayoutItem};
use parley::style::{FontFamily, FontWeight, LineHeight, OverflowWrap, StyleProperty};
use parley::{FontContext, LayoutContext};

use crate::fonts::{self, FAMILY, Face};
use crate::page::Style;

/// Each letter keeps its own glyph, so that a reader finds it again when it copies or searches. Kerning is off
/// because it also narrows the blank before letters such as A, so far that programs take two words for one.
const FEATURES: &str = "\"liga\" off, \"clig\" off, \"dlig\" off, \"calt\" off, \"kern\" off";

/// A line, ready to be placed.
#[derive(Debug)]
pub(crate) struct Line {
    /// The characters of the line; the glyphs say which they stand for.
    pub(crate) text: String,
    pub(crate) runs: Vec<Run>,
    pub(crate) style: Style,
    /// Without the blanks at its end, in points.
    pub(crate) width: f32,
    /// From the top of the line to the base of its letters.
    pub(crate) baseline: f32,
    /// The distance between the tops of two lines.
    pub(crate) height: f32,
}

#[derive(Debug)]
pub(crate) struct Run {
    /// From the beginning of the line.
    pub(crate) x: f32,
    pub(crate) glyphs: Vec<KrillaGlyph>,
}

/// Breaks texts into lines, keeping its working memory between them.
pub(crate) struct Typesetter {
    fonts: FontContext,
    layouts: LayoutContext<()>,
    layout: Layout<()>,
}

impl Typesetter {
    pub(crate) fn new() -> Self {
        Self { fonts: fonts::context(), layouts: LayoutContext::new(), layout: Layout::new() }
    }

    /// The lines of `text` in a column of `width` points, one at least. A word that is wider is broken.
    pub(crate) fn lines(&mut self, text: &str, style: Style, width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut parts = text.split('\n').peekable();
        while let Some(part) = parts.next() {
            // Without a blank, programs that read the text join the words at both sides of a line's end.
            let ends_with_blank = part.is_empty() || part.ends_with(' ') || parts.peek().is_none();
            let part = if ends_with_blank { part.to_owned() } else { format!("{part} ") };
            self.part(if part.is_empty() { " " } else { &part }, style, width, &mut lines);
        }
        lines
    }

    fn part(&mut self, text: &str, style: Style, width: f32, lines: &mut Vec<Line>) {
        let weight = match style.face {
            Face::Regular => FontWeight::NORMAL,
            Face::Bold => FontWeight::BOLD,
        };
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, text, 1.0, false);
        builder.push_default(StyleProperty::FontFamily(FontFamily::named(FAMILY)));
        builder.push_default(StyleProperty::FontWeight(weight));
        builder.push_default(StyleProperty::FontSize(style.size));
        builder.push_default(StyleProperty::FontFeatures(FEATURES.into()));
        builder.push_default(StyleProperty::LineHeight(LineHeight::FontSizeRelative(style.leading)));
        builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::Anywhere));
        builder.build_into(&mut self.layout, text);
        self.layout.break_all_lines(Some(width));
        lines.extend(self.layout.lines().map(|line| {
            let (range, metrics) = (line.text_range(), *line.metrics());
            let runs = line.items().filter_map(|item| match item {
                PositionedLayoutItem::GlyphRun(run) => {
                    Some(Run { x: run.offset(), glyphs: glyphs(&run, range.start, style.size) })
                }
                PositionedLayoutItem::InlineBox(_) => None,
            });
            Line {
                runs: runs.collect(),
                text: text.get(range.clone()).unwrap_or_default().to_owned(),
                style,
                width: metrics.advance - metrics.trailing_whitespace,
                baseline: metrics.baseline - metrics.block_min_coord,
                height: metrics.line_height,
            }
        }));
    }
}

/// The glyphs of a run, with the bytes of the line that each stands for; lengths in sizes of the letters.
fn glyphs(run: &parley::layout::GlyphRun<'_, ()>, line_start: usize, size: f32) -> Vec<KrillaGlyph> {
    let mut glyphs = Vec::new();
    for cluster in run.run().visual_clusters() {
        let bytes = cluster.text_range();
        let range = bytes.start.saturating_sub(line_start)..bytes.end.saturating_sub(line_start);
        glyphs.extend(cluster.glyphs().map(|glyph| {
            let (x, y) = (glyph.x / size, glyph.y / size);
            KrillaGlyph::new(GlyphId::new(glyph.id), glyph.advance / size, x, y, 0.0, range.clone(), None)
        }));
    }
    glyphs
}
