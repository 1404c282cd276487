//! The refused texts and the positions of their errors.

use super::{FIELDS, sql};
use crate::RsqlErrorKind::{self, *};
use crate::{Filter, RsqlError};

fn error(filter: &str) -> RsqlError {
    Filter::parse(filter, &FIELDS).map(|_| filter).unwrap_err()
}

#[test]
fn errors_name_the_character() {
    let cases: [(&str, RsqlErrorKind, usize); 44] = [
        ("", ExpectedField, 1),
        ("  ", ExpectedField, 3),
        ("()", ExpectedField, 2),
        (";", ExpectedField, 1),
        ("id==1;", ExpectedField, 7),
        ("id==1 and", ExpectedField, 10),
        ("id==1,,id==2", ExpectedField, 7),
        ("Id==1", UnknownField, 1),
        ("id==1;имя==2", UnknownField, 7),
        ("t.id==1", UnknownField, 1),
        ("id", ExpectedOperator, 3),
        ("id 1", ExpectedOperator, 4),
        ("id=1", ExpectedOperator, 3),
        ("id!1", ExpectedOperator, 3),
        ("id=lt1", ExpectedOperator, 3),
        ("id=eq=1", UnknownOperator, 3),
        ("id=LT=1", UnknownOperator, 3),
        ("id=like=1", UnknownOperator, 3),
        ("state=gt=SIGNED", UnfitOperator, 6),
        ("state < SIGNED", UnfitOperator, 7),
        ("id==", ExpectedValue, 5),
        ("id==,id==1", ExpectedValue, 5),
        ("id=in=()", ExpectedValue, 8),
        ("id=in=(1,)", ExpectedValue, 10),
        ("id===1", ExpectedValue, 5),
        ("name==~a", ExpectedValue, 7),
        ("id==(1,2)", OneValue, 7),
        ("name=='abc", UnclosedQuote, 7),
        ("name=='abc\\'", UnclosedQuote, 7),
        ("name==\"abc'", UnclosedQuote, 7),
        ("id=in=(1", UnclosedList, 9),
        ("id=in=(1;2)", UnclosedList, 9),
        ("(id==1", UnclosedParenthesis, 7),
        ("(id==1 id==2)", ExpectedConjunction, 8),
        ("id==1)", ExpectedConjunction, 6),
        ("id==1 xor id==2", ExpectedConjunction, 7),
        ("имя", UnknownField, 1),
        ("name=='ёж';id==я", NotAnInteger, 16),
        ("state==signed", NotAName, 8),
        ("state==SIGN*", NotAName, 8),
        ("name>a*", UnfitWildcard, 6),
        ("name==a\\*", UnquotedEscape, 8),
        ("name=='a\0'", Nul, 7),
        ("name=='a\\\0'", Nul, 7),
    ];
    for (filter, kind, position) in cases {
        let error = error(filter);
        assert_eq!((error.kind(), error.position()), (kind, position), "{filter:?}");
        assert_eq!(error.value_index(), 0);
    }
}

#[test]
fn numbers_and_moments_are_read_strictly() {
    for value in ["1.0", "+1", "0x1", "1e3", "--1", "-", "''", "9223372036854775808", "1*", "*", "'1 '", "١"]
    {
        assert_eq!(error(&format!("id=={value}")).kind(), NotAnInteger, "{value}");
    }
    assert!(sql("id=in=(9223372036854775807,-9223372036854775808,007)").is_ok());
    for value in [
        "2026-11-21",
        "2026-11-21T12:00:00",
        "2026-11-21T12:00Z",
        "'2026-11-21 12:00:00Z'",
        "2026-11-21T12:00:00+03",
        "2026-11-21T12:00:00+0300",
        "2026-11-21T12:00:00.1234567Z",
        "2026-11-21T12:00:00.Z",
        "2026-11-21T12:00:00,5Z",
        "2026-13-21T12:00:00Z",
        "2026-02-30T12:00:00Z",
        "2026-11-21T24:00:00Z",
        "2026-11-21t12:00:00z",
        "2026-11-21T12:00:00Z[Europe/Moscow]",
        "-002026-11-21T12:00:00Z",
        "2026-11-21T12:00:00*",
        "now",
        "ы",
        "''",
    ] {
        assert_eq!(error(&format!("createdAt=={value}")).kind(), NotAMoment, "{value}");
    }
    for value in ["2026-11-21T12:00:00Z", "2026-11-21T12:00:00.123456-11:30", "0001-01-01T00:00:00+00:00"] {
        assert!(sql(&format!("createdAt=={value}")).is_ok(), "{value}");
    }
}

#[test]
fn errors_say_what_is_allowed() {
    let fields = ["id", "state", "name", "note", "createdAt"];
    assert_eq!(error("x==1").allowed(), fields);
    assert_eq!(error("id==1;").allowed(), fields);
    assert_eq!(error("state==X").allowed(), ["UNSIGNED", "SIGNED"]);
    assert_eq!(error("state<SIGNED").allowed(), ["==", "!=", "=in=", "=out="]);
    assert_eq!(error("id~1").allowed().len(), 12);
    assert!(error("id==x").allowed().is_empty());
}

#[test]
fn messages_do_not_repeat_the_filter() {
    let error = error("<script>==1");
    assert_eq!(error.to_string(), "a field or an opening parenthesis is missing, at character 1");
    let error = self::error("name=='a';state=='<b>'");
    assert_eq!(error.to_string(), "the value is not one of the allowed names, at character 18");
}
