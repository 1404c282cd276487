//! Sheets that are written row by row, read back.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use super::*;
use crate::Limits;

const LOOK: Look<'_> = Look { name: "A & B", widths: &[10, 20], frozen_rows: 1, has_hundredths: true };
const LIMITS: Limits = Limits { rows_max: 200_000, columns_max: 26, cell_characters_max: 1_000 };

#[test]
fn cells_of_every_type_are_read_as_they_were_written() {
    let (mut sheet, mut file) = SheetWriter::begin(LOOK).unwrap();
    let rows = [
        vec![Cell::Heading("Счёт"), Cell::Empty, Cell::Text("40817810000000000101")],
        vec![Cell::Whole(-7), Cell::Amount(-5), Cell::Amount(999_999_999_999_999), Cell::Day(20_777)],
        vec![
            Cell::Text("=1+1"),
            Cell::Text(" a\r\nb\rc "),
            Cell::Text(""),
            Cell::Amount(1_000_000_000_000_000),
        ],
    ];
    file.extend(sheet.rows(rows).unwrap());
    file.extend(sheet.end().unwrap());
    let read: Vec<Vec<String>> =
        crate::read(&file, LIMITS).unwrap().into_iter().map(|row| row.cells).collect();
    assert_eq!(read[0], ["Счёт", "", "40817810000000000101"]);
    assert_eq!(read[1], ["-7", "-0.05", "9999999999999.99", "2026-11-20"]);
    assert_eq!(read[2], ["=1+1", "a\nb\nc", "", "10000000000000.00"]);
}

#[test]
fn onl_03_a_text_is_cut_where_it_is_too_long_for_a_cell() {
    let limits = Limits { cell_characters_max: 40_000, ..LIMITS };
    for (long, most) in [("я".repeat(32_768), 32_767), ("🙂".repeat(20_000), 16_383)] {
        let (mut sheet, mut file) = SheetWriter::begin(LOOK).unwrap();
        file.extend(sheet.rows([[Cell::Text(&long)]]).unwrap());
        file.extend(sheet.end().unwrap());
        let rows = crate::read(&file, limits).unwrap();
        assert_eq!(rows[0].cells[0].chars().count(), most);
    }
}

#[test]
fn online_bank_09_what_is_filled_into_an_empty_cell_of_texts_is_text() {
    let file = xlsx_bytes(&[["Карта", "Счёт"], ["", "40817810000000000101"]]).unwrap();
    let mut sheet = String::new();
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    archive.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
    assert!(sheet.contains("<c r=\"A2\" s=\"1\"/><c r=\"B2\" s=\"1\" t=\"inlineStr\">"), "{sheet}");
}

#[test]
fn online_bank_09_no_column_of_texts_is_lost() {
    let last = |file: Vec<u8>| crate::read(&file, LIMITS).unwrap()[0].cells.len();
    assert_eq!(last(xlsx_bytes(&[["a"; 26]]).unwrap()), 26);
    let error = xlsx_bytes(&[["a"; 27]]).unwrap_err();
    assert_eq!(error.to_string(), "a sheet has 26 columns at most");
}

#[test]
fn what_waits_to_be_handed_on_does_not_grow() {
    let (mut sheet, mut file) = SheetWriter::begin(LOOK).unwrap();
    let mut most = 0;
    for part in 0..200 {
        let rows = (0..500).map(|row| [Cell::Whole(part * 500 + row), Cell::Text("Зарплата за ноябрь")]);
        let bytes = sheet.rows(rows).unwrap();
        most = most.max(bytes.len());
        file.extend(bytes);
    }
    file.extend(sheet.end().unwrap());
    assert!(most < 100_000, "{most} of {}", file.len());
    assert_eq!(crate::read(&file, LIMITS).unwrap().len(), 100_000);
}

#[test]
fn a_row_beyond_the_last_is_refused() {
    let (mut sheet, _) = SheetWriter::begin(LOOK).unwrap();
    let rows = usize::try_from(SHEET_ROWS_MAX).unwrap();
    let none: [Cell<'_>; 0] = [];
    sheet.rows(std::iter::repeat_n(none, rows)).unwrap();
    let error = sheet.rows([none]).unwrap_err();
    assert_eq!(error.to_string(), "a sheet has 1048576 rows at most");
}
