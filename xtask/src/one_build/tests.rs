//! The comparison of trees, with differences that were planted.

use super::{lacking, read};

const ALL: &str = "serde v1.0.0\talloc,derive,std\nlog v0.4.0\tstd\nlog v0.4.0\t\nbench v0.1.0 (/bench)\t\n";

#[test]
fn equal_features_are_built_once() {
    let one = read("log v0.4.0\t\nserde v1.0.0\tstd,derive,alloc\n");
    assert!(lacking(&one, &read(ALL)).is_empty());
}

#[test]
fn a_feature_that_is_missing_is_named() {
    let one = read("serde v1.0.0\tstd\nlog v0.4.0\tstd\n");
    assert_eq!(lacking(&one, &read(ALL)), ["serde v1.0.0 lacks alloc, derive"]);
}
