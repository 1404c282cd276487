//! The file of a period for table calculations: XLSX, read by a reader of its own and by that of table calculations.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use http::StatusCode;
use sheets::Limits;
use testkit::{Answer, Bench, TestCaller, on_both_engines};
use zip::ZipArchive;

use super::{Payment, lyutik};
use crate::bank::{Bank, KOLOS, sidorov};
use crate::books::{pay, row};
use crate::importing_chunks::number;
use crate::online_bank::open;

const HOSTILE: &str = "=HYPERLINK(\"http://x\";\"y\")<&>\r\n+1 日\u{1} _x0041_]]>";
const READ: Limits = Limits { rows_max: 2_000, columns_max: 15, cell_characters_max: 1_000 };

async fn file(bank: &Bank, caller: &TestCaller, account: &str, period: &str) -> Answer {
    open(bank, caller, &format!("/bank/accounts/{account}/operations/export?format=xlsx{period}")).await
}

fn part(file: &[u8], name: &str) -> String {
    let mut text = String::new();
    ZipArchive::new(Cursor::new(file)).unwrap().by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// The cells of the sheet, by their places: the number of the format (of `numFmtId`) and the content as it is written;
/// texts begin with `'`.
fn cells(file: &[u8]) -> BTreeMap<String, (String, String)> {
    let (sheet, styles) = (part(file, "xl/worksheets/sheet1.xml"), part(file, "xl/styles.xml"));
    let formats = styles.split_once("<cellXfs").unwrap().1;
    let formats: Vec<&str> =
        formats.split("numFmtId=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
    let mut cells = BTreeMap::new();
    for cell in sheet.split("<c ").skip(1) {
        let (attributes, content) = cell.split_once('>').unwrap();
        let attribute = |name: &str| {
            attributes.split_once(&format!("{name}=\"")).map(|(_, rest)| rest.split_once('"').unwrap().0)
        };
        let format = formats[attribute("s").unwrap().parse::<usize>().unwrap()];
        let content = match attribute("t") {
            Some("inlineStr") => {
                let text = content.strip_prefix("<is><t xml:space=\"preserve\">").unwrap();
                format!("'{}", text.split_once("</t></is></c>").unwrap().0)
            }
            None => content.strip_prefix("<v>").unwrap().split_once("</v></c>").unwrap().0.to_owned(),
            other => panic!("{other:?}"),
        };
        cells.insert(attribute("r").unwrap().to_owned(), (format.to_owned(), content));
    }
    assert!(!sheet.contains("<f"), "no formula");
    cells
}

/// The contents of a row from column A on, without formats; empty where there is no cell.
fn contents(cells: &BTreeMap<String, (String, String)>, row: u32) -> Vec<String> {
    let content =
        |column: char| cells.get(&format!("{column}{row}")).map(|cell| cell.1.clone()).unwrap_or_default();
    ('A'..='O').map(content).collect()
}

on_both_engines! {
    async fn bnk_06_a_sheet_has_numbers_days_and_texts_and_no_formula(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let hostile = Payment {
            purpose: HOSTILE,
            document: Some("-5"),
            counterparty: Some(lyutik()),
            ..Payment::new("h", KOLOS, 123_456)
        };
        hostile.post(&bank).await;
        let long = "=я".repeat(256);
        Payment { purpose: &long, ..Payment::new("l", KOLOS, -7) }.post(&bank).await;
        let answer = file(&bank, &sidorov(), KOLOS, "&from=2026-11-20&to=2026-11-20").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        assert_eq!(answer.header("content-type"), Some(sheets::XLSX));
        assert_eq!(answer.header("content-disposition"), Some("attachment; \
            filename*=UTF-8''40702810800000000021_2026-11-20_2026-11-20.xlsx"));
        let cells = cells(&answer.body);
        let head = [
            ["'Выписка по счёту", "'40702810800000000021", "'RUB"],
            ["'Владелец", "'ИП Колос", "'770712345633"],
            ["'Период", "46346", "46346"],
            ["'Входящий остаток", "750000.00", ""],
            ["'Поступления", "1234.56", ""],
            ["'Списания", "0.07", ""],
            ["'Исходящий остаток", "751234.49", ""],
            ["'Число операций", "2", ""],
        ];
        for (index, expected) in (1..).zip(head) {
            let row = contents(&cells, index);
            assert_eq!([&row[0], &row[3], &row[4]], expected, "row {index}");
        }
        assert_eq!(contents(&cells, 9)[10..14], ["'Назначение", "'Списание", "'Поступление", "'Остаток"]);
        let purpose = "'=HYPERLINK(&quot;http://x&quot;;&quot;y&quot;)&lt;&amp;&gt;\n+1 日\u{fffd} _x005F_x0041_]]&gt;";
        let of_hostile = ["2", "46346", "46346", "'Перевод", "'-5", "'ООО «Лютик»", "'7707083893", "'770701001",
            "'40702810700000000011", "'044525999", purpose, "", "1234.56", "751234.56", "'RUB"];
        assert_eq!(contents(&cells, 10), of_hostile);
        assert_eq!(contents(&cells, 11)[10..14], [format!("'{long}").as_str(), "0.07", "", "751234.49"]);
        // Day, text, text, amount with two digits.
        assert_eq!(["B10", "E10", "I10", "N10"].map(|place| cells[place].0.as_str()), ["14", "49", "49", "4"]);
        let sheet = part(&answer.body, "xl/worksheets/sheet1.xml");
        assert!(sheet.contains("<pane ySplit=\"9\" topLeftCell=\"A10\" activePane=\"bottomLeft\" state=\"frozen\"/>"));
        assert_eq!(sheet.matches("<col ").count(), 15);
        let rows = sheets::read(&answer.body, READ).unwrap();
        assert_eq!(rows[9].cells[1..5], ["2026-11-20", "2026-11-20", "Перевод", "-5"]);
        assert_eq!(rows[10].cells[10], long);
        assert_eq!((rows.len(), rows[10].number), (11, 11));
    }

    async fn bnk_06_a_sheet_loses_no_digit_and_has_the_fractions_of_its_currency(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // The most that a table calculation keeps, the largest amount, and a balance beyond 2^53.
        let (most, largest) = (999_999_924_999_999, 9_000_000_000_000_000);
        for (key, minor) in [("a", most), ("b", largest), ("c", largest)] {
            Payment::new(key, KOLOS, minor).post(&bank).await;
        }
        let found = cells(&file(&bank, &sidorov(), KOLOS, "").await.body);
        let amounts = ["M11", "N11", "M12", "N12", "N13"];
        let amounts = amounts.map(|place| (found[place].0.as_str(), found[place].1.as_str()));
        assert_eq!(amounts, [
            ("4", "9999999249999.99"), ("4", "9999999999999.99"), ("49", "'90000000000000.00"),
            ("49", "'99999999999999.99"), ("49", "'189999999999999.99"),
        ]);
        let head = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n";
        bank.add("day_rates", "currency,rate_date,units,rate\nJPY,2026-01-01,100,52.1\n").await.unwrap();
        let yens = number("40702392000000000099");
        bank.add("accounts", &format!("{head}{yens},D-99,1,1,3,N,N,C00003,001\n")).await.unwrap();
        pay(&bank, &row("IN-1", &yens, "100.00", "2026-11-20T11:00:00+03:00")).await.unwrap();
        let found = cells(&file(&bank, &sidorov(), &yens, "").await.body);
        let [amount, currency] = ["N10", "O10"].map(|place| (found[place].0.as_str(), found[place].1.as_str()));
        assert_eq!((amount, currency), (("3", "100.00"), ("49", "'JPY")));
    }

    async fn bnk_06_a_sheet_has_every_operation_of_a_long_period(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for index in 0..1_003 {
            Payment::new(&format!("p-{index}"), KOLOS, if index % 3 == 0 { -1 } else { 2 }).post(&bank).await;
        }
        let rows = sheets::read(&file(&bank, &sidorov(), KOLOS, "").await.body, READ).unwrap();
        let numbers: Vec<String> = (1..=1_004).map(|number: i64| number.to_string()).collect();
        assert_eq!(rows[9..].iter().map(|row| row.cells[0].clone()).collect::<Vec<_>>(), numbers);
        let empty = file(&bank, &sidorov(), KOLOS, "&from=2023-01-01&to=2023-01-31").await;
        assert_eq!(sheets::read(&empty.body, READ).unwrap().len(), 9);
    }
}
