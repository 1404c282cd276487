//! Every limit, at it and one above it.

use super::FIELDS;
use crate::{
    CHARACTERS_MAX, COMPARISONS_MAX, DEPTH_MAX, Filter, PATTERNS_MAX, Piece, RsqlErrorKind,
    VALUE_CHARACTERS_MAX, VALUES_MAX, WILDCARDS_MAX,
};

/// Finds the excess of a filter and its position; nothing when the filter is fine.
fn excess(filter: &str) -> Option<(&'static str, usize, usize)> {
    match Filter::parse(filter, &FIELDS) {
        Ok(_) => None,
        Err(error) => match error.kind() {
            RsqlErrorKind::TooMany { what, most } => Some((what, most, error.position())),
            kind => Some((Box::leak(kind.to_string().into_boxed_str()), 0, error.position())),
        },
    }
}

#[test]
fn length() {
    let blanks = |length: usize| format!("id==1{}", " ".repeat(length - 5));
    assert_eq!(excess(&blanks(CHARACTERS_MAX)), None);
    let expected = ("characters in a filter", CHARACTERS_MAX, CHARACTERS_MAX + 1);
    assert_eq!(excess(&blanks(CHARACTERS_MAX + 1)), Some(expected));
    // Characters count, not bytes.
    assert_eq!(excess(&format!("name=='{}'", "ы".repeat(VALUE_CHARACTERS_MAX))), None);
}

#[test]
fn value() {
    let of = |length: usize| format!("id==1;name=={}", "a".repeat(length));
    assert_eq!(excess(&of(VALUE_CHARACTERS_MAX)), None);
    let expected = ("characters in a value", VALUE_CHARACTERS_MAX, 13);
    assert_eq!(excess(&of(VALUE_CHARACTERS_MAX + 1)), Some(expected));
}

#[test]
fn depth() {
    let of = |depth: usize| format!("{}id==1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(excess(&of(DEPTH_MAX)), None);
    let expected = ("parentheses inside each other", DEPTH_MAX, DEPTH_MAX + 1);
    assert_eq!(excess(&of(DEPTH_MAX + 1)), Some(expected));
    assert_eq!(excess(&of(CHARACTERS_MAX / 4)), Some(expected));
}

#[test]
fn comparisons() {
    let of = |number: usize| vec!["id==1"; number].join(",");
    assert_eq!(excess(&of(COMPARISONS_MAX)), None);
    let position = COMPARISONS_MAX * "id==1,".len() + "id".len() + 1;
    assert_eq!(excess(&of(COMPARISONS_MAX + 1)), Some(("comparisons", COMPARISONS_MAX, position)));
}

#[test]
fn values() {
    let of = |number: usize| format!("id=in=({})", vec!["1"; number].join(","));
    assert_eq!(excess(&of(VALUES_MAX)), None);
    let position = "id=in=(".len() + VALUES_MAX * 2 + 1;
    assert_eq!(excess(&of(VALUES_MAX + 1)), Some(("values in a list", VALUES_MAX, position)));
}

#[test]
fn wildcards() {
    let of = |number: usize| format!("name==*{}", "a*".repeat(number - 1));
    assert_eq!(excess(&of(WILDCARDS_MAX)), None);
    assert_eq!(excess(&of(WILDCARDS_MAX + 1)), Some(("wildcards in a value", WILDCARDS_MAX, 7)));
    // Neighbours count as one, stars in quotes after a backslash not at all.
    assert_eq!(excess(&format!("name==a{}b", "*".repeat(100))), None);
    assert_eq!(excess(&format!("name=='{}'", "\\*".repeat(100))), None);
}

#[test]
fn patterns() {
    let of = |number: usize| format!("name=in=({})", vec!["a*"; number].join(","));
    assert_eq!(excess(&of(PATTERNS_MAX)), None);
    let position = "name=in=(".len() + PATTERNS_MAX * 3 + 1;
    assert_eq!(excess(&of(PATTERNS_MAX + 1)), Some(("values with wildcards", PATTERNS_MAX, position)));
}

#[test]
fn the_worst_filter_stays_small() {
    // As many of the dearest patterns as fit.
    let pattern = format!("*{}", "a*".repeat(WILDCARDS_MAX - 1));
    let filter = format!("note=out=({})", vec![pattern; PATTERNS_MAX].join(","));
    let (mut length, mut parameters) = (0, 0);
    Filter::parse(&filter, &FIELDS).unwrap().write(&mut |piece| match piece {
        Piece::Sql(text) => length += text.len(),
        Piece::Number(_) => length += 3,
        Piece::Integer(_) | Piece::Text(_) => parameters += 1,
    });
    assert!(length < 100_000, "{length}");
    assert!(parameters < 1_000, "{parameters}");
}
