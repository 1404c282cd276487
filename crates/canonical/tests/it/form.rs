//! The canonical form of good texts.

use proptest::prelude::*;
use serde_json::Value;

fn form(json: &str) -> String {
    String::from_utf8(canonical::bytes(json).unwrap()).unwrap()
}

#[test]
fn pay_11_numbers_stay_as_they_were_written() {
    for lexeme in ["0", "-0", "1.10", "100.50", "1e2", "1E+2", "-0.0e-0", "123456789012345678901234567890.12"]
    {
        assert_eq!(form(&format!(" {lexeme} ")), lexeme);
    }
}

#[test]
fn pay_11_names_are_sorted_by_utf_16_at_every_depth() {
    assert_eq!(form(r#"{ "b" : 1 , "a" : { "d" : [ ] , "c" : { } } }"#), r#"{"a":{"c":{},"d":[]},"b":1}"#);
    // U+1F600 begins with the unit D83D, which is below U+FB33; in UTF-8 it is above.
    assert_eq!(
        form("{\"\u{fb33}\":1,\"\u{1f600}\":2,\"\u{20ac}\":3}"),
        "{\"\u{20ac}\":3,\"\u{1f600}\":2,\"\u{fb33}\":1}"
    );
    // The name decides, not the way it was escaped.
    assert_eq!(form(r#"{"b":1,"\u0061":2}"#), r#"{"a":2,"b":1}"#);
}

#[test]
fn pay_11_strings_are_written_as_rfc_8785_does() {
    assert_eq!(
        form(r#""\u20ac\/\u000F\u000a\u0041'\u0042\u0022\u005c\\\"\ud83d\ude00\b\f\r\t""#),
        "\"€/\\u000f\\nA'B\\\"\\\\\\\\\\\"😀\\b\\f\\r\\t\""
    );
    assert_eq!(form("\"\u{7f}\u{2028}ё\""), "\"\u{7f}\u{2028}ё\"");
}

#[test]
fn pay_11_the_digest_is_the_sha_256_of_the_form() {
    // printf '{"a":"Ё","b":1.50}' | openssl dgst -sha256
    let digest = canonical::digest("{ \"b\": 1.50, \"a\": \"\\u0401\" }").unwrap();
    assert_eq!(
        digest,
        [
            0x4a, 0xac, 0x31, 0x89, 0x27, 0x74, 0xe3, 0x3c, 0x9e, 0xb1, 0x51, 0x44, 0xbd, 0x41, 0x99, 0xf1,
            0x6e, 0x8b, 0x2b, 0x36, 0x40, 0x48, 0xbe, 0x8e, 0x27, 0x11, 0x62, 0xb3, 0x98, 0x84, 0x95, 0x19
        ]
    );
}

/// JSON whose numbers are in their shortest form.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn pay_11_shortest_numbers_give_the_bytes_of_rfc_8785(value in json()) {
        let expected = serde_json_canonicalizer::to_vec(&value).unwrap();
        prop_assert_eq!(canonical::bytes(&value.to_string()).unwrap(), expected.clone());
        let spread = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(canonical::bytes(&spread).unwrap(), expected);
    }

    #[test]
    fn the_form_of_a_form_is_itself(value in json()) {
        let once = canonical::bytes(&value.to_string()).unwrap();
        let text = String::from_utf8(once.clone()).unwrap();
        prop_assert_eq!(canonical::bytes(&text).unwrap(), once);
    }

    #[test]
    fn what_is_accepted_is_what_another_reader_accepts(text in r#"[\[\]{}:," 0-9a-fntru\\.eE+-]{0,24}"#) {
        let ours = canonical::bytes(&text);
        let theirs = serde_json::from_str::<Value>(&text);
        match ours {
            Ok(_) => prop_assert!(theirs.is_ok() || theirs.unwrap_err().to_string().contains("out of range")),
            Err(canonical::CanonicalError::RepeatedName { .. }) => prop_assert!(theirs.is_ok()),
            Err(_) => prop_assert!(theirs.is_err()),
        }
    }
}
