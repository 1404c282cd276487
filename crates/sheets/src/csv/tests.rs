use super::{csv_text, text_of};
use crate::{Limits, Row, Unreadable, read};

const LIMITS: Limits = Limits { rows_max: 3, columns_max: 4, cell_characters_max: 10 };

fn rows(text: &str) -> Vec<(u32, Vec<String>)> {
    let number_and_cells = |row: Row| (row.number, row.cells);
    read(text.as_bytes(), LIMITS).unwrap().into_iter().map(number_and_cells).collect()
}

fn row(number: u32, cells: &[&str]) -> (u32, Vec<String>) {
    (number, cells.iter().map(|cell| (*cell).to_owned()).collect())
}

#[test]
fn cells_are_separated_by_what_the_first_line_has_most() {
    for text in ["a;b,x\r\n1;2", "a\tb,x\n1\t2", "sep=|\na|b,x\n1|2"] {
        let cells: Vec<Vec<String>> = rows(text).into_iter().map(|(_, cells)| cells).collect();
        assert_eq!(cells, [["a", "b,x"], ["1", "2"]], "{text:?}");
    }
    assert_eq!(rows("a,\"b;c;d\"\n\"1,\"\"2\",3"), [row(1, &["a", "b;c;d"]), row(2, &["1,\"2", "3"])]);
    assert_eq!(rows("alone"), [row(1, &["alone"])]);
}

#[test]
fn rows_keep_their_numbers_and_lose_what_is_empty() {
    assert_eq!(rows("\n\n a ; \n;;\n;b;"), [row(3, &["a"]), row(5, &["", "b"])]);
    assert_eq!(rows("\"a\nb\";c\nd;e"), [row(1, &["a\nb", "c"]), row(3, &["d", "e"])]);
    // A quotation mark after a space is a letter of its cell.
    assert_eq!(rows("a\n\n \"b\"c;\"d\ne\"\n"), [row(1, &["a"]), row(3, &["\"b\"c", "d\ne"])]);
}

#[test]
fn lines_may_end_with_a_carriage_return() {
    assert_eq!(rows("a;b\r1;2\r\r3;4"), [row(1, &["a", "b"]), row(2, &["1", "2"]), row(4, &["3", "4"])]);
    // One line end of another kind loses no row.
    assert_eq!(rows("a;b\r\n1;2\r3;4\r\n"), [row(1, &["a", "b"]), row(2, &["1", "2"]), row(3, &["3", "4"])]);
    assert_eq!(rows("sep=|\ra|b;c\r1|2"), [row(2, &["a", "b;c"]), row(3, &["1", "2"])]);
}

#[test]
fn a_quotation_mark_without_its_partner_swallows_no_rows() {
    let found = |text: &str| read(text.as_bytes(), LIMITS).unwrap_err();
    for text in ["a;b\n1;\"x\n2;y", "a;b\r\n1;\"x\r\n2;\"y\r\n", "a;b\r1;\"x\r2;\"y\""] {
        assert_eq!(found(text), Unreadable::OpenQuote { row: 2 }, "{text:?}");
    }
    for (text, cell) in
        [("1;\"x\n\"\"y\"", "x\n\"y"), ("1;5\"\n", "5\""), ("1;\"a\" b\n2", "a b"), ("1;\"\nx\"\r\n2", "x")]
    {
        assert_eq!(rows(text)[0], row(1, &["1", cell]), "{text:?}");
    }
}

#[test]
fn every_limit_is_kept() {
    let found = |text: &str| read(text.as_bytes(), LIMITS).unwrap_err();
    assert_eq!(found("1\n2\n3\n4"), Unreadable::TooManyRows { max: 3 });
    assert!(read(b"1\n2\n3\n\n ; \n", LIMITS).is_ok(), "rows without text do not count");
    assert_eq!(found("1;2;3;4\n1;2;3;4;5"), Unreadable::TooManyColumns { row: 2, max: 4 });
    assert!(read(b"1;2;3;4;;;;", LIMITS).is_ok(), "columns without text do not count");
    assert_eq!(found("ab\nяяяяяяяяяяя"), Unreadable::CellTooLong { row: 2, max: 10 });
    assert_eq!(found("\"never closed, over the end"), Unreadable::CellTooLong { row: 1, max: 10 });
    for nothing in ["", " \n;;\n", "\u{feff}"] {
        assert_eq!(found(nothing), Unreadable::Empty, "{nothing:?}");
    }
}

#[test]
fn what_is_written_is_no_formula_and_reads_the_same() {
    let cells = ["=1+1", "-5", "@a", "+7", "a\"b", "'own", ";"];
    let text = csv_text([cells]);
    assert!(text.starts_with("\u{feff}\"'=1+1\";\"'-5\";"), "{text}");
    let limits = Limits { columns_max: 10, ..LIMITS };
    assert_eq!(read(text.as_bytes(), limits).unwrap()[0].cells, cells);
}

#[test]
fn the_usual_encodings_are_told_apart() {
    let utf_16: Vec<u8> = "\u{feff}Счёт".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in ["Счёт".as_bytes(), "\u{feff}Счёт".as_bytes(), b"\xd1\xf7\xb8\xf2", &utf_16] {
        assert_eq!(text_of(bytes).unwrap(), "Счёт", "{bytes:?}");
    }
}

#[test]
fn what_has_control_characters_is_no_text() {
    let without_mark: Vec<u8> = "abc".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in
        [&b"a\0b"[..], b"\x89PNG\r\n\x1a\n", &without_mark, b"a\x98b\xff", b"a\x1bb", "a\u{85}b".as_bytes()]
    {
        assert_eq!(text_of(bytes), Err(Unreadable::NotText), "{bytes:?}");
    }
}
