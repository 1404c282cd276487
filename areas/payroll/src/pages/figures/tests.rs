use kernel::Language;

use super::{short_name, transfers};

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
