use crate::{DynamicQuery, StoreError, params};

#[test]
fn parameters_are_numbered_in_order() {
    let mut query = DynamicQuery::new("Q");
    query.sql("select a from t where b = ").bind("x").sql(" and c = ").bind(2).sql(" limit ").number(7);
    assert_eq!(query.text(), "select a from t where b = $1 and c = $2 limit 7");
    assert_eq!(query.sqlite_text(), "select a from t where b = ?1 and c = ?2 limit 7");
    assert_eq!(query.parameters(), params!["x", 2]);
    assert_eq!(query.check(), Ok(()));
}

#[test]
fn the_words_that_differ_are_rewritten_for_sqlite() {
    let mut query = DynamicQuery::new("Q");
    query.sql("strpos(a collate \"C\", ").bind("strpos( collate \"C\"").sql(") > 0");
    assert_eq!(query.text(), "strpos(a collate \"C\", $1) > 0");
    assert_eq!(query.sqlite_text(), "instr(a collate binary, ?1) > 0");
    assert_eq!(query.parameters(), params!["strpos( collate \"C\""]);
}

#[test]
fn what_one_engine_would_run_otherwise_is_refused() {
    let mut numbered = DynamicQuery::new("Q");
    numbered.sql("select a from t where b = $1");
    assert!(matches!(numbered.check(), Err(StoreError::Other { query: "Q", .. })));
    let mut null = DynamicQuery::new("Q");
    null.sql("select ").bind(1).sql(", ").bind(None::<i64>);
    assert!(matches!(null.check(), Err(StoreError::Parameter { number: 2, .. })));
    let mut nul = DynamicQuery::new("Q");
    nul.sql("select ").bind("a\0b");
    assert!(matches!(nul.check(), Err(StoreError::Parameter { number: 1, .. })));
    let mut many = DynamicQuery::new("Q");
    for number in 0..=super::PARAMETERS_MAX {
        many.sql(",").bind(i64::try_from(number).unwrap());
    }
    assert!(matches!(many.check(), Err(StoreError::Parameter { number: 16_385, .. })));
}
