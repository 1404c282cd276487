//! The exchange text, read back by a reader of the tests' own.

use encoding_rs::WINDOWS_1251;

use super::super::tests::{head, operations as examples};
use super::*;

fn written(encoding: Encoding) -> Vec<u8> {
    let (head, some) = (head(), examples());
    [begin(&head, encoding), operations(&head, encoding, &some), end(encoding)].concat()
}

/// The sections of a text, each with its lines in order.
fn sections(text: &str) -> Vec<Vec<(String, String)>> {
    let mut sections = vec![Vec::new()];
    for line in text.strip_suffix("\r\n").unwrap().split("\r\n") {
        assert!(!line.contains(['\r', '\n']), "{line:?}");
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        if name.starts_with("Секция") || name == "КонецФайла" {
            sections.push(Vec::new());
        }
        sections.last_mut().unwrap().push((name.to_owned(), value.to_owned()));
    }
    sections
}

fn value<'a>(section: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let mut values = section.iter().filter(|(own, _)| own == name);
    let value = values.next().map(|(_, value)| value.as_str());
    assert!(values.next().is_none(), "{name} occurs once");
    value
}

#[test]
fn onl_01_the_exchange_text_has_the_sections_of_the_format() {
    let text = String::from_utf8(written(Encoding::Utf8)).unwrap();
    let sections = sections(&text);
    assert_eq!(sections.len(), 5);
    let [head, account, credit, debit, end] = &sections[..] else { panic!("{sections:?}") };
    assert_eq!(head[0].0, "1CClientBankExchange");
    let of_head = [
        "ВерсияФормата",
        "Кодировка",
        "ДатаСоздания",
        "ВремяСоздания",
        "ДатаНачала",
        "ДатаКонца",
        "РасчСчет",
    ];
    assert_eq!(
        of_head.map(|name| value(head, name).unwrap()),
        ["1.03", "UTF-8", "01.12.2026", "12:00:00", "01.11.2026", "30.11.2026", "40702810600000000001"]
    );
    let of_account = ["НачальныйОстаток", "ВсегоПоступило", "ВсегоСписано", "КонечныйОстаток"];
    assert_eq!(of_account.map(|name| value(account, name).unwrap()), ["1.00", "0.50", "2.00", "-0.50"]);
    assert_eq!(account.last().unwrap().0, "КонецРасчСчет");
    let of_document = ["СекцияДокумент", "Номер", "Дата", "Сумма", "ПлательщикСчет", "ПолучательСчет"];
    assert_eq!(
        of_document.map(|name| value(credit, name).unwrap()),
        ["Платежное поручение", "17-Б", "20.11.2026", "0.50", "40702810700000000011", "40702810600000000001"]
    );
    assert_eq!(value(credit, "ДатаПоступило"), Some("20.11.2026"));
    assert_eq!(value(credit, "ДатаСписано"), None);
    assert_eq!((value(credit, "ПолучательКПП"), value(credit, "ПлательщикКПП")), (Some("770701001"), None));
    assert_eq!(
        of_document.map(|name| value(debit, name).unwrap()),
        ["Банковский ордер", "2", "20.11.2026", "2.00", "40702810600000000001", ""]
    );
    assert_eq!((value(debit, "ДатаСписано"), value(debit, "Получатель")), (Some("20.11.2026"), None));
    assert_eq!(end[0].0, "КонецФайла");
}

#[test]
fn onl_01_no_text_adds_a_line_to_the_exchange_text() {
    let text = String::from_utf8(written(Encoding::Utf8)).unwrap();
    let sections = sections(&text);
    let purpose = value(&sections[2], "НазначениеПлатежа").unwrap();
    assert!(purpose.starts_with("=cmd|' /C calc'!A0;\"<&>  КонецДокумента Сумма=1  日本"), "{purpose}");
    assert_eq!(value(&sections[2], "Сумма"), Some("0.50"));
    assert_eq!(value(&sections[2], "Плательщик"), Some("<ООО> & \"Лютик\" Получатель=Вор"));
    assert_eq!(value(&sections[3], "НазначениеПлатежа").unwrap().chars().count(), 512);
}

#[test]
fn onl_01_a_letter_that_windows_1251_lacks_is_a_question_mark() {
    let bytes = written(Encoding::Windows);
    let (text, _, is_broken) = WINDOWS_1251.decode(&bytes);
    assert!(!is_broken);
    assert!(text.contains("Кодировка=Windows\r\n") && text.contains("??"));
    assert!(text.contains("Ёё№«»") && !text.contains("&#"), "{text}");
    let plain = String::from_utf8(written(Encoding::Utf8)).unwrap();
    let same = plain.replace("UTF-8", "Windows").replace(['日', '本', '\u{ffff}'], "?");
    assert_eq!(text, same);
}
