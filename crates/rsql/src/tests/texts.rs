//! The SQL that filters become.

use super::sql;
use crate::Filter;

#[test]
fn comparisons_become_bound_values() {
    for (filter, expected) in [
        ("id==7", "(t.id in (i7))"),
        ("id!=-7", "not ((t.id in (i-7)))"),
        ("id<7", "t.id < i7"),
        ("id=le=7", "t.id <= i7"),
        ("name>a", "t.name collate \"C\" > «a»"),
        ("note!=a", "(t.note is null or not ((t.note in («a»))))"),
        ("state=in=(SIGNED,UNSIGNED)", "(t.state in («SIGNED», «UNSIGNED»))"),
        ("createdAt=ge=1970-01-01T03:00:00.000001+03:00", "t.created_at_us >= i1"),
    ] {
        assert_eq!(sql(filter).as_deref(), Ok(expected), "{filter}");
    }
}

#[test]
fn and_binds_closer_than_or() {
    let (one, two, three) = ("t.id < i1", "t.id < i2", "t.id < i3");
    for (filter, expected) in [
        ("id<1,id<2;id<3", format!("({one} or ({two} and {three}))")),
        ("id<1 or id<2 and id<3", format!("({one} or ({two} and {three}))")),
        ("id<1;id<2,id<3", format!("(({one} and {two}) or {three})")),
        ("(id<1,id<2);id<3", format!("(({one} or {two}) and {three})")),
        (" ( id < 1 OR id < 2 ) And ( id < 3 ) ", format!("(({one} or {two}) and {three})")),
        ("((id<1))", one.to_owned()),
        ("(id<1)and(id<2)", format!("({one} and {two})")),
    ] {
        assert_eq!(sql(filter).as_deref(), Ok(&*expected), "{filter}");
    }
}

#[test]
fn values_are_read_with_and_without_quotes() {
    for (value, expected) in [
        ("plain", "plain"),
        ("'single \"quoted\"'", "single \"quoted\""),
        ("\"double 'quoted'\"", "double 'quoted'"),
        ("'it\\'s'", "it's"),
        ("\"a\\\"b\\\\c\\e\"", "a\"b\\ce"),
        ("'\\*'", "*"),
        ("''", ""),
        ("C:\\path", "C:\\path"),
        ("and", "and"),
        ("Тариф+№5/%_[x]?", "Тариф+№5/%_[x]?"),
        ("' (;,=!~<>) '", " (;,=!~<>) "),
        ("('one')", "one"),
        ("'🦔'", "🦔"),
    ] {
        assert_eq!(sql(&format!("name=={value}")), Ok(format!("(t.name in («{expected}»))")), "{value}");
    }
}

#[test]
fn wildcards_become_ranges_and_parts() {
    for (value, expected) in [
        ("*", "((t.name is not null))"),
        ("ab*", "((t.name collate \"C\" >= «ab» and t.name collate \"C\" < «ac»))"),
        (
            "*ab",
            "((t.name is not null and case when length(t.name) >= 2 then \
             substr(t.name, length(t.name) - 1) = «ab» else false end))",
        ),
        (
            "*ab**c*",
            "((t.name is not null and case when length(t.name) >= 3 then \
             strpos(substr(t.name, 1, length(t.name) - 0), «ab») > 0 and \
             strpos(substr(substr(t.name, 1, length(t.name) - 0), \
             strpos(substr(t.name, 1, length(t.name) - 0), «ab») + 2), «c») > 0 else false end))",
        ),
    ] {
        assert_eq!(sql(&format!("name=={value}")).as_deref(), Ok(expected), "{value}");
    }
    assert_eq!(
        sql("name=in=(b,'a*')").as_deref(),
        Ok("(t.name in («b») or (t.name collate \"C\" >= «a» and t.name collate \"C\" < «b»))")
    );
}

#[test]
fn the_end_of_a_prefix_is_the_next_text() {
    let end = |prefix: &str| crate::pattern::end_of_prefix(prefix);
    assert_eq!(end("ab").as_deref(), Some("ac"));
    assert_eq!(end("\u{d7ff}").as_deref(), Some("\u{e000}"));
    assert_eq!(end("a\u{10ffff}").as_deref(), Some("b"));
    assert_eq!(end("\u{10ffff}"), None);
}

#[test]
fn no_filter_is_true() {
    let mut sql = String::new();
    Filter::everything().write(&mut |piece| super::written(piece, &mut sql));
    assert_eq!(sql, "true");
}
