use std::io::{Cursor, Write as _};
use std::time::Duration;

use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::{Limits, Row, Unreadable, read, xlsx_bytes};

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
    let mut book = Workbook::new();
    book.add_worksheet().write(0, 0, "a").unwrap();
    let file = book.save_to_buffer().unwrap();
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
    let bytes = xlsx_bytes(&rows).unwrap();
    assert_eq!(bytes, xlsx_bytes(&rows).unwrap(), "the same rows are the same bytes");
    let read: Vec<Vec<String>> = read(&bytes, LIMITS).unwrap().into_iter().map(|row| row.cells).collect();
    assert_eq!(read, rows);
}

#[test]
fn onl_03_a_text_that_is_too_long_for_a_cell_is_cut() {
    let limits = Limits { cell_characters_max: 40_000, ..LIMITS };
    for (long, most) in
        [("я".repeat(32_768), 32_767), ("🙂".repeat(20_000), 16_383), ("a".repeat(32_767), 32_767)]
    {
        let rows = read(&xlsx_bytes(&[[long.as_str()]]).unwrap(), limits).unwrap();
        assert_eq!(rows[0].cells[0].chars().count(), most);
    }
}

/// Entries with the same bytes are unpacked once each: without a bound a thousand of them are eight gigabytes.
#[test]
fn security_01_entries_that_share_their_bytes_are_refused() {
    let mut file = with_entry("xl/styles.xml", |entry| entry.write_all(&empty_blocks(0)).unwrap());
    let archive = ZipArchive::new(Cursor::new(file.clone())).unwrap();
    assert!(archive.len() > 3);
    // The first entry claims the bytes of all others as its own.
    let claimed = u32::try_from(file.len()).unwrap() - 100;
    let entry = file.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    file[entry + 20..entry + 24].copy_from_slice(&claimed.to_le_bytes());
    assert!(matches!(read(&file, ROLL), Err(Unreadable::Unpacked { .. } | Unreadable::Damaged(_))));
}

const ROLL: Limits = Limits { rows_max: 10_001, columns_max: 64, cell_characters_max: 1_000 };
const UPLOAD_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The worst files that could be thought of, of the length that is uploaded and unpacked at most. Two seconds of
/// processor time are the limit in the build that the README names: `cargo test --release`.
#[test]
fn security_01_the_worst_tables_take_little_time() {
    // A build without optimisation is twenty times as slow, so it reads a sixteenth.
    for (what, file) in worst_tables(if cfg!(debug_assertions) { 16 } else { 1 }) {
        assert!(file.len() <= UPLOAD_BYTES_MAX, "{what}: {}", file.len());
        let begin = processor_time();
        let found = read(&file, ROLL).map(|rows| rows.len());
        let time = processor_time().saturating_sub(begin);
        println!("{what}: {} KiB, {} ms: {found:?}", file.len() / 1024, time.as_millis());
        assert!(time.as_secs() < 2, "{what}: {time:?}");
    }
}

fn worst_tables(part: usize) -> Vec<(&'static str, Vec<u8>)> {
    let mut tables = worst_parts(part);
    let unpacked = 31 * 1024 * 1024 / part;
    tables.extend([
        (
            "blocks of nothing",
            with_packed("xl/worksheets/sheet1.xml", &empty_blocks(UPLOAD_BYTES_MAX / part - 10_000)),
        ),
        ("spaces", bomb("xl/worksheets/sheet1.xml", unpacked)),
        ("lines of CSV", b";\n".repeat(UPLOAD_BYTES_MAX / 2 / part)),
        ("cells of CSV", b";".repeat(UPLOAD_BYTES_MAX / part)),
        ("quotes of CSV", b"\"\"".repeat(UPLOAD_BYTES_MAX / 2 / part)),
        ("a CSV of windows-1251", b"\xff;".repeat(UPLOAD_BYTES_MAX / 2 / part)),
        ("a full CSV", format!("{}\n", "a;".repeat(400)).repeat(10_000 / part).into_bytes()),
    ]);
    tables
}

fn numbered(count: usize, each: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |all, number| all + &each(number))
}

/// Parts of a workbook, each as bad as it gets.
fn worst_parts(part: usize) -> Vec<(&'static str, Vec<u8>)> {
    let sheet = |inside: &str, times: usize| -> Vec<u8> {
        with_entry("xl/worksheets/sheet1.xml", |entry| {
            entry.write_all(b"<worksheet><sheetData><row r=\"1\">").unwrap();
            let at_once = times.min(1_000);
            let block = inside.repeat(at_once);
            (0..times / at_once).for_each(|_| entry.write_all(block.as_bytes()).unwrap());
            entry.write_all(b"</row></sheetData></worksheet>").unwrap();
        })
    };
    let unpacked = 31 * 1024 * 1024 / part;
    let attributes: String = numbered(unpacked / 16, |number| format!(" a{number}=\"\""));
    let attributes =
        attributes.get(..unpacked.min(attributes.len())).unwrap().rsplit_once(' ').unwrap().0.to_owned();
    let namespaces: String = numbered(600_000 / part, |number| format!("<c xmlns:n{number}=\"u{number}\">"));
    let strings = |each: &str| -> Vec<u8> {
        with_entry("xl/sharedStrings.xml", |entry| {
            entry.write_all(b"<sst>").unwrap();
            let block = each.repeat(1_000);
            (0..unpacked / block.len()).for_each(|_| entry.write_all(block.as_bytes()).unwrap());
            entry.write_all(b"</sst>").unwrap();
        })
    };
    let rows: String = numbered(10_001 / part, |row| {
        format!("</row><row r=\"{row}\">{}", format!("<c><v>{row}</v></c>").repeat(64))
    });
    let workbook: String = numbered(300_000 / part, |number| {
        format!("<sheet name=\"s{number}\" sheetId=\"{number}\" r:id=\"rId1\"/>")
    });
    let styles: String =
        numbered(400_000 / part, |number| format!("<numFmt numFmtId=\"{number}\" formatCode=\"[h]:mm\"/>"));
    vec![
        ("empty cells", sheet("<c/>", unpacked / 4)),
        ("cells without a text", sheet("<c><v> </v></c>", unpacked / 15)),
        ("numbers in one row", sheet("<c r=\"A1\"><v>1.5</v></c>", unpacked / 26)),
        ("a full table", sheet(&rows, 1)),
        ("attributes of one cell", sheet(&format!("<c{attributes}/>"), 1)),
        ("namespaces inside each other", sheet(&namespaces, 1)),
        ("elements inside each other", sheet("<c>", unpacked / 3)),
        ("comments", sheet("<!---->", unpacked / 7)),
        ("texts", strings("<si><t>a</t></si>")),
        ("texts in pieces", strings("<si><r><t>a</t></r><r><t>b</t></r></si>")),
        (
            "sheets",
            with_entry("xl/workbook.xml", |entry| {
                entry
                    .write_all(format!("<workbook><sheets>{workbook}</sheets></workbook>").as_bytes())
                    .unwrap();
            }),
        ),
        (
            "formats",
            with_entry("xl/styles.xml", |entry| {
                entry
                    .write_all(format!("<styleSheet><numFmts>{styles}</numFmts></styleSheet>").as_bytes())
                    .unwrap();
            }),
        ),
    ]
}

fn processor_time() -> Duration {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(status.split(' ').next().unwrap().parse().unwrap())
}

/// A stream of packed data that is about so long, unpacks to nothing, and has a table of codes of its own every twelve
/// bytes.
fn empty_blocks(bytes: usize) -> Vec<u8> {
    // Value and number of bits: a dynamic block with 257 codes for letters and 1 for distances, whose lengths are told
    // by 18 codes of three bits; then 256 letters that are not there, the end with one bit, no distance; the end.
    let mut block: Vec<(u32, u32)> = vec![(0, 1), (2, 2), (0, 5), (0, 5), (14, 4)];
    block.extend([0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2].map(|length| (length, 3)));
    block.extend([(0, 1), (127, 7), (0, 1), (107, 7), (0b11, 2), (0b01, 2), (0, 1)]);
    let (mut packed, mut held, mut count) = (Vec::with_capacity(bytes), 0_u32, 0);
    let mut last = false;
    while !last {
        last = packed.len() + 24 >= bytes;
        block[0].0 = u32::from(last);
        for (value, bits) in &block {
            held |= value << count;
            count += bits;
            while count >= 8 {
                packed.push(u8::try_from(held & 0xff).unwrap());
                held >>= 8;
                count -= 8;
            }
        }
    }
    packed.push(u8::try_from(held).unwrap());
    packed
}

/// Returns a file of one cell whose entry `name` is packed so, and empty.
fn with_packed(name: &str, packed: &[u8]) -> Vec<u8> {
    let file = with_entry(name, |_| {});
    let mut archive = ZipArchive::new(Cursor::new(file)).unwrap();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let entry = archive.by_index(index).unwrap();
        if entry.name().unwrap() != name {
            writer.raw_copy_file(entry).unwrap();
        }
    }
    writer
        .start_file(name, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))
        .unwrap();
    writer.write_all(packed).unwrap();
    let mut file = writer.finish().unwrap().into_inner();
    let places = |file: &[u8]| -> Vec<usize> {
        let windows = file.windows(name.len()).enumerate();
        windows.filter(|(_, window)| *window == name.as_bytes()).map(|(place, _)| place).collect()
    };
    let [local, central] = places(&file)[..] else { panic!("the name stands elsewhere too") };
    for head in [local - 30 + 8, central - 46 + 10] {
        // The method, then after the moment the checksum, the packed size, which is right, and the size.
        file[head..head + 2].copy_from_slice(&8_u16.to_le_bytes());
        file[head + 6..head + 10].fill(0);
        file[head + 14..head + 18].fill(0);
    }
    file
}
