use super::operations::{missing, names};
use super::requirements::gaps;
use crate::source::Source;

#[test]
fn a_row_without_a_test_is_a_gap() {
    let sources =
        [Source::planted("areas/accounts/tests/it/list.rs", "async fn acc_04_lists_by_number() {}")];
    assert!(gaps(&["acc_04"], &sources).is_empty());
    assert_eq!(gaps(&["acc_04", "acc_05"], &sources).len(), 1);
}

#[test]
fn a_function_outside_the_tests_is_no_test() {
    let sources = [Source::planted("areas/accounts/src/list.rs", "fn acc_04_lists_by_number() {}")];
    assert_eq!(gaps(&["acc_04"], &sources).len(), 1);
}

#[test]
fn a_longer_number_is_another_row() {
    let sources = [Source::planted("areas/payroll/tests/it/a.rs", "fn pay_11_x() {}")];
    assert_eq!(gaps(&["pay_1"], &sources).len(), 1);
}

#[test]
fn an_operation_without_a_row_is_named() {
    let operations = names(r#"{"paths":{"/v1/accounts":{"get":{},"parameters":[]},"/token":{"post":{}}}}"#)
        .expect("a description");
    assert_eq!(operations, ["GET /v1/accounts", "POST /token"]);
    assert_eq!(missing(&operations, r#"row("GET /v1/accounts")"#).len(), 1);
    assert!(missing(&operations, r#"row("GET /v1/accounts") row("POST /token")"#).is_empty());
}

#[test]
fn a_description_without_operations_is_an_error() {
    assert!(names(r#"{"paths":{}}"#).is_err());
}
