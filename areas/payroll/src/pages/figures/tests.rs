use kernel::Language;

use super::{short_name, told, transfers};
use crate::catalogue::{Code, Reason};

#[test]
fn onl_08_days_and_rates_of_reasons_are_written_as_the_pages_write_them() {
    for (code, parameters, russian, english) in [
        (Code::P06, &["2026-11-19"][..], "19 ноября 2026 ", "19 November 2026 "),
        (
            Code::P07,
            &["2028-02-29", "366"],
            "29 февраля 2028 позже чем через 366",
            "29 February 2028 is more than 366",
        ),
        (Code::P13, &["7", "2026-11-01"], "№ 7 от 1 ноября 2026:", "statement 7 of 1 November 2026:"),
        (Code::P14, &["2026-12-31", "2027-01-11"], "31 декабря 2026 — не", "31 December 2026 is no"),
        (Code::P14, &["2026-12-31", "2027-01-11"], "исполнена 11 января 2027", "on 11 January 2027"),
        (Code::P15, &["17:00", "2026-11-23"], "После 17:00 ", "After 17:00 "),
        (Code::P15, &["17:00", "2026-11-23"], "день: 23 ноября 2026", "day: 23 November 2026"),
        (
            Code::P30,
            &["USD", "92.5", "80", "2.5"],
            "USD 92,5 выше курса банка 80 больше чем на 2,5 %",
            "rate 92.5 for USD is above the bank's rate 80 by more than 2.5 %",
        ),
        (
            Code::P32,
            &["USD", "80.85", "90.5", "2"],
            "USD 80,85 ниже курса банка 90,5 (",
            "rate 80.85 for USD",
        ),
        (Code::D20, &["USD", "92.5", "80", "2"], "USD 92,5 выше", "rate 92.5 for USD"),
        (Code::D24, &["USD", "80.85", "90.5", "2"], "исполнения 90,5 (", "execution 90.5 ("),
        (
            Code::D27,
            &["а", "b", "2026-11-20", "1234.50"],
            "но 20 ноября 2026 вернулось 1 234,50 ₽: а",
            "but 1,234.50 roubles came back on 20 November 2026: b",
        ),
        // Something that is no day stays as it is.
        (Code::P06, &["?"], "ведомости ? уже", "date ? has"),
    ] {
        let reason = Reason::with(code, parameters.iter().copied());
        for (language, part) in [(Language::Russian, russian), (Language::English, english)] {
            let text = told(&reason, language).replace('\u{a0}', " ");
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn names_become_short() {
    assert_eq!(short_name("Петров Пётр Ильич"), "Петров\u{a0}П.\u{a0}И.");
    assert_eq!(short_name("Мадонна"), "Мадонна");
    assert_eq!(short_name(""), "");
}

#[test]
fn numbers_take_their_word() {
    let russian = |count| transfers(count, Language::Russian);
    for (count, text) in [
        (1, "1\u{a0}перевод"),
        (2, "2\u{a0}перевода"),
        (5, "5\u{a0}переводов"),
        (11, "11\u{a0}переводов"),
        (12, "12\u{a0}переводов"),
        (21, "21\u{a0}перевод"),
        (24, "24\u{a0}перевода"),
        (25, "25\u{a0}переводов"),
        (111, "111\u{a0}переводов"),
        (10_000, "10000\u{a0}переводов"),
    ] {
        assert_eq!(russian(count), text);
    }
    assert_eq!(transfers(1, Language::English), "1\u{a0}transfer");
    assert_eq!(transfers(0, Language::English), "0\u{a0}transfers");
}
