//! Searches and their finds.

use jiff::civil::date;
use kernel::{Instant, Money};

use super::*;
use crate::ledger::EntryKind;
use crate::operation::Side;

fn operation(minor: i64) -> Operation {
    Operation {
        number: 1,
        booked_at: Instant::from_unix_seconds(0),
        value_date: date(2026, 11, 20),
        kind: EntryKind::Transfer,
        document: Some("17-Б".to_owned()),
        amount: Money::from_minor(minor),
        balance: Money::ZERO,
        purpose: "Оплата по счёту № 5; НДС нет".to_owned(),
        other: Side {
            name: Some("ООО «Лютик»".to_owned()),
            account: Some("40702810700000000011".to_owned()),
            inn: Some("7707083893".to_owned()),
            ..Side::default()
        },
    }
}

fn finds(text: &str, minor: i64) -> bool {
    Search::parse(text).unwrap().unwrap().finds(&operation(minor))
}

#[test]
fn onl_01_a_search_finds_texts_in_capitals_or_not() {
    for text in ["лютик", " ЛЮТИК ", "17-б", "0000000011", "7707083893", "СЧЁТУ № 5", "счету  №\u{a0}5", ";"]
    {
        assert!(finds(text, -5_000), "{text}");
    }
    for text in ["ромашка", "лютик ндс", "%", "_", "*"] {
        assert!(!finds(text, -5_000), "{text}");
    }
    assert_eq!(Search::parse("  \u{a0} "), Ok(None));
    assert!(Search::parse(&"я".repeat(100)).unwrap().is_some());
    assert_eq!(Search::parse(&"я".repeat(101)), Err(SearchError));
}

#[test]
fn onl_01_a_search_finds_an_amount_however_it_is_written() {
    for text in ["1234,5", "1234.50", "1 234,50", "1\u{a0}234,5", "-1234.5", "\u{2212}1234,50"] {
        assert!(finds(text, -123_450) && finds(text, 123_450), "{text}");
    }
    // As the pages of both languages write it.
    for text in ["+1\u{a0}234,50\u{a0}₽", "\u{2212}1,234.50\u{a0}$", "1,234.50\u{a0}€", "1,234.5"] {
        assert!(finds(text, -123_450) && finds(text, 123_450), "{text}");
    }
    assert!(finds("1,234,567.89\u{a0}¥", 123_456_789) && !finds("1.234,50", 123_450));
    assert!(!finds("1234", -123_450) && !finds("1234.505", -123_450));
    assert!(finds("-92233720368547758.08", i64::MIN));
}
