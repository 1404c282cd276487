//! The hand-written JSON is JSON, whatever the texts hold.

use proptest::prelude::*;

use super::*;

fn written(value: &str) -> String {
    let mut out = Vec::new();
    text(&mut out, "", value);
    String::from_utf8(out).unwrap()
}

proptest! {
    #[test]
    fn any_text_reads_back(value in any::<String>()) {
        let read: String = serde_json::from_str(&written(&value)).unwrap();
        prop_assert_eq!(read, value);
    }

    #[test]
    fn any_amount_is_its_own_lexeme(minor in any::<i64>()) {
        let mut out = Vec::new();
        amount(&mut out, "", Money::from_minor(minor));
        let lexeme = String::from_utf8(out).unwrap();
        let read: &serde_json::value::RawValue = serde_json::from_str(&lexeme).unwrap();
        prop_assert_eq!(Money::from_lexeme(read.get()).unwrap().minor(), minor);
    }
}

#[test]
fn special_characters_are_escaped() {
    assert_eq!(written("a\"b\\c\u{1}\u{1f}я"), r#""a\"b\\c\u0001\u001fя""#);
}
