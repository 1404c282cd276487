use super::{Columns, slot};

#[test]
fn every_name_is_found_where_it_stands() {
    let names: Vec<String> = (0..300).map(|number| format!("column_{number}")).collect();
    let columns: Columns = names.iter().map(String::as_str).collect();
    for (index, name) in names.iter().enumerate() {
        assert_eq!(columns.position(name), Some(index), "{name}");
    }
    assert_eq!(columns.position("column_300"), None);
    assert_eq!(columns.position(""), None);
}

#[test]
fn names_that_share_a_place_are_told_apart() {
    let columns: Columns = ["abxcd", "acxbd"].into_iter().collect();
    assert_eq!(slot("abxcd"), slot("acxbd"));
    assert_eq!(columns.position("abxcd"), Some(0));
    assert_eq!(columns.position("acxbd"), Some(1));
}

#[test]
fn the_first_of_two_columns_of_one_name_counts() {
    let columns: Columns = ["name", "name"].into_iter().collect();
    assert_eq!(columns.position("name"), Some(0));
}
