//! Texts that have no canonical form.

use canonical::{CanonicalError, DEPTH_MAX, bytes};

#[test]
fn pay_11_a_name_that_stands_twice_is_refused() {
    assert_eq!(bytes(r#"{"a":1,"a":1}"#), Err(CanonicalError::RepeatedName { position: 0 }));
    assert_eq!(bytes(r#"[{"b":1,"a":1,"\u0062":2}]"#), Err(CanonicalError::RepeatedName { position: 1 }));
}

#[test]
fn pay_11_nesting_has_a_limit() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(bytes(&nested(DEPTH_MAX)).is_ok());
    assert_eq!(bytes(&nested(DEPTH_MAX + 1)), Err(CanonicalError::Depth { position: DEPTH_MAX }));
    // Deep enough to end a thread that has no limit.
    assert!(bytes(&nested(1_000_000)).is_err());
}

#[test]
fn what_is_no_json_is_refused_where_it_begins_to_be_none() {
    for (text, position) in [
        ("", 0),
        ("nul", 0),
        ("01", 1),
        ("1.", 2),
        ("-", 1),
        ("1 2", 2),
        ("[1,]", 3),
        (r#"{"a" 1}"#, 5),
        (r#"{"a":1,}"#, 7),
        ("\"a\nb\"", 2),
        (r#""\x""#, 2),
        (r#""\u12g4""#, 3),
        ("\"open", 5),
    ] {
        assert_eq!(bytes(text), Err(CanonicalError::Syntax { position }), "{text}");
    }
}

#[test]
fn half_a_surrogate_pair_is_refused() {
    for text in [r#""\ud83d""#, r#""\ude00""#, r#""\ud83d\u0041""#] {
        assert_eq!(bytes(text), Err(CanonicalError::Surrogate { position: 1 }), "{text}");
    }
}
