use std::collections::HashSet;

use super::{EachField, FIELDS};

#[test]
fn pay_01_no_two_fields_share_a_name_a_member_or_a_column() {
    let mut names = HashSet::from(["line", "statement_id"]);
    let mut wire_names = HashSet::new();
    for field in &FIELDS {
        assert!(wire_names.insert(field.wire_name), "{}", field.wire_name);
        assert!(!field.columns.is_empty(), "{}", field.name);
        for column in field.columns {
            assert!(names.insert(column), "{column}");
        }
        assert!(
            field.description.ends_with('.') && !field.description.contains("  "),
            "{}",
            field.description
        );
    }
}

#[test]
fn pay_01_each_field_is_found_by_the_name_that_requests_give_it() {
    for (index, field) in FIELDS.iter().enumerate() {
        let mut marks = EachField::<bool>::default();
        *marks.of_wire_name(field.wire_name).unwrap() = true;
        let marked: Vec<usize> =
            (0..).zip(marks.into_list()).filter(|(_, mark)| *mark).map(|(at, _)| at).collect();
        assert_eq!(marked, [index], "{}", field.wire_name);
    }
    assert!(EachField::<bool>::default().of_wire_name("order_number").is_none());
}
