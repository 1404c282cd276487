use super::*;

#[test]
fn only_plain_parameters_in_their_order_are_copied() {
    let copied = text("insert into things (key, label)\n        values ($1, $2)", 2);
    assert_eq!(copied.as_deref(), Some("copy things (key, label) from stdin (format binary)"));
    for other in [
        "insert into things (key, label) values ($2, $1)",
        "insert into things (key, label) values ($1, 'text')",
        "insert into things (key, label) values ($1, coalesce($2, ''))",
        "insert into things (key, label) values ($1, $2, $2)",
        "insert into things (key, label) values ($1)",
        "insert into things (key, label) values ($1, $2) on conflict (key) do nothing",
        "insert into things (key, label) values ($1, $2) on conflict (key) do update set label = trim($2)",
        "insert into things (key, label) select $1, $2",
    ] {
        assert_eq!(text(other, 2), None, "{other}");
    }
}

#[test]
fn a_field_is_its_length_and_its_bytes() {
    let mut out = BytesMut::new();
    put_field(&Column::Integers(&[7, 258]), 1, &Type::INT8, &mut out).unwrap();
    put_field(&Column::OptionalTexts(&[Some("x"), None]), 1, &Type::TEXT, &mut out).unwrap();
    put_field(&Column::Same(crate::Value::Text("ab".to_owned())), 1, &Type::TEXT, &mut out).unwrap();
    let expected = [&[0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 2][..], &[255; 4], &[0, 0, 0, 2, b'a', b'b']].concat();
    assert_eq!(out, expected);
}
