//! Tables: a row stays whole where a page has room for it, and is broken between lines where none has.

use crate::Fault;
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

/// A column with its place.
struct Place {
    x: f32,
    width: f32,
    alignment: Alignment,
}

impl Place {
    const fn text_width(&self) -> f32 {
        self.width - 2.0 * PADDING_X
    }
}

/// A cell that is being placed.
struct Cell {
    /// The lines that are left.
    lines: std::collections::VecDeque<Line>,
    /// Nothing for a header that stands there again.
    element: Option<ElementId>,
}

pub(crate) fn set(flow: &mut Flow, table: &Table) -> Result<(), Fault> {
    let places = places(table)?;
    let element = flow.structure.add(Role::Table, None);
    flow.gap(GAP / 2.0);
    let header_height = header_height(flow, table, &places);
    caption(flow, table, element, header_height)?;
    if table.has_header() {
        flow.keep(header_height * 2.0)?;
        let head = flow.structure.add(Role::Head, Some(element));
        header(flow, table, &places, Some(head));
    } else {
        rule(flow);
    }
    let body = flow.structure.add(Role::Rows, Some(element));
    for row in &table.rows {
        let cells = cells(flow, table, row, &places, body);
        self::row(flow, table, cells, &places, header_height)?;
    }
    flow.gap(GAP);
    Ok(())
}

fn places(table: &Table) -> Result<Vec<Place>, Fault> {
    let shares: f32 = table.columns.iter().map(|column| f32::from(column.width)).sum();
    let mut x = LEFT;
    let mut places = Vec::with_capacity(table.columns.len());
    for column in &table.columns {
        let width = TEXT_WIDTH * f32::from(column.width) / shares;
        places.push(Place { x, width, alignment: column.alignment });
        x += width;
    }
    let is_narrow = places.iter().any(|place| place.text_width() < TEXT_WIDTH_MIN);
    if is_narrow { Err(Fault::NarrowColumn) } else { Ok(places) }
}

/// The caption stays with the header.
fn caption(flow: &mut Flow, table: &Table, element: ElementId, header_height: f32) -> Result<(), Fault> {
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

fn header_lines(flow: &mut Flow, table: &Table, places: &[Place]) -> Vec<Vec<Line>> {
    let columns = table.columns.iter().zip(places);
    columns
        .map(|(column, place)| flow.typesetter.lines(&column.title, cell_style(true), place.text_width()))
        .collect()
}

/// How high the header row is; nothing without one.
fn header_height(flow: &mut Flow, table: &Table, places: &[Place]) -> f32 {
    if !table.has_header() {
        return 0.0;
    }
    let cells = header_lines(flow, table, places);
    cells.iter().map(|lines| height_of(lines)).fold(0.0, f32::max) + 2.0 * PADDING_Y
}

/// Places the header row, as part of the structure or again.
fn header(flow: &mut Flow, table: &Table, places: &[Place], head: Option<ElementId>) {
    let row = head.map(|head| flow.structure.add(Role::Row, Some(head)));
    let cells: Vec<Vec<Line>> = header_lines(flow, table, places);
    let height = cells.iter().map(|lines| height_of(lines)).fold(0.0, f32::max) + 2.0 * PADDING_Y;
    let top = flow.y;
    flow.place(LEFT, top, Thing::Area { width: TEXT_WIDTH, height, ink: Ink::Shade });
    for (lines, place) in cells.into_iter().zip(places) {
        let element = row.map(|row| flow.structure.add(Role::ColumnHeader, Some(row)));
        let mut y = top + PADDING_Y;
        for line in lines {
            let height = line.height;
            cell_line(flow, line, place, y, element);
            y += height;
        }
    }
    flow.y = top + height;
    rule(flow);
}

fn cells(flow: &mut Flow, table: &Table, row: &[String], places: &[Place], body: ElementId) -> Vec<Cell> {
    let element = flow.structure.add(Role::Row, Some(body));
    let mut cells = Vec::with_capacity(row.len());
    for (index, (text, place)) in row.iter().zip(places).enumerate() {
        let names_row = index == 0 && !table.has_header();
        let role = if names_row { Role::RowHeader } else { Role::Cell };
        let lines = flow.typesetter.lines(text, cell_style(names_row), place.text_width()).into();
        cells.push(Cell { lines, element: Some(flow.structure.add(role, Some(element))) });
    }
    cells
}

/// Places a row on this page, on the next, or on as many as it needs.
fn row(
    flow: &mut Flow,
    table: &Table,
    mut cells: Vec<Cell>,
    places: &[Place],
    header_height: f32,
) -> Result<(), Fault> {
    let height = cells.iter().map(|cell| cell.lines.iter().map(|line| line.height).sum()).fold(0.0, f32::max)
        + 2.0 * PADDING_Y;
    let page_height = BOTTOM - TOP - header_height;
    if flow.y + height > BOTTOM && height <= page_height {
        next_page(flow, table, places)?;
    }
    loop {
        let top = flow.y;
        let room = BOTTOM - top - 2.0 * PADDING_Y;
        let mut used: f32 = 0.0;
        for (cell, place) in cells.iter_mut().zip(places) {
            used = used.max(lines_of_cell(flow, cell, place, room));
        }
        if used > 0.0 {
            flow.y = top + used + 2.0 * PADDING_Y;
            rule(flow);
        }
        if cells.iter().all(|cell| cell.lines.is_empty()) {
            return Ok(());
        }
        next_page(flow, table, places)?;
    }
}

/// Places as many lines of the cell as there is room for; the height they take.
fn lines_of_cell(flow: &mut Flow, cell: &mut Cell, place: &Place, room: f32) -> f32 {
    let (top, mut used) = (flow.y + PADDING_Y, 0.0);
    while let Some(line) = cell.lines.pop_front_if(|line| used + line.height <= room) {
        let height = line.height;
        cell_line(flow, line, place, top + used, cell.element);
        used += height;
    }
    used
}

fn cell_line(flow: &mut Flow, line: Line, place: &Place, y: f32, element: Option<ElementId>) {
    let x = place.x + PADDING_X + indent(&line, place.text_width(), place.alignment);
    let thing = match element {
        Some(element) => Thing::Text(line, element),
        None => Thing::Repeated(line),
    };
    flow.place(x, y, thing);
}

fn next_page(flow: &mut Flow, table: &Table, places: &[Place]) -> Result<(), Fault> {
    flow.new_page()?;
    if table.has_header() {
        header(flow, table, places, None);
    } else {
        rule(flow);
    }
    Ok(())
}

/// A thin line below what was placed last.
fn rule(flow: &mut Flow) {
    let y = flow.y;
    flow.place(LEFT, y, Thing::Area { width: TEXT_WIDTH, height: HAIRLINE, ink: Ink::Line });
}
