//! Languages and their texts.

use jiff::civil::date;
use kernel::{Language, Translated};

#[test]
fn every_month_has_a_name_in_every_language() {
    for language in Language::ALL {
        let mut names: Vec<&str> = (1..=12).map(|month| language.month_of(date(2026, month, 1))).collect();
        names.sort_unstable();
        names.dedup();
        assert!(names.len() == 12 && names.iter().all(|name| !name.is_empty()), "{names:?}");
    }
    assert_eq!(Language::Russian.month_of(date(2026, 11, 20)), "ноября");
    assert_eq!(Language::English.month_of(date(2026, 1, 1)), "January");
}

#[test]
fn a_text_is_given_in_the_language_that_is_asked_for() {
    let text = Translated { russian: "Банк".to_owned(), english: "Bank".to_owned() };
    assert_eq!(Language::ALL.map(|language| text.in_language(language)), ["Банк", "Bank"]);
}
