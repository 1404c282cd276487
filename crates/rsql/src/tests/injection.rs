//! Attempts to get SQL into the text of a query. Each is refused, or is a value and nothing else.

use super::FIELDS;
use crate::{Filter, Piece, Sort};

/// Things that were tried against filters before, as values, fields, operators and directions.
pub(super) const ATTEMPTS: [&str; 26] = [
    "1' or '1'='1",
    "1; drop table requests; --",
    "1) or (1=1",
    "' or 1=1 --",
    "\\' or 1=1 --",
    "\\\\' or 1=1 --",
    "\" or \"\"=\"",
    "1 union select password from users",
    "1/**/union/**/select/**/1",
    "$1",
    "?1",
    ":id",
    "@id",
    "%' or '%'='",
    "_%",
    "[a-z]*",
    "\u{2019} or 1=1",
    "\u{ff07} or 1=1",
    "\u{0}",
    "a\nb;--",
    "E'\\x27'",
    "$$;select pg_sleep(10)$$",
    "t.id",
    "id) or true or (id",
    "strpos(name, 'x')",
    "{\"$ne\": null}",
];

#[test]
fn attempts_are_values_or_refused() {
    for attempt in ATTEMPTS {
        let quoted = attempt.replace('\\', "\\\\").replace('\'', "\\'");
        let filters = [
            attempt.to_owned(),
            format!("name=={attempt}"),
            format!("name=='{quoted}'"),
            format!("name=='{attempt}'"),
            format!("{attempt}==1"),
            format!("id={attempt}=1"),
            format!("id=in=({attempt})"),
            format!("state=={attempt}"),
            format!("createdAt=={attempt}"),
        ];
        for filter in &filters {
            let Ok(filter) = Filter::parse(filter, &FIELDS) else { continue };
            filter.write(&mut |piece| is_ours(piece));
        }
        for sort in [attempt.to_owned(), format!("{attempt},asc"), format!("id,{attempt}")] {
            assert!(Sort::parse(&[&sort], &FIELDS).is_err(), "{sort}");
        }
    }
}

#[test]
fn a_quoted_attempt_reaches_the_database_as_it_is() {
    for attempt in ATTEMPTS.into_iter().filter(|attempt| !attempt.contains('\0')) {
        let quoted = attempt.replace('\\', "\\\\").replace('\'', "\\'").replace('*', "\\*");
        let mut values = Vec::new();
        let filter = Filter::parse(&format!("name=='{quoted}'"), &FIELDS).unwrap();
        filter.write(&mut |piece| {
            if let Piece::Text(text) = piece {
                values.push(text.to_owned());
            }
        });
        assert_eq!(values, [attempt]);
    }
}

/// The text is made of the program's own words alone.
pub(super) fn is_ours(piece: Piece<'_>) {
    const WORDS: [&str; 37] = [
        "",
        "true",
        "(",
        ")",
        "))",
        " or ",
        " and ",
        ", ",
        " in (",
        " is null or ",
        "not (",
        " is not null",
        " < ",
        " <= ",
        " > ",
        " >= ",
        "case when length(",
        ") >= ",
        " then ",
        " else false end",
        "substr(",
        ", length(",
        ") - ",
        ") = ",
        "strpos(",
        ") > 0",
        ", strpos(",
        ") + ",
        " collate \"C\"",
        " asc",
        " desc",
        " nulls last",
        "t.id",
        "t.state",
        "t.name",
        "t.note",
        "t.created_at_us",
    ];
    if let Piece::Sql(text) = piece {
        assert!(WORDS.contains(&text), "{text:?}");
    }
}
