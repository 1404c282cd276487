//! Sorts.

use super::FIELDS;
use crate::{KEYS_MAX, RsqlErrorKind, SORT_CHARACTERS_MAX, Sort};

fn sql(sort: &Sort) -> String {
    let mut sql = String::new();
    sort.write(&mut |piece| super::written(piece, &mut sql));
    sql
}

#[test]
fn keys_come_from_repeated_values_and_semicolons() {
    for (values, expected) in [
        (&["createdAt,desc"][..], "t.created_at_us desc, t.id desc"),
        (&["createdAt"], "t.created_at_us asc, t.id asc"),
        (&["state,asc;createdAt,desc"], "t.state collate \"C\" asc, t.created_at_us desc, t.id desc"),
        (&["state,asc", "createdAt,desc"], "t.state collate \"C\" asc, t.created_at_us desc, t.id desc"),
        (&["note,desc"], "t.note collate \"C\" desc nulls last, t.id desc"),
        (&["note,asc;name,asc"], "t.note collate \"C\" asc nulls last, t.name collate \"C\" asc, t.id asc"),
        (&["id,desc"], "t.id desc"),
        (&[], "t.id asc"),
    ] {
        let sort = Sort::parse(values, &FIELDS).unwrap().then("t.id");
        assert_eq!(sql(&sort), expected, "{values:?}");
    }
}

#[test]
fn errors_name_value_and_character() {
    let names = FIELDS.names().collect::<Vec<_>>();
    for (values, kind, index, position, allowed) in [
        (&[""][..], RsqlErrorKind::UnknownField, 0, 1, &names[..]),
        (&["id;"], RsqlErrorKind::UnknownField, 0, 4, &names),
        (&["id", ",asc"], RsqlErrorKind::UnknownField, 1, 1, &names),
        (&["id,asc;Имя,asc"], RsqlErrorKind::UnknownField, 0, 8, &names),
        (&["id", "createdAt; state"], RsqlErrorKind::UnknownField, 1, 11, &names),
        (&["id,up"], RsqlErrorKind::UnknownDirection, 0, 4, &["asc", "desc"]),
        (&["id,"], RsqlErrorKind::UnknownDirection, 0, 4, &["asc", "desc"]),
        (&["id,asc,desc"], RsqlErrorKind::UnknownDirection, 0, 4, &["asc", "desc"]),
        (&["id,DESC"], RsqlErrorKind::UnknownDirection, 0, 4, &["asc", "desc"]),
        (&["id;state,desc;id,asc"], RsqlErrorKind::RepeatedField, 0, 15, &[]),
        (&["id", "id"], RsqlErrorKind::RepeatedField, 1, 1, &[]),
        (&["t.id"], RsqlErrorKind::UnknownField, 0, 1, &names),
        (&["id desc"], RsqlErrorKind::UnknownField, 0, 1, &names),
        (&["id,desc--"], RsqlErrorKind::UnknownDirection, 0, 4, &["asc", "desc"]),
    ] {
        let error = Sort::parse(values, &FIELDS).unwrap_err();
        let found = (error.kind(), error.value_index(), error.position(), error.allowed());
        assert_eq!(found, (kind, index, position, allowed), "{values:?}");
    }
}

#[test]
fn limits() {
    static MANY: crate::Fields = crate::Fields::new(&[
        crate::Field::integer("a", "a"),
        crate::Field::integer("b", "b"),
        crate::Field::integer("c", "c"),
        crate::Field::integer("d", "d"),
        crate::Field::integer("e", "e"),
        crate::Field::integer("f", "f"),
        crate::Field::integer("g", "g"),
        crate::Field::integer("h", "h"),
        crate::Field::integer("i", "i"),
    ]);
    assert!(Sort::parse(&["a;b;c;d;e;f;g;h"], &MANY).is_ok());
    let error = Sort::parse(&["a;b;c;d;e;f;g;h;i"], &MANY).unwrap_err();
    assert_eq!(error.kind(), RsqlErrorKind::TooMany { what: "keys", most: KEYS_MAX });
    let long = "ы".repeat(SORT_CHARACTERS_MAX + 1);
    let error = Sort::parse(&[long], &MANY).unwrap_err();
    assert_eq!(
        (error.kind(), error.position()),
        (
            RsqlErrorKind::TooMany { what: "characters in a sort", most: SORT_CHARACTERS_MAX },
            SORT_CHARACTERS_MAX + 1
        )
    );
}
