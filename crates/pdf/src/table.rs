//! Tables: a row stays whole where a page has room for it, else it is broken between lines.

use crate::PdfError;
use crate::document::{Alignment, Table};
use crate::flow::{Flow, Thing, cell_style, height_of, indent};
use crate::page::{self, BOTTOM, HAIRLINE, Ink, LEFT, TEXT_WIDTH, TOP};
use crate::structure::{ElementId, Role};
use crate::text::Line;

/// Between a cell's edge and its text.
const PADDING_X: f32 = 4.0;
const PADDING_Y: f32 = 3.0;
/// The least room for the text of a cell: a few digits.
const TEXT_WIDTH_MIN: f32 = 18.0;
/// Above and below a table.
const GAP: f32 = 8.0;

struct Span {
    x: f32,
    width: f32,
    alignment: Alignment,
}

impl Span {
    const fn text_width(&self) -> f32 {
        self.width - 2.0 * PADDING_X
    }
}

struct Cell {
    lines: std::collections::VecDeque<Line>,
    /// Nothing for a header that is there again.
    element: Option<ElementId>,
}

pub(crate) fn set(flow: &mut Flow, table: &Table) -> Result<(), PdfError> {
    let spans = spans(table)?;
    let element = flow.structure.add(Role::Table, None);
    flow.gap(GAP / 2.0);
    let header_height = header_height(flow, table, &spans);
    caption(flow, table, element, header_height)?;
    if table.has_header() {
        flow.keep(header_height * 2.0)?;
        let head = flow.structure.add(Role::Head, Some(element));
        header(flow, table, &spans, Some(head));
    } else {
        rule(flow);
    }
    let body = flow.structure.add(Role::Rows, Some(element));
    for row in &table.rows {
        let cells = cells(flow, table, row, &spans, body);
        self::row(flow, table, cells, &spans, header_height)?;
    }
    flow.gap(GAP);
    Ok(())
}

fn spans(table: &Table) -> Result<Vec<Span>, PdfError> {
    let shares: f32 = table.columns.iter().map(|column| f32::from(column.width)).sum();
    let mut x = LEFT;
    let mut spans = Vec::with_capacity(table.columns.len());
    for column in &table.columns {
        let width = TEXT_WIDTH * f32::from(column.width) / shares;
        spans.push(Span { x, width, alignment: column.alignment });
        x += width;
    }
    let is_narrow = spans.iter().any(|span| span.text_width() < TEXT_WIDTH_MIN);
    if is_narrow { Err(PdfError::NarrowColumn) } else { Ok(spans) }
}

/// The caption stays with the header.
fn caption(flow: &mut Flow, table: &Table, element: ElementId, header_height: f32) -> Result<(), PdfError> {
    let Some(caption) = table.caption.as_deref().filter(|caption| !caption.is_empty()) else {
        return Ok(());
    };
    let lines = flow.typesetter.lines(caption, page::STRONG, TEXT_WIDTH);
    flow.keep(height_of(&lines) + header_height * 2.0)?;
    let caption = flow.structure.add(Role::Caption, Some(element));
    for line in lines {
        let (y, height) = (flow.y, line.height);
        flow.place(LEFT, y, Thing::Text(line, caption));
        flow.y += height;
    }
    flow.y += GAP / 4.0;
    Ok(())
}

fn header_lines(flow: &mut Flow, table: &Table, spans: &[Span]) -> Vec<Vec<Line>> {
    let columns = table.columns.iter().zip(spans);
    columns
        .map(|(column, span)| flow.typesetter.lines(&column.title, cell_style(true), span.text_width()))
        .collect()
}

/// Computes the height of the header row; 0 without one.
fn header_height(flow: &mut Flow, table: &Table, spans: &[Span]) -> f32 {
    if !table.has_header() {
        return 0.0;
    }
    let cells = header_lines(flow, table, spans);
    cells.iter().map(|lines| height_of(lines)).fold(0.0, f32::max) + 2.0 * PADDING_Y
}

/// Places the header row, as part of the structure or again.
fn header(flow: &mut Flow, table: &Table, spans: &[Span], head: Option<ElementId>) {
    let row = head.map(|head| flow.structure.add(Role::Row, Some(head)));
    let cells: Vec<Vec<Line>> = header_lines(flow, table, spans);
    let height = cells.iter().map(|lines| height_of(lines)).fold(0.0, f32::max) + 2.0 * PADDING_Y;
    let top = flow.y;
    flow.place(LEFT, top, Thing::Area { width: TEXT_WIDTH, height, ink: Ink::Shade });
    for (lines, span) in cells.into_iter().zip(spans) {
        let element = row.map(|row| flow.structure.add(Role::ColumnHeader, Some(row)));
        let mut y = top + PADDING_Y;
        for line in lines {
            let height = line.height;
            cell_line(flow, line, span, y, element);
            y += height;
        }
    }
    flow.y = top + height;
    rule(flow);
}

fn cells(flow: &mut Flow, table: &Table, row: &[String], spans: &[Span], body: ElementId) -> Vec<Cell> {
    let element = flow.structure.add(Role::Row, Some(body));
    let mut cells = Vec::with_capacity(row.len());
    for (index, (text, span)) in row.iter().zip(spans).enumerate() {
        let names_row = index == 0 && !table.has_header();
        let role = if names_row { Role::RowHeader } else { Role::Cell };
        let lines = flow.typesetter.lines(text, cell_style(names_row), span.text_width()).into();
        cells.push(Cell { lines, element: Some(flow.structure.add(role, Some(element))) });
    }
    cells
}

/// Places a row on this page, on the next, or on as many as it needs.
fn row(
    flow: &mut Flow,
    table: &Table,
    mut cells: Vec<Cell>,
    spans: &[Span],
    header_height: f32,
) -> Result<(), PdfError> {
    let height = cells.iter().map(|cell| cell.lines.iter().map(|line| line.height).sum()).fold(0.0, f32::max)
        + 2.0 * PADDING_Y;
    let page_height = BOTTOM - TOP - header_height;
    if flow.y + height > BOTTOM && height <= page_height {
        next_page(flow, table, spans)?;
    }
    loop {
        let top = flow.y;
        let room = BOTTOM - top - 2.0 * PADDING_Y;
        let mut used: f32 = 0.0;
        for (cell, span) in cells.iter_mut().zip(spans) {
            used = used.max(lines_of_cell(flow, cell, span, room));
        }
        if used > 0.0 {
            flow.y = top + used + 2.0 * PADDING_Y;
            rule(flow);
        }
        if cells.iter().all(|cell| cell.lines.is_empty()) {
            return Ok(());
        }
        next_page(flow, table, spans)?;
    }
}

/// Places as many lines of the cell as there is room for; the height they take.
fn lines_of_cell(flow: &mut Flow, cell: &mut Cell, span: &Span, room: f32) -> f32 {
    let (top, mut used) = (flow.y + PADDING_Y, 0.0);
    while let Some(line) = cell.lines.pop_front_if(|line| used + line.height <= room) {
        let height = line.height;
        cell_line(flow, line, span, top + used, cell.element);
        used += height;
    }
    used
}

fn cell_line(flow: &mut Flow, line: Line, span: &Span, y: f32, element: Option<ElementId>) {
    let x = span.x + PADDING_X + indent(&line, span.text_width(), span.alignment);
    let thing = match element {
        Some(element) => Thing::Text(line, element),
        None => Thing::Repeated(line),
    };
    flow.place(x, y, thing);
}

fn next_page(flow: &mut Flow, table: &Table, spans: &[Span]) -> Result<(), PdfError> {
    flow.new_page()?;
    if table.has_header() {
        header(flow, table, spans, None);
    } else {
        rule(flow);
    }
    Ok(())
}

/// Draws a thin line below the last placed thing.
fn rule(flow: &mut Flow) {
    let y = flow.y;
    flow.place(LEFT, y, Thing::Area { width: TEXT_WIDTH, height: HAIRLINE, ink: Ink::Line });
}
