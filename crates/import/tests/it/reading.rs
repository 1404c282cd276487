use proptest::prelude::*;

use crate::things::{Folder, errors, read};
use std::fmt::Write as _;

/// The rows of the first table as (line, code, amount).
fn rows(folder: &Folder) -> Vec<(u64, String, Option<String>)> {
    let batch = read(folder);
    assert_eq!(batch.errors(), []);
    let table = batch.tables.first().unwrap();
    let text = |row: &import::ImportRow, column: &str| row.optional(column).map(str::to_owned);
    table.rows.iter().map(|row| (row.line(), text(row, "code").unwrap(), text(row, "amount"))).collect()
}

fn row(line: u64, code: &str, amount: Option<&str>) -> (u64, String, Option<String>) {
    (line, code.to_owned(), amount.map(str::to_owned))
}

#[test]
fn ops_01_csv_with_quotes_and_line_breaks_keeps_its_lines() {
    let folder = Folder::new("csv_lines")
        .with("things.csv", "code,inn,amount\r\n\"a,\"\"b\"\"\nc\",1,5.00\r\n\r\nd,2,\r\n");
    assert_eq!(rows(&folder), [row(2, "a,\"b\"\nc", Some("5.00")), row(5, "d", None)]);
    for (name, end) in [("lf", "\n"), ("cr_lf", "\r\n"), ("cr", "\r")] {
        let lines = ["code,inn,amount", "a,1,", "", "b,1,", "c,1,", "", "", "d,1,"];
        let folder = Folder::new(&format!("csv_{name}")).with("things.csv", lines.join(end));
        let found: Vec<u64> = rows(&folder).into_iter().map(|(line, _, _)| line).collect();
        assert_eq!(found, [2, 4, 5, 8], "{name}");
    }
}

#[test]
fn ops_01_csv_of_spreadsheets_is_read() {
    for (name, text, line) in [
        ("csv_sheet", "\u{feff}code;inn;amount\na;1;5,5\n", 2),
        ("csv_sheet_cr", "code;inn;amount\ra;1;5,5\r", 2),
        ("csv_sheet_blank", "\r\ncode;inn;amount\r\na;1;5,5\r\n", 3),
    ] {
        let folder = Folder::new(name).with("things.csv", text);
        assert_eq!(rows(&folder), [row(line, "a", Some("5,5"))], "{name}");
    }
}

#[test]
fn ops_01_json_is_read_like_csv() {
    let folder = Folder::new("json").with(
        "things.json",
        "[\n  {\"code\": \"a\", \"inn\": 1, \"amount\": 90071992547409.93},\n\n  {\"amount\": null, \"inn\": \
            \"2\",\n   \
         \"code\": true}, {\"code\": \"\\u0446\", \"inn\": \"3\", \"amount\": \"\"}\n]",
    );
    assert_eq!(
        rows(&folder),
        [row(2, "a", Some("90071992547409.93")), row(4, "true", None), row(5, "ц", None)]
    );
}

#[test]
fn ops_01_a_document_keeps_its_text() {
    let document = r#"[ {"part": 1.50}, "x" ]"#;
    let folder = Folder::new("document")
        .with("things.json", format!(r#"[{{"code": "a", "inn": 1, "parts": {document}}}]"#))
        .with("more_things.csv", format!("code,inn,parts\na,1,\"{}\"\n", document.replace('"', "\"\"")));
    let batch = read(&folder);
    assert_eq!(batch.errors(), []);
    for table in &batch.tables {
        assert_eq!(table.rows[0].optional("parts"), Some(document), "{}", table.file);
    }
}

#[test]
fn ops_01_files_come_in_the_order_of_the_tables() {
    let folder = Folder::new("order")
        .with("more_things.json", "[]")
        .with("things.csv", "code,inn\n")
        .with(".hidden", "passed over");
    let files: Vec<String> = read(&folder).tables.into_iter().map(|table| table.file).collect();
    assert_eq!(files, ["things.csv", "more_things.json"]);
}

#[test]
fn ops_01_long_work_is_done_before_the_unit_of_work() {
    let folder = Folder::new("prepare").with("things.csv", "code,inn,amount\nshout,1,5\n");
    assert_eq!(rows(&folder), [row(2, "SHOUT", None)]);
    let folder = Folder::new("unprepared").with("things.csv", "code,inn\na,1\nunprepared,1\n");
    assert_eq!(errors(&folder), ["things.csv:3:code: cannot be prepared"]);
}

/// Rows of a file that is read in several parts: so many, each with a cell that fills a line or two.
const ROWS_OF_PARTS: u64 = 120_000;

fn cell(number: u64) -> String {
    // Line breaks and quotation marks wander over the ends of the parts.
    if number.is_multiple_of(7) {
        format!("\"{number}\r\n, \"\"{}\"\"\"", "y".repeat(90))
    } else {
        "x".repeat(usize::try_from(60 + number % 41).unwrap())
    }
}

#[test]
fn lif_02_rows_of_a_large_csv_keep_their_lines() {
    let (mut text, mut line, mut lines) = ("code,inn,amount\r\n".to_owned(), 2, Vec::new());
    for number in 0..ROWS_OF_PARTS {
        let inn = if number == ROWS_OF_PARTS - 2 { String::new() } else { cell(number) };
        write!(text, "{number},{inn},1\r\n").unwrap();
        lines.push(line);
        line += 1 + u64::from(number.is_multiple_of(7));
    }
    assert!(text.len() > 8 * 1024 * 1024, "several parts");
    let folder = Folder::new("large_csv").with("things.csv", &text);
    let faulty = usize::try_from(ROWS_OF_PARTS - 2).unwrap();
    assert_eq!(errors(&folder), [format!("things.csv:{}:inn: must not be empty", lines[faulty])]);
    let batch = read(&folder);
    let read: Vec<u64> = batch.tables[0].rows.iter().map(import::ImportRow::line).collect();
    lines.remove(faulty);
    assert_eq!(read, lines);
    let row = &batch.tables[0].rows[7];
    assert_eq!(row.optional("inn"), Some(format!("7\r\n, \"{}\"", "y".repeat(90)).as_str()));
}

#[test]
fn lif_02_a_large_csv_of_a_spreadsheet_is_cut_between_its_rows() {
    for (name, end) in [("cr_lf", "\r\n"), ("cr", "\r")] {
        let mut text = format!("{end}{end}code;inn;amount{end}");
        for number in 0..ROWS_OF_PARTS {
            write!(text, "{number};\"{number}{end}{}\";1{end}", "y".repeat(90)).unwrap();
        }
        assert!(text.len() > 8 * 1024 * 1024, "several parts");
        let folder = Folder::new(&format!("large_sheet_{name}")).with("things.csv", text);
        assert_eq!(errors(&folder), Vec::<String>::new(), "{name}");
        let rows = &read(&folder).tables[0].rows;
        assert_eq!(u64::try_from(rows.len()).unwrap(), ROWS_OF_PARTS, "{name}");
        let last = rows.last().unwrap();
        assert_eq!((last.line(), last.optional("amount")), (2 * ROWS_OF_PARTS + 2, Some("1")), "{name}");
    }
}

#[test]
fn lif_02_rows_of_a_large_json_keep_their_lines() {
    let mut text = "[".to_owned();
    for number in 0..ROWS_OF_PARTS {
        let inn =
            if number == ROWS_OF_PARTS - 2 { String::new() } else { format!("],{{\\\"{}", "z".repeat(80)) };
        write!(text, "\n{{\"code\": \"{number}\", \"inn\": \"{inn}\", \"parts\": [1, {{\"a\": 2}}]}},")
            .unwrap();
    }
    text.pop();
    text.push_str("\n]");
    assert!(text.len() > 8 * 1024 * 1024, "several parts");
    let folder = Folder::new("large_json").with("things.json", &text);
    assert_eq!(errors(&folder), [format!("things.json:{ROWS_OF_PARTS}:inn: must not be empty")]);
    let rows = &read(&folder).tables[0].rows;
    assert_eq!(u64::try_from(rows.len()).unwrap(), ROWS_OF_PARTS - 1);
    let last = rows.last().unwrap();
    assert_eq!((last.line(), last.optional("parts")), (ROWS_OF_PARTS + 1, Some("[1, {\"a\": 2}]")));
    for (ending, message) in
        [(",\n]", "trailing comma"), ("\n", "EOF while parsing a list"), ("\n] 1", "trailing characters")]
    {
        let cut = text.strip_suffix("\n]").unwrap();
        let wrong = errors(&Folder::new("large_json_end").with("things.json", format!("{cut}{ending}")));
        let told = wrong.last().unwrap();
        assert!(told.ends_with(&format!("must be an array of objects: {message}")), "{told}");
        assert!(told.starts_with(&format!("things.json:{}: ", ROWS_OF_PARTS + 2)), "{told}");
    }
}

#[test]
fn lif_02_a_quotation_mark_that_is_never_closed_swallows_no_memory() {
    let text = format!("code,inn\na,1\n\"b,{}\n", "2,3\n".repeat(3_000_000));
    let folder = Folder::new("unclosed").with("things.csv", text);
    assert_eq!(errors(&folder), ["things.csv:3: has a quotation mark without its partner"]);
}

#[test]
fn debug_output_of_a_row_hides_its_cells() {
    let row = import::ImportRow::new(2, [("password".to_owned(), "demo-petrov".to_owned())]);
    assert_eq!(format!("{row:?}"), "ImportRow { line: 2, columns: [\"password\"], .. }");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn ops_01_both_formats_say_the_same(
        cells in prop::collection::vec((
            r"[^\x00\x{202a}-\x{202e}\x{2066}-\x{2069}]{1,12}", r"[^\x00\x{202a}-\x{202e}\x{2066}-\x{2069}]{0,12}",
        ), 0..8),
    ) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["code", "inn", "amount"]).unwrap();
        let mut objects = Vec::new();
        for (index, (inn, amount)) in cells.iter().enumerate() {
            writer.write_record([&index.to_string(), inn, amount]).unwrap();
            objects.push(serde_json::json!({"amount": amount, "code": index.to_string(), "inn": inn}));
        }
        let as_csv = Folder::new("both_csv").with("things.csv", writer.into_inner().unwrap());
        let as_json =
            Folder::new("both_json").with("things.json", serde_json::Value::Array(objects).to_string());
        let cells_of = |folder: &Folder| {
            let batch = read(folder);
            assert_eq!(batch.errors(), []);
            let rows = &batch.tables.first().unwrap().rows;
            let cell = |row: &import::ImportRow, column| row.optional(column).unwrap_or_default().to_owned();
            rows.iter().map(|row| (cell(row, "inn"), cell(row, "amount"))).collect::<Vec<_>>()
        };
        prop_assert_eq!(cells_of(&as_csv), cells);
        prop_assert_eq!(cells_of(&as_json), cells_of(&as_csv));
    }
}
