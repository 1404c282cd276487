//! Random texts, near the language and far from it: no text panics, and no text becomes SQL.

use proptest::prelude::*;

use super::FIELDS;
use super::injection::is_ours;
use crate::{CHARACTERS_MAX, Filter, Sort};

/// Pieces that filters are made of.
fn near_the_language() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "id",
        "state",
        "name",
        "note",
        "createdAt",
        "==",
        "!=",
        "=lt=",
        "<",
        ">=",
        "=in=",
        "=out=",
        "(",
        ")",
        ";",
        ",",
        " and ",
        " or ",
        "'",
        "\"",
        "\\",
        "*",
        "1",
        "SIGNED",
        "2026-11-21T12:00:00Z",
        "ы",
        "🦔",
        " ",
        "\0",
        "~",
        "=",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_text_panics_or_becomes_sql(text in prop_oneof![near_the_language(), any::<String>()]) {
        match Filter::parse(&text, &FIELDS) {
            Ok(filter) => filter.write(&mut |piece| is_ours(piece)),
            Err(error) => {
                let length = text.chars().count().min(CHARACTERS_MAX);
                prop_assert!((1..=length + 1).contains(&error.position()), "{error}");
            }
        }
        if let Ok(sort) = Sort::parse(&[&text], &FIELDS) {
            sort.then("t.id").write(&mut |piece| is_ours(piece));
        }
    }

    #[test]
    fn any_text_in_quotes_is_that_text(text in "[^\0]{0,64}") {
        let quoted = text.replace('\\', "\\\\").replace('"', "\\\"").replace('*', "\\*");
        let sql = super::sql(&format!("name==\"{quoted}\""));
        prop_assert_eq!(sql, Ok(format!("(t.name in («{text}»))")));
    }
}
