use super::RowBuilder;
use crate::StoreError;
use crate::columns::Columns;

fn row() -> RowBuilder {
    RowBuilder::new("QUERY", &["first", "number", "second"].into_iter().collect::<Columns>())
}

fn column_of(error: StoreError) -> String {
    match error {
        StoreError::Inconsistency { query: "QUERY", column, .. } => column,
        error => panic!("{error:?}"),
    }
}

#[test]
fn texts_lie_behind_each_other_and_come_back_apart() {
    let mut built = row();
    built.text("ключ".as_bytes());
    built.integer(7);
    built.text(b"");
    let row = built.build().unwrap();
    assert_eq!((row.text("first"), row.integer("number"), row.text("second")), (Ok("ключ"), Ok(7), Ok("")));
}

#[test]
fn a_text_that_is_not_utf_8_names_its_column() {
    let mut built = row();
    built.text("ключ".as_bytes());
    built.integer(7);
    built.text(b"a\xffb");
    assert_eq!(column_of(built.build().unwrap_err()), "second");
}

#[test]
fn a_character_over_two_columns_is_none() {
    let mut built = row();
    built.text(b"\xd0");
    built.integer(7);
    built.text(b"\xb0");
    let row = built.build().unwrap();
    assert_eq!(column_of(row.text("first").unwrap_err()), "first");
    assert_eq!(column_of(row.text("second").unwrap_err()), "second");
}
