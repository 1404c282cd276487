use std::path::Path;

use rusqlite::{OpenFlags, StatementStatus};

use super::{READER_CACHE_KIB, open};
use crate::StoreLimits;

#[test]
fn other_values_of_parameters_do_not_plan_a_statement_again() {
    let limits = StoreLimits::default();
    let connection = open(Path::new(":memory:"), OpenFlags::default(), READER_CACHE_KIB, &limits).unwrap();
    connection.execute_batch("create table things (number bigint not null)").unwrap();
    let mut statement = connection.prepare("select number from things order by number limit ?1").unwrap();
    for limit in 1..=3 {
        statement.query([limit]).unwrap().next().unwrap();
    }
    assert_eq!(statement.get_status(StatementStatus::RePrepare), 0);
}
