//! Headers as browsers, libraries and the careless send them.

use http::{HeaderMap, HeaderValue, header::ACCEPT_LANGUAGE};
use kernel::Language::{self, English, Russian};

use super::accept_language;

fn asked(values: &[&str]) -> Language {
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(ACCEPT_LANGUAGE, HeaderValue::from_str(value).unwrap());
    }
    accept_language(&headers).unwrap_or_default()
}

#[test]
fn the_language_with_the_highest_quality_is_taken() {
    let cases: &[(&str, Language)] = &[
        ("ru", Russian),
        ("en", English),
        ("EN", English),
        ("en-GB", English),
        ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", Russian),
        ("en-US,en;q=0.9,ru;q=0.8", English),
        ("ru;q=0.8, en;q=0.9", English),
        ("ru;q=0.801, en;q=0.8", Russian),
        ("en;q=0.5;q=1, ru;q=0.4", Russian),
        ("en, ru", English),
        ("ru, en", Russian),
        ("de, en;q=0.1", English),
        ("de", Russian),
        ("", Russian),
        ("*", Russian),
        ("en;q=0.5, *", Russian),
        ("en, *;q=0.5", English),
        ("ru;q=0, *", English),
        ("ru;q=0", Russian),
        ("ru;q=0, en;q=0.001", English),
        ("en;q=0.000, ru;q=0.1", Russian),
        ("en;q=1.000", English),
        ("en;q=1.001, ru;q=0.1", Russian),
        ("en;q=0.1234, ru;q=0.1", Russian),
        ("en;q=, ru;q=0.1", Russian),
        ("en ; Q=0.9 , ru ; q=0.1", English),
        ("english", Russian),
        ("en_US", Russian),
        (",,en,,", English),
    ];
    for (header, language) in cases {
        assert_eq!(asked(&[header]), *language, "{header:?}");
    }
}

#[test]
fn without_the_header_nothing_is_asked_for_and_several_lines_are_one_list() {
    assert_eq!(accept_language(&HeaderMap::new()), None);
    assert_eq!(asked(&["de", "ru;q=0.5", "en;q=0.6"]), English);
}

#[test]
fn a_header_that_is_not_text_counts_as_absent() {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_bytes(b"en\xff").unwrap());
    assert_eq!(accept_language(&headers), None);
}

#[test]
fn ranges_after_the_limit_are_ignored() {
    let many = format!("{}en", "de,".repeat(super::LANGUAGE_RANGES_MAX));
    assert_eq!(asked(&[&many]), Russian);
    let fewer = format!("{}en", "de,".repeat(super::LANGUAGE_RANGES_MAX - 1));
    assert_eq!(asked(&[&fewer]), English);
}
