//! Filters and sorts of any bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rsql::{Field, Fields, Filter, Piece, Sort};

static FIELDS: Fields = Fields::new(&[
    Field::integer("id", "r.id"),
    Field::enumeration("state", "r.state", &["UNSIGNED", "SIGNED"]),
    Field::text("name", "r.name"),
    Field::text("note", "r.note").optional(),
    Field::moment("createdAt", "r.created_at_us"),
]);

/// Every piece of text that a condition or an order may consist of.
const WORDS: [&str; 37] = [
    "", "true", "(", ")", "))", " or ", " and ", ", ", " in (", " is null or ", "not (", " is not null", " < ",
    " <= ", " > ", " >= ", "case when length(", ") >= ", " then ", " else false end", "substr(", ", length(", ") - ",
    ") = ", "strpos(", ") > 0", ", strpos(", ") + ", " collate \"C\"", " asc", " desc", " nulls last", "r.id",
    "r.state", "r.name", "r.note", "r.created_at_us",
];
/// The longest SQL that the limits allow, with room to spare.
const SQL_BYTES_MAX: usize = 200_000;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let characters = text.chars().count();
    match Filter::parse(text, &FIELDS) {
        Ok(filter) => assert!(!sql(|sink| filter.write(sink)).is_empty()),
        Err(error) => {
            assert!((1..=characters.min(rsql::CHARACTERS_MAX) + 1).contains(&error.position()), "{error}");
        }
    }
    let values: Vec<&str> = text.split('\n').collect();
    match Sort::parse(&values, &FIELDS) {
        Ok(sort) => assert!(sql(|sink| sort.then("r.id").write(sink)).contains("r.id")),
        Err(error) => {
            let length = values[error.value_index()].chars().count();
            assert!((1..=length + 1).contains(&error.position()), "{error}");
        }
    }
});

/// The SQL, after a look at each piece; the parentheses outside of values are paired.
fn sql(write: impl FnOnce(&mut dyn FnMut(Piece<'_>))) -> String {
    let mut sql = String::new();
    write(&mut |piece| match piece {
        Piece::Sql(text) => {
            assert!(WORDS.contains(&text), "{text:?}");
            sql.push_str(text);
        }
        Piece::Number(number) => sql.push_str(&number.to_string()),
        Piece::Integer(_) => sql.push('?'),
        Piece::Text(text) => {
            assert!(!text.contains('\0'));
            sql.push('?');
        }
    });
    assert!(sql.len() < SQL_BYTES_MAX);
    assert_eq!(sql.matches('(').count(), sql.matches(')').count(), "{sql}");
    sql
}
