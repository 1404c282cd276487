use rusqlite::Connection;

use super::query;
use crate::{Query, StoreError};

/// A column whose text is not UTF-8, after one that is.
static BROKEN_TEXT: Query = Query::new("BROKEN_TEXT", "select 'ключ' as name, cast(x'61ff' as text) as city");
static HALF_A_CHARACTER: Query =
    Query::new("HALF_A_CHARACTER", "select cast(x'd0' as text) as name, cast(x'b0' as text) as city");
/// A number that no table may hold.
static FRACTION: Query = Query::new("FRACTION", "select 1 as units, 1.5 as rate");

fn refused(asked: &'static Query) -> (String, String) {
    let connection = Connection::open_in_memory().unwrap();
    match query(&connection, asked, &[], 1) {
        Err(StoreError::Inconsistency { query, column, reason }) if query == asked.name() => (column, reason),
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn what_is_no_value_names_its_column() {
    assert_eq!(refused(&BROKEN_TEXT), ("city".to_owned(), "is not UTF-8".to_owned()));
    assert_eq!(refused(&HALF_A_CHARACTER), ("name".to_owned(), "is not UTF-8".to_owned()));
    assert_eq!(refused(&FRACTION), ("rate".to_owned(), "is a binary fraction".to_owned()));
}
