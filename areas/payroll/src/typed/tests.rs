use kernel::Money;

use super::{UnclearMark, amount, day};
use crate::transfer::SentAmount;

#[test]
fn amounts_are_read_as_people_write_them() {
    for (typed, minor) in [
        ("100,50", 10_050),
        ("100.5", 10_050),
        ("1 234\u{a0}567,89", 123_456_789),
        ("1\u{202f}000", 100_000),
        ("007", 700),
        ("00,01", 1),
        ("0", 0),
        ("-5", -500),
        ("5,0", 500),
        ("1,234.50", 123_450),
        ("1.234,5", 123_450),
        ("1,234,567", 123_456_700),
        ("1.234.567,89", 123_456_789),
        ("-1,234,567.8", -123_456_780),
        ("1'000", 100_000),
        ("1\u{2019}234\u{2019}567.01", 123_456_701),
        ("50\u{2009}000,5", 5_000_050),
        ("92'233'720'368'547'758.07", i64::MAX),
        ("92,233,720,368,547,758.07", i64::MAX),
        ("92233720368547758,07", i64::MAX),
        ("-92 233 720 368 547 758,08", i64::MIN),
    ] {
        assert_eq!(amount(typed), Ok(SentAmount::Exact(Money::from_minor(minor))), "{typed}");
    }
}

#[test]
fn anything_else_stays_the_text_that_it_is() {
    for typed in [
        "",
        "x",
        "1e3",
        "1E+3",
        "1,234.567",
        "1,23,456",
        "1,2345,678",
        "1 23",
        "1234 567",
        "1 234'567",
        "1 234,567.50",
        "1,234,567,8",
        "1,234.5.6",
        "1,,234",
        "1.234,",
        ",500",
        "5,0000",
        "92,233,720,368,547,758.08",
        "+5",
        ",5",
        "5,",
        "--5",
        "-",
        "92233720368547758,08",
        "0x10",
        "１００",
        "Infinity",
        "NaN",
        "5 ₽",
        "=1+1",
    ] {
        assert_eq!(amount(typed), Ok(SentAmount::Other(typed.to_owned())), "{typed}");
    }
}

#[test]
fn money_h09_one_mark_before_three_digits_is_taken_neither_for_thousands_nor_for_kopecks() {
    for typed in
        ["50,000", "1.000", "-1,005", "0,000", " 50,000 ", "1 234,500", "1234.567", "999999999999999,999"]
    {
        assert_eq!(amount(typed), Err(UnclearMark), "{typed}");
    }
}

#[test]
fn days_are_read_in_both_orders() {
    assert_eq!(day("17.05.1990"), "1990-05-17");
    for same in ["1990-05-17", "31.02.1990", "7.5.1990", "17.05.90", "17/05/1990", "+7.05.1990", ""] {
        assert_eq!(day(same), same);
    }
}
