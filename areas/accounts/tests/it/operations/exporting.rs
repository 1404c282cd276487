//! Files of a period, through the pages.

use http::StatusCode;
use iso20022::{Limits, Reader};
use testkit::{Answer, Bench, on_both_engines};

use super::{Payment, lyutik};
use crate::bank::{ABSENT, BANK_NAMES, Bank, KOLOS, SETTLEMENT, TRANSIT_USD, petrov, sidorov};
use crate::books::{pay, row};
use crate::online_bank::open;

/// The correspondent account of the bank's branch.
const CORRESPONDENT: &str = "30101810845250000999";
const HOSTILE: &str = "=1+1;\"<&>\r\n+Сумма=1 日";

async fn file(bank: &Bank, format: &str, period: &str) -> Answer {
    open(bank, &sidorov(), &format!("/bank/accounts/{KOLOS}/operations/export?format={format}{period}")).await
}

/// A thousand and some operations: more than two parts of a file.
async fn filled(bench: Bench) -> Bank {
    let bank = Bank::demo(bench).await;
    let hostile = Payment {
        purpose: HOSTILE,
        document: Some("-5"),
        counterparty: Some(lyutik()),
        ..Payment::new("h", KOLOS, 123_456)
    };
    hostile.post(&bank).await;
    for index in 0..1_003 {
        Payment::new(&format!("p-{index}"), KOLOS, if index % 3 == 0 { -1 } else { 2 }).post(&bank).await;
    }
    bank
}

/// Cells of a table by RFC 4180 with semicolons, read by a reader of its own.
fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => is_quoted = !is_quoted,
            ';' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    assert!(row.is_empty() && cell.is_empty() && !is_quoted, "the last row ends");
    rows
}

on_both_engines! {
    async fn onl_01_a_table_has_every_operation_and_no_formula(bench: Bench) {
        let bank = filled(bench).await;
        let answer = file(&bank, "csv", "").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        assert_eq!(answer.header("content-disposition"), Some("attachment; \
            filename*=UTF-8''40702810800000000021_2024-01-09_2026-11-20.csv"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let text = answer.text().strip_prefix('\u{feff}').unwrap();
        let rows = rows(text);
        assert_eq!(rows.len(), 1 + 1_005);
        assert!(rows.iter().all(|row| row.len() == 15));
        let numbers: Vec<String> = (1..=1_005).map(|number: i64| number.to_string()).collect();
        assert_eq!(rows[1..].iter().map(|row| row[0].clone()).collect::<Vec<_>>(), numbers);
        let of_hostile = ["2", "2026-11-20", "2026-11-20", "Перевод", "'-5", "ООО «Лютик»", "7707083893", "770701001",
            "40702810700000000011", "044525999", "'=1+1;\"<&>\r\n+Сумма=1 日", "", "1234,56", "751234,56", "RUB"];
        // The reader drops carriage returns outside of quotes alone.
        assert_eq!(rows[2], of_hostile);
        assert_eq!(rows[3][11..14], ["0,01", "", "751234,55"]);
        let empty = file(&bank, "csv", "&from=2023-01-01&to=2023-01-31").await;
        assert_eq!(self::rows(empty.text().strip_prefix('\u{feff}').unwrap()).len(), 1);
    }

    async fn onl_01_the_exchange_text_and_the_message_have_every_operation(bench: Bench) {
        let bank = filled(bench).await;
        let utf_8 = file(&bank, "1c-utf-8", "&from=2026-11-01&to=2026-11-30").await;
        let text = utf_8.text();
        assert_eq!(text.matches("СекцияДокумент=").count(), 1_004);
        assert!(text.contains("НачальныйОстаток=750000.00\r\n") && text.contains("\r\nДатаКонца=30.11.2026\r\n"));
        assert!(text.contains("НазначениеПлатежа==1+1;\"<&>  +Сумма=1 日\r\n") && text.ends_with("КонецФайла\r\n"));
        let account = format!("\r\nРасчСчет={KOLOS}\r\n");
        for (line, count) in [
            ("\r\nОтправитель=", 1), ("\r\nПолучатель=\r\n", 1), ("\r\nДатаНачала=01.11.2026\r\n", 2),
            ("\r\nДатаКонца=30.11.2026\r\n", 2), (account.as_str(), 2), ("\r\nКонецДокумента\r\n", 1_004),
        ] {
            assert_eq!(text.matches(line).count(), count, "{line}");
        }
        let windows = file(&bank, "1c", "&from=2026-11-01&to=2026-11-30").await;
        assert_eq!(windows.header("content-type"), Some("text/plain; charset=windows-1251"));
        assert_eq!(windows.body.len(), text.replace("UTF-8", "Windows").chars().count());
        let message = file(&bank, "camt.053", "").await;
        assert_eq!(message.header("content-type"), Some("application/xml"));
        assert_eq!(message.text().matches("<Ntry>").count(), 1_005);
        let (_, parties) = message.text().split_once("<RltdPties>").unwrap();
        let (from, to) = parties.split_once("</RltdPties>").unwrap().0.split_once("<Cdtr>").unwrap();
        assert!(from.starts_with("<Dbtr>") && from.contains("ООО «Лютик»") && to.contains("ИП Колос"), "{from} {to}");
        let reader = Reader::of_payments(Limits::default()).unwrap().only("camt.053");
        if let Err(violations) = reader.read(&message.body, None) {
            panic!("{:?}", violations.list());
        }
    }

    async fn onl_01_the_document_is_pdf_a_with_the_operations(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let hostile = Payment { purpose: HOSTILE, counterparty: Some(lyutik()), ..Payment::new("h", KOLOS, 123_456) };
        hostile.post(&bank).await;
        Payment::new("out", KOLOS, -4_321).post(&bank).await;
        let answer = file(&bank, "pdf", "").await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(answer.body.starts_with(b"%PDF-"));
        testkit::documents::check(&answer.body);
        let words = testkit::documents::words(&answer.body);
        for word in ["«Лютик»", KOLOS, "7707083893", "43,21"] {
            assert!(words.iter().any(|own| own.contains(word)), "{word}: {words:?}");
        }
        // Debits are printed below one head of the table, and credits below the other.
        Payment::new("in", KOLOS, 5).post(&bank).await;
        let body = file(&bank, "pdf", "").await.body;
        for (head, other, sum) in [("Списание", "Поступление", "43,21"), ("Поступление", "Списание", "0,05")] {
            let stands_below = |head: &str| {
                let heads = testkit::documents::right_edges(&body, head);
                testkit::documents::right_edges(&body, sum).iter().any(|edge| edge.abs_diff(heads[0]) <= 1)
            };
            assert!(stands_below(head) && !stands_below(other), "{sum}");
        }
        let empty = file(&bank, "pdf", "&from=2023-01-01&to=2023-01-31").await;
        testkit::documents::check(&empty.body);
        let text = testkit::documents::words_in_order(&empty.body).join(" ");
        assert!(text.contains("За этот период операций нет."), "{text}");
    }

    async fn onl_01_files_are_refused_like_pages(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let absent = open(&bank, &petrov(), &format!("/bank/accounts/{ABSENT}/operations/export?format=csv")).await;
        assert_eq!(absent.status, StatusCode::NOT_FOUND);
        let others = open(&bank, &petrov(), &format!("/bank/accounts/{KOLOS}/operations/export?format=csv")).await;
        assert_eq!((others.status, others.notice()), (absent.status, absent.notice()));
        for query in ["", "?format=exe", "?format=csv&from=x", "?format=csv&from=2026-11-21&to=2026-11-20"] {
            let answer = open(&bank, &petrov(), &format!("/bank/accounts/{SETTLEMENT}/operations/export{query}")).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        }
        let page = open(&bank, &petrov(), &format!("/bank/accounts/{SETTLEMENT}/operations?from=&to=")).await;
        for format in ["csv", "xlsx", "pdf", "1c", "1c-utf-8", "camt.053"] {
            assert!(page.text().contains(&format!("/operations/export?format={format}&#38;from=")), "{format}: {}", page.text());
        }
    }

    async fn online_bank_03_sums_of_any_length_stay_on_one_line(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // The largest amount of one posting among them.
        let sums = [100_000_000_000, 499_985_000_000, 9_000_000_000_000_000];
        for minor in sums {
            Payment::new(&format!("big-{minor}"), KOLOS, minor).post(&bank).await;
        }
        let answer = file(&bank, "pdf", "").await;
        testkit::documents::check(&answer.body);
        let text = testkit::documents::words(&answer.body);
        // A sum that is broken leaves "000,0" at the end of a line and "0" at the start of the next.
        let is_sum = |byte: u8| byte.is_ascii_digit() || byte == b',';
        let whole = |word: &&String| word.contains(',') && word.bytes().all(is_sum);
        let ends: Vec<&String> = text.iter().filter(whole).collect();
        assert!(ends.len() >= 3 * sums.len(), "{text:?}");
        assert!(ends.iter().all(|word| word.rsplit(',').next().unwrap().len() == 2), "{ends:?}");
        assert!(!text.iter().any(|word| word == "0"), "{text:?}");
    }

    async fn online_bank_16_what_the_bank_takes_for_itself_has_a_bank_order(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&BANK_NAMES]).await;
        // An account of the bank's income, and one like it at another bank.
        for (operation, bic, paper, dated) in [
            ("2", "044525999", "Банковский ордер № 5", true),
            ("3", "044525111", "Платёжное поручение № 5", false),
        ] {
            let mut income = lyutik();
            income.account = Some("70601810900000000001".parse().unwrap());
            income.bic = Some(bic.parse().unwrap());
            let purpose = "Комиссия за ведение счёта";
            let (document, counterparty) = (Some("5"), Some(income));
            Payment { purpose, document, counterparty, ..Payment::new(bic, KOLOS, -100) }.post(&bank).await;
            let path = format!("/bank/accounts/{KOLOS}/operations/{operation}/order.pdf");
            let file = open(&bank, &sidorov(), &path).await;
            testkit::documents::check(&file.body);
            let text = testkit::documents::words_in_order(&file.body).join(" ");
            assert!(text.contains(paper), "{paper}: {text}");
            assert_eq!(text.contains("Дата 20.11.2026"), dated, "{paper}: {text}");
        }
    }

    async fn onl_05_a_debit_in_another_currency_has_no_paper_in_roubles(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&BANK_NAMES]).await;
        pay(&bank, &row("OUT-1", TRANSIT_USD, "-5.00", "2026-11-20T11:00:00+03:00")).await.unwrap();
        let path = format!("/bank/accounts/{TRANSIT_USD}/operations/2");
        let page = open(&bank, &petrov(), &path).await;
        assert!(page.text().contains("Payment OUT-1") && !page.text().contains("order.pdf"), "{}", page.text());
        assert_eq!(open(&bank, &petrov(), &format!("{path}/order.pdf")).await.status, StatusCode::NOT_FOUND);
    }

    async fn onl_05_a_debit_that_is_a_payment_has_its_order(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&BANK_NAMES]).await;
        let payment = Payment {
            purpose: "Оплата по счёту № 5",
            document: Some("17"),
            counterparty: Some(lyutik()),
            ..Payment::new("order", KOLOS, -12_305)
        };
        payment.post(&bank).await;
        Payment::new("in", KOLOS, 500).post(&bank).await;
        let path = |number: &str, operation: &str| format!("/bank/accounts/{number}/operations/{operation}/order.pdf");
        for (operation, papers) in [("1", 0), ("2", 1), ("3", 0)] {
            let page = open(&bank, &sidorov(), &format!("/bank/accounts/{KOLOS}/operations/{operation}")).await;
            assert_eq!(page.text().matches(&path(KOLOS, operation)).count(), papers, "{}", page.text());
        }
        let file = open(&bank, &sidorov(), &path(KOLOS, "2")).await;
        assert_eq!(file.header("content-type"), Some("application/pdf"), "{}", file.status);
        testkit::documents::check(&file.body);
        let text = testkit::documents::words_in_order(&file.body).join(" ");
        for part in [
            "Платёжное поручение № 17", "Сто двадцать три рубля 05 копеек", "123-05", "ООО «Лютик»", "7707083893",
            "40702810700000000011", "044525999", "Оплата по счёту № 5", KOLOS, "20.11.2026",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.contains("Банк Клиент-Банк БИК 044525999"), "an account at this bank: {text}");
        assert_eq!(text.matches(CORRESPONDENT).count(), 2, "of the payer's bank and of the payee's: {text}");
        for invented in ["Вид оп", "Очер", "Дата 20.11.2026"] {
            assert!(!text.contains(invented), "{invented}: {text}");
        }
        for (operation, bic, told) in
            [("4", "044525111", "Банк АО «Банк соседей» БИК 044525111"), ("5", "044525222", "БИК 044525222")]
        {
            let mut other = lyutik();
            other.bic = Some(bic.parse().unwrap());
            Payment { counterparty: Some(other), ..Payment::new(bic, KOLOS, -100) }.post(&bank).await;
            let file = open(&bank, &sidorov(), &path(KOLOS, operation)).await;
            let text = testkit::documents::words_in_order(&file.body).join(" ");
            assert!(text.contains(told), "{bic}: {text}");
            assert_eq!(text.contains("соседей"), operation == "4", "{bic}: {text}");
            assert_eq!(text.matches(CORRESPONDENT).count(), 1, "{bic}: {text}");
        }
        // Neither for what came in, nor for what is not there, nor for who may not see the account.
        for (number, operation) in
            [(KOLOS, "1"), (KOLOS, "3"), (KOLOS, "6"), (KOLOS, "0"), (KOLOS, "-2"), (KOLOS, "x"), (ABSENT, "2")]
        {
            let answer = open(&bank, &sidorov(), &path(number, operation)).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{number} {operation}");
        }
        assert_eq!(open(&bank, &petrov(), &path(KOLOS, "2")).await.status, StatusCode::NOT_FOUND);
    }
}
