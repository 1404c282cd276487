use std::io::{Cursor, Write as _};

use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::xlsx_bytes;
use crate::{Limits, Row, Unreadable, read};

const LIMITS: Limits = Limits { rows_max: 4, columns_max: 5, cell_characters_max: 30 };

/// The cells of a sheet that `fill` writes.
fn cells(fill: impl FnOnce(&mut Workbook)) -> Result<Vec<Row>, Unreadable> {
    let mut book = Workbook::new();
    fill(&mut book);
    read(&book.save_to_buffer().unwrap(), LIMITS)
}

#[test]
fn cells_are_read_as_they_are_shown() {
    let rows = cells(|book| {
        let sheet = book.add_worksheet();
        sheet.write(0, 0, " Фамилия ").unwrap();
        sheet.write(2, 0, 0.300_000_000_000_000_04).unwrap();
        sheet.write(2, 1, 40_817_810_000_000_000_101_f64).unwrap();
        let day = ExcelDateTime::from_ymd(1990, 5, 17).unwrap();
        sheet.write_with_format(2, 2, &day, &Format::new().set_num_format("dd.mm.yyyy")).unwrap();
        sheet.write(2, 3, Formula::new("=1+1").set_result("2")).unwrap();
        sheet.write(2, 4, "=1+1").unwrap();
    });
    let row =
        |number, cells: &[&str]| Row { number, cells: cells.iter().map(|cell| (*cell).to_owned()).collect() };
    let second = row(3, &["0.3", "4.08178100000000e19", "1990-05-17", "2", "=1+1"]);
    assert_eq!(rows.unwrap(), [row(1, &["Фамилия"]), second]);
}

#[test]
fn the_first_sheet_that_is_shown_counts() {
    let rows = cells(|book| {
        book.add_worksheet().set_hidden(true).write(0, 0, "hidden").unwrap();
        book.add_worksheet().set_active(true).write(0, 0, "shown").unwrap();
    });
    assert_eq!(rows.unwrap()[0].cells, ["shown"]);
    assert_eq!(cells(|book| drop(book.add_worksheet().write(0, 0, "  "))), Err(Unreadable::Empty));
}

#[test]
fn every_limit_is_kept() {
    let at = |row: u32, column: u16, text: &'static str| {
        cells(move |book| drop(book.add_worksheet().write(row, column, text)))
    };
    assert_eq!(at(1_048_575, 16_383, "x"), Err(Unreadable::TooManyColumns { row: 1_048_576, max: 5 }));
    assert_eq!(at(1_048_575, 4, "x").unwrap()[0].number, 1_048_576);
    assert_eq!(at(0, 0, "1234567890123456789012345678901"), Err(Unreadable::CellTooLong { row: 1, max: 30 }));
    let many = cells(|book| {
        let sheet = book.add_worksheet();
        (0..5).for_each(|row| drop(sheet.write(row, 0, 1)));
    });
    assert_eq!(many, Err(Unreadable::TooManyRows { max: 4 }));
}

/// Returns the file with the entry `name` replaced by one that unpacks to so many bytes.
fn bomb(name: &str, bytes: usize) -> Vec<u8> {
    let block = vec![b' '; 1024 * 1024];
    with_entry(name, |bomb| (0..bytes / block.len()).for_each(|_| bomb.write_all(&block).unwrap()))
}

/// Returns a file of one cell with the entry `name` replaced by what `write` writes.
fn with_entry(name: &str, write: impl FnOnce(&mut ZipWriter<Cursor<Vec<u8>>>)) -> Vec<u8> {
    let file = xlsx_bytes([["a"]]).unwrap();
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    let mut bomb = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let entry = archive.by_index(index).unwrap();
        if entry.name().unwrap() != name {
            bomb.raw_copy_file(entry).unwrap();
        }
    }
    let deflated = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    bomb.start_file(name, deflated).unwrap();
    write(&mut bomb);
    bomb.finish().unwrap().into_inner()
}

const TEXTS: &str = "xl/sharedStrings.xml";

/// The texts of a file of one cell, as `told` tells their number.
fn texts(told: &str, text: &str) -> String {
    let space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let text = format!("<si><t xml:space=\"preserve\">{text}</t></si>");
    format!("<?xml version=\"1.0\"?><sst xmlns=\"{space}\" count=\"1\" {told}>{text}</sst>")
}

#[test]
fn onl_03_no_memory_is_set_aside_for_texts_that_a_file_only_tells_of() {
    let reading = |told: &str| {
        let texts = texts(told, "a");
        read(&with_entry(TEXTS, |entry| entry.write_all(texts.as_bytes()).unwrap()), LIMITS)
    };
    for honest in ["uniqueCount=\"1\"", "uniqueCount='1000000'", "uniqueCount=\"\"", ""] {
        assert_eq!(reading(honest).unwrap()[0].cells, ["a"], "{honest}");
    }
    // The first is more than any memory, the second what a process without it would end at.
    for told in [
        "uniqueCount=\"9223372036854775807\"",
        "uniqueCount=\"99999999999999\"",
        "uniqueCount='1000001'",
        "uniqueCount \n=\t\"00099999999999999\"",
        "uniqueCount=\"99999999999999999999999\"",
    ] {
        assert!(matches!(reading(told), Err(Unreadable::Damaged(_))), "{told}");
    }
    let wide: Vec<u8> =
        texts("uniqueCount=\"99999999999999\"", "a").bytes().flat_map(|byte| [byte, 0]).collect();
    let wide = with_entry(TEXTS, |entry| entry.write_all(&[&b"\xff\xfe"[..], &wide].concat()).unwrap());
    assert!(matches!(read(&wide, LIMITS), Err(Unreadable::Damaged(_))));
}

#[test]
fn onl_03_a_long_text_of_white_space_is_not_looked_through_for_every_cell() {
    let texts = texts("", &" ".repeat(1024 * 1024));
    let file = with_entry(TEXTS, |entry| entry.write_all(texts.as_bytes()).unwrap());
    assert_eq!(read(&file, LIMITS), Err(Unreadable::CellTooLong { row: 1, max: 30 }));
}

#[test]
fn a_gigabyte_in_a_megabyte_is_not_unpacked() {
    let file = bomb("xl/sharedStrings.xml", 1024 * 1024 * 1024);
    assert!(file.len() < 2 * 1024 * 1024, "{}", file.len());
    assert_eq!(read(&file, LIMITS), Err(Unreadable::Unpacked { max_mib: 32 }));
    // Nor where the archive says that nothing is inside.
    let mut lying = bomb("xl/worksheets/sheet1.xml", 64 * 1024 * 1024);
    let told = (64_u32 * 1024 * 1024).to_le_bytes();
    while let Some(at) = lying.windows(4).position(|bytes| bytes == told) {
        lying[at..at + 4].copy_from_slice(&[1, 0, 0, 0]);
    }
    assert!(matches!(read(&lying, LIMITS), Err(Unreadable::Unpacked { .. } | Unreadable::Damaged(_))));
}

#[test]
fn what_is_no_table_calculation_is_told() {
    for bytes in
        [&b"PK\x03\x04"[..], b"PK\x03\x04 and nothing else", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 protected"]
    {
        assert!(matches!(read(bytes, LIMITS), Err(Unreadable::Damaged(_))), "{bytes:?}");
    }
    let mut empty = ZipWriter::new(Cursor::new(Vec::new()));
    empty.start_file("a.txt", SimpleFileOptions::default()).unwrap();
    let archive = empty.finish().unwrap().into_inner();
    assert!(matches!(read(&archive, LIMITS), Err(Unreadable::Damaged(_))));
}

#[test]
fn what_is_written_is_text_and_reads_the_same() {
    let rows = [["Счёт", "Сумма"], ["40817810000000000101", "=1+1"]];
    let bytes = xlsx_bytes(rows).unwrap();
    assert_eq!(bytes, xlsx_bytes(rows).unwrap(), "the same rows are the same bytes");
    let read: Vec<Vec<String>> = read(&bytes, LIMITS).unwrap().into_iter().map(|row| row.cells).collect();
    assert_eq!(read, rows);
}
