use crate::columns::Columns;
use crate::row::{BULK_PLACE, RowBuilder};
use crate::{Joined, Row, StoreError};

fn row(names: &[&'static str], integers: &[Option<i64>]) -> Row {
    let mut built = RowBuilder::new("QUERY", &names.iter().copied().collect::<Columns>());
    for integer in integers {
        match integer {
            Some(integer) => built.integer(*integer),
            None => built.null(),
        }
    }
    built.build()
}

#[test]
fn a_value_has_as_many_columns_as_its_statement() {
    let three = row(&["a", "b", "c"], &[Some(1), Some(2), Some(3)]);
    assert_eq!(three.whole(), Ok((1_i64, (2_i64, 3_i64))));
    assert!(matches!(three.whole::<(i64, i64)>(), Err(StoreError::Inconsistency { .. })));
    assert!(matches!(three.whole::<((i64, i64), i128)>(), Err(StoreError::Inconsistency { .. })));
    // The position of a bulk reading is no column of the statement.
    assert_eq!(row(&["a", BULK_PLACE], &[Some(1), Some(0)]).whole(), Ok(1_i64));
}

#[test]
fn a_join_that_found_nothing_is_nothing_and_no_fault() {
    let absent = row(&["a", "b", "c"], &[Some(1), None, None]);
    assert_eq!(absent.whole(), Ok((1_i64, Joined::<(i64, i64)>(None))));
    // A column after the first may not be NULL where the join has found a row.
    let torn = row(&["a", "b", "c"], &[Some(1), Some(2), None]);
    assert!(matches!(torn.whole::<(i64, Joined<(i64, i64)>)>(), Err(StoreError::Inconsistency { .. })));
}
