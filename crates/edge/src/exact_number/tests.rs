//! Nothing is lost between the text and the value, in either direction.

use super::{ExactAmount, ExactDecimal};

#[derive(serde::Deserialize, serde::Serialize)]
struct Document {
    amount: Option<ExactAmount>,
    rate: Option<ExactDecimal>,
}

#[test]
fn numbers_keep_their_digits_through_a_document() {
    let text = r#"{"amount":90071992547409.93,"rate":0.1000}"#;
    let document: Document = serde_json::from_str(text).unwrap();
    assert_eq!(document.amount.unwrap().0.minor(), 9_007_199_254_740_993);
    assert_eq!(serde_json::to_string(&document).unwrap(), text);
}

#[test]
fn absent_and_null_are_nothing() {
    let document: Document = serde_json::from_str(r#"{"amount":null}"#).unwrap();
    assert!(document.amount.is_none() && document.rate.is_none());
}

#[test]
fn exponents_are_exact_too() {
    let document: Document = serde_json::from_str(r#"{"amount":1.5E+3,"rate":25e-1}"#).unwrap();
    assert_eq!(serde_json::to_string(&document).unwrap(), r#"{"amount":1500.00,"rate":2.5}"#);
}

#[test]
fn what_is_no_exact_number_is_refused() {
    let refused = [
        r#"{"amount":1.234}"#,
        r#"{"amount":"1.23"}"#,
        r#"{"amount":true}"#,
        r#"{"amount":92233720368547758.08}"#,
        r#"{"rate":"1"}"#,
        r#"{"rate":[1]}"#,
        r#"{"rate":0.123456789012345678901234567890123}"#,
        r#"{"rate":1.23456789012345678901234567890123e2}"#,
        r#"{"rate":1e400}"#,
    ];
    for text in refused {
        assert!(serde_json::from_str::<Document>(text).is_err(), "{text}");
    }
}
