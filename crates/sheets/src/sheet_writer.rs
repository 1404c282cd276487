//! XLSX that is written row by row: what is packed is handed on at once, so that a sheet of any length takes the memory
//! of a few rows. Cells have types: numbers can be summed, days sorted, and a text is a text whatever it begins with.
//!
//! Texts are in their cells (`inlineStr`), because a table of texts would have to be kept until the end.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The most rows of a sheet (ECMA-376, and what table calculations open).
pub const SHEET_ROWS_MAX: u32 = 1_048_576;
/// The most columns that are written: each has one letter.
const LETTERS: &[u8; 26] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// A table calculation keeps 15 digits of a number: an amount of more is a text, which keeps all of them.
const AMOUNT_END: u128 = 1_000_000_000_000_000;
/// The number of 1970-01-01 among the days of a table calculation.
const EPOCH: i64 = 25_569;
/// The longest text of a cell that table calculations open, in units of UTF-16.
const CELL_UNITS_MAX: usize = 32_767;
/// The most characters by which [`xlsx_bytes`] widens a column.
const WIDTH_MAX: usize = 40;

#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    Empty,
    /// A text; nothing in it is a formula.
    Text(&'a str),
    Heading(&'a str),
    Whole(i64),
    /// An amount in hundredths.
    Amount(i128),
    /// A day, counted from 1970-01-01.
    Day(i64),
}

#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Its name: at most 31 characters, none of `[]:*?/\`.
    pub name: &'a str,
    /// The widths of its columns in digits, at most 26 columns.
    pub widths: &'a [u8],
    pub frozen_rows: u32,
    /// Its amounts have hundredths; without, they are shown as whole.
    pub has_hundredths: bool,
}

/// Packed bytes that are not handed on yet.
#[derive(Clone, Default)]
struct Packed(Arc<Mutex<Vec<u8>>>);

impl Packed {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An XLSX file with one sheet that is being written. Every call returns the bytes that come next.
pub struct SheetWriter {
    archive: ZipWriter<StreamWriter<Packed>>,
    packed: Packed,
    rows: u32,
}

impl SheetWriter {
    /// Begins a file. An error of any step says that the library does not pack.
    pub fn begin(look: Look<'_>) -> io::Result<(Self, Vec<u8>)> {
        let packed = Packed::default();
        let mut writer = Self { archive: ZipWriter::new_stream(packed.clone()), packed, rows: 0 };
        let deflated = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        // The same rows are the same bytes, whenever they are written.
        let deflated = deflated.last_modified_time(DateTime::default());
        let sheet = ("xl/worksheets/sheet1.xml", sheet_head(look));
        for (name, content) in parts(look).into_iter().chain([sheet]) {
            writer.archive.start_file(name, deflated)?;
            writer.archive.write_all(content.as_bytes())?;
        }
        let begun = writer.packed.take();
        Ok((writer, begun))
    }

    /// Writes rows, [`SHEET_ROWS_MAX`] in all.
    pub fn rows<'a, R>(&mut self, rows: impl IntoIterator<Item = R>) -> io::Result<Vec<u8>>
    where
        R: AsRef<[Cell<'a>]>,
    {
        let mut xml = String::new();
        for row in rows {
            if self.rows == SHEET_ROWS_MAX {
                return Err(io::Error::other(format!("a sheet has {SHEET_ROWS_MAX} rows at most")));
            }
            self.rows += 1;
            push_row(&mut xml, self.rows, row.as_ref());
        }
        self.archive.write_all(xml.as_bytes())?;
        Ok(self.packed.take())
    }

    pub fn end(mut self) -> io::Result<Vec<u8>> {
        self.archive.write_all(b"</sheetData></worksheet>")?;
        self.archive.finish()?;
        Ok(self.packed.take())
    }
}

/// Writes an XLSX file with one sheet, in which every cell is text, an empty one too: numbers of accounts keep their
/// digits, also those that people fill in, and nothing is a formula. The first row stays in sight. A text of more than
/// 32,767 characters is cut.
///
/// # Errors
/// There are more than 26 columns, or more than [`SHEET_ROWS_MAX`] rows.
pub fn xlsx_bytes<R: AsRef<[S]>, S: AsRef<str>>(rows: &[R]) -> io::Result<Vec<u8>> {
    let mut widths: Vec<u8> = Vec::new();
    for row in rows {
        let cells = row.as_ref();
        widths.resize(widths.len().max(cells.len()), 0);
        for (width, cell) in widths.iter_mut().zip(cells) {
            let characters = cell.as_ref().chars().take(WIDTH_MAX).count();
            *width = u8::try_from(characters + 2).map_or(u8::MAX, |own| own.max(*width));
        }
    }
    if widths.len() > LETTERS.len() {
        return Err(io::Error::other(format!("a sheet has {} columns at most", LETTERS.len())));
    }
    let look = Look { name: "Sheet1", widths: &widths, frozen_rows: 1, has_hundredths: true };
    let (mut sheet, mut file) = SheetWriter::begin(look)?;
    for (index, row) in rows.iter().enumerate() {
        let cell = if index == 0 { Cell::Heading } else { Cell::Text };
        let cells: Vec<Cell<'_>> = row.as_ref().iter().map(|text| cell(text.as_ref())).collect();
        file.extend(sheet.rows([cells])?);
    }
    file.extend(sheet.end()?);
    Ok(file)
}

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// The parts of the file in front of the sheet, with their names.
fn parts(look: Look<'_>) -> [(&'static str, String); 5] {
    let relations = |list: &[(&str, &str)]| {
        let one = |(index, (kind, target)): (usize, &(&str, &str))| {
            format!("<Relationship Id=\"r{index}\" Type=\"{RELATIONS}/{kind}\" Target=\"{target}\"/>")
        };
        let list: String = list.iter().enumerate().map(one).collect();
        format!("{DECLARATION}<Relationships xmlns=\"{PACKAGE}/relationships\">{list}</Relationships>")
    };
    let mut name = String::new();
    push_escaped(&mut name, look.name);
    [
        (
            "[Content_Types].xml",
            format!(
                "{DECLARATION}<Types xmlns=\"{PACKAGE}/content-types\">\
                 <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Override PartName=\"/xl/workbook.xml\" ContentType=\"{TYPE}.sheet.main+xml\"/>\
                 <Override PartName=\"/xl/styles.xml\" ContentType=\"{TYPE}.styles+xml\"/>\
                 <Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"{TYPE}.worksheet+xml\"/></Types>"
            ),
        ),
        ("_rels/.rels", relations(&[("officeDocument", "xl/workbook.xml")])),
        (
            "xl/_rels/workbook.xml.rels",
            relations(&[("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")]),
        ),
        (
            "xl/workbook.xml",
            format!(
                "{DECLARATION}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATIONS}\"><sheets>\
                 <sheet name=\"{name}\" sheetId=\"1\" r:id=\"r0\"/></sheets></workbook>"
            ),
        ),
        ("xl/styles.xml", styles(look.has_hundredths)),
    ]
}

// Places in the list of `styles`.
const TEXT: u8 = 1;
const HEADING: u8 = 2;
const WHOLE: u8 = 3;
const AMOUNT: u8 = 4;
const DAY: u8 = 5;

/// The formats of cells, by the numbers that every table calculation knows: 49 is text, 1 a whole number, 3 and 4 have
/// groups of three digits, 14 is a day as the reader's country writes it.
fn styles(has_hundredths: bool) -> String {
    let amount = if has_hundredths { 4 } else { 3 };
    let formats = [(0, 0), (49, 0), (49, 1), (1, 0), (amount, 0), (14, 0)];
    let formats = formats.map(|(number, font)| {
        format!("<xf numFmtId=\"{number}\" fontId=\"{font}\" applyNumberFormat=\"1\" applyFont=\"1\"/>")
    });
    let font = "<sz val=\"11\"/><name val=\"Calibri\"/>";
    format!(
        "{DECLARATION}<styleSheet xmlns=\"{MAIN}\">\
         <fonts count=\"2\"><font>{font}</font><font><b/>{font}</font></fonts><fills count=\"2\">\
         <fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill></fills>\
         <borders count=\"1\"><border/></borders><cellStyleXfs count=\"1\"><xf/></cellStyleXfs>\
         <cellXfs count=\"6\">{}</cellXfs>\
         <cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>",
        formats.concat()
    )
}

fn sheet_head(look: Look<'_>) -> String {
    let mut xml =
        format!("{DECLARATION}<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView workbookViewId=\"0\">");
    let (rows, next) = (look.frozen_rows, look.frozen_rows + 1);
    if rows > 0 {
        let pane = "activePane=\"bottomLeft\" state=\"frozen\"";
        // Writing to a text cannot fail.
        _ = write!(xml, "<pane ySplit=\"{rows}\" topLeftCell=\"A{next}\" {pane}/>");
    }
    xml += "</sheetView></sheetViews><cols>";
    for (column, width) in (1..).zip(look.widths) {
        _ = write!(xml, "<col min=\"{column}\" max=\"{column}\" width=\"{width}\" customWidth=\"1\"/>");
    }
    xml + "</cols><sheetData>"
}

fn push_row(xml: &mut String, row: u32, cells: &[Cell<'_>]) {
    _ = write!(xml, "<row r=\"{row}\">");
    for (letter, cell) in LETTERS.iter().copied().map(char::from).zip(cells) {
        let place = format!("r=\"{letter}{row}\"");
        match *cell {
            Cell::Empty => {}
            Cell::Text(text) => push_text(xml, &place, TEXT, text),
            Cell::Heading(text) => push_text(xml, &place, HEADING, text),
            Cell::Whole(number) => push_number(xml, &place, WHOLE, number),
            Cell::Amount(minor) => {
                let (sign, magnitude) = (if minor < 0 { "-" } else { "" }, minor.unsigned_abs());
                let text = format!("{sign}{}.{:02}", magnitude / 100, magnitude % 100);
                if magnitude < AMOUNT_END {
                    push_number(xml, &place, AMOUNT, text);
                } else {
                    push_text(xml, &place, TEXT, &text);
                }
            }
            Cell::Day(day) => push_number(xml, &place, DAY, day.saturating_add(EPOCH)),
        }
    }
    *xml += "</row>";
}

fn push_number(xml: &mut String, place: &str, style: u8, number: impl std::fmt::Display) {
    _ = write!(xml, "<c {place} s=\"{style}\"><v>{number}</v></c>");
}

fn push_text(xml: &mut String, place: &str, style: u8, text: &str) {
    if text.is_empty() {
        // What people fill in is a text too: as a number, that of an account would lose its last digits.
        _ = write!(xml, "<c {place} s=\"{style}\"/>");
        return;
    }
    _ = write!(xml, "<c {place} s=\"{style}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">");
    push_escaped(xml, text);
    *xml += "</t></is></c>";
}

/// Writes the content of an element. What XML 1.0 does not have becomes U+FFFD, a line end a line feed; and what a
/// table calculation would take for an escaped letter (`_x0041_`) gets its first sign escaped.
fn push_escaped(xml: &mut String, text: &str) {
    let text = text.replace("\r\n", "\n");
    for (place, letter) in fitting(&text).char_indices() {
        match letter {
            '&' => *xml += "&amp;",
            '<' => *xml += "&lt;",
            '>' => *xml += "&gt;",
            '"' => *xml += "&quot;",
            '\r' => xml.push('\n'),
            '_' if is_escaped_letter(text.as_bytes().get(place..place + 7)) => *xml += "_x005F_",
            '\t' | '\n' => xml.push(letter),
            '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            letter if letter < ' ' => xml.push('\u{fffd}'),
            letter => xml.push(letter),
        }
    }
}

/// Returns as much of a text as a cell can hold.
fn fitting(text: &str) -> &str {
    let mut units = 0;
    let mut letters = text.char_indices();
    let beyond = letters.find(|(_, letter)| {
        units += letter.len_utf16();
        units > CELL_UNITS_MAX
    });
    beyond.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

fn is_escaped_letter(text: Option<&[u8]>) -> bool {
    matches!(text, Some([b'_', b'x' | b'X', digits @ .., b'_']) if digits.iter().all(u8::is_ascii_hexdigit))
}

#[cfg(test)]
mod tests;
