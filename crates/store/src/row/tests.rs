use super::{NotUtf8, RowBuilder};
use crate::columns::Columns;

fn row() -> RowBuilder {
    RowBuilder::new("QUERY", &["first", "number", "second"].into_iter().collect::<Columns>())
}

#[test]
fn texts_lie_behind_each_other_and_come_back_apart() {
    let mut built = row();
    built.text("ключ".as_bytes()).unwrap();
    built.integer(7);
    built.text(b"").unwrap();
    let row = built.build();
    assert_eq!((row.text("first"), row.integer("number"), row.text("second")), (Ok("ключ"), Ok(7), Ok("")));
}

#[test]
fn a_text_that_is_not_utf_8_is_refused() {
    let mut built = row();
    built.text("ключ".as_bytes()).unwrap();
    assert_eq!(built.text(b"a\xffb"), Err(NotUtf8));
    // Nor are the halves of a character.
    assert_eq!(built.text(b"\xd0"), Err(NotUtf8));
    assert_eq!(built.text(b"\xb0"), Err(NotUtf8));
}
