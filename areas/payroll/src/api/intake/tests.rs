use proptest::prelude::*;
use serde_json::{Value, json};

use super::field_errors::ERRORS_MAX;
use super::read;
use crate::transfer::SentAmount;

fn payload() -> Value {
    json!({
        "externalId": "salary-1", "account": "40702810600000000001", "transfersCount": 1, "totalAmount": 100.5,
        "enrollmentCode": "01",
        "transfers": [{
            "lastName": "Смирнова", "firstName": "Анна", "orderNumber": 1, "amount": 100.5,
            "account": "40817810000000000101", "currency": "RUR"
        }]
    })
}

#[test]
fn pay_01_a_right_request_is_read() {
    let read = read(json!({ "payload": payload() }).to_string().as_bytes()).unwrap();
    let submission = read.into_submission().unwrap();
    assert_eq!(submission.terms.external_id.as_str(), "salary-1");
    assert_eq!(submission.transfers.len(), 1);
    assert!(submission.signed.is_none() && submission.purpose.is_none());
}

#[test]
fn pay_01_numbers_are_taken_from_their_text() {
    for (lexeme, expected) in [
        ("100", "100.00"),
        ("100.10", "100.10"),
        ("1.5e2", "150.00"),
        ("0.07", "0.07"),
        ("92233720368547758.07", "92233720368547758.07"),
        ("1.001", "1.001"),
        ("92233720368547758.08", "92233720368547758.08"),
    ] {
        let text = json!({ "payload": payload() }).to_string();
        let text = text.replace("\"amount\":100.5", &format!("\"amount\":{lexeme}"));
        let submission = read(text.as_bytes()).unwrap().into_submission().unwrap();
        let amount = submission.transfers.iter().next().unwrap().amount;
        assert_eq!(amount.text(), expected);
        let is_exact = matches!(amount, SentAmount::Exact(_));
        assert_eq!(is_exact, !matches!(lexeme, "1.001" | "92233720368547758.08"), "{lexeme}");
    }
}

#[test]
fn pay_02_integers_of_other_spellings_are_told_from_fractions() {
    for (lexeme, is_integer) in [
        ("7", true),
        ("7.0", true),
        ("7.5", false),
        ("7e0", false),
        ("9223372036854775807", true),
        ("9223372036854775808", false),
        ("-1", true),
    ] {
        let text = json!({ "payload": payload() }).to_string();
        let text = text.replace("\"orderNumber\":1", &format!("\"orderNumber\":{lexeme}"));
        let read = read(text.as_bytes()).unwrap();
        assert_eq!(read.errors.is_empty(), is_integer, "{lexeme}: {:?}", read.errors);
    }
}

#[test]
fn pay_02_the_list_of_faults_has_an_end_and_says_how_many_there_are() {
    let wrong: Vec<Value> = (0..5_000).map(|_| json!({})).collect();
    let mut payload = payload();
    payload["transfers"] = json!(wrong);
    let read = read(json!({ "payload": payload }).to_string().as_bytes()).unwrap();
    assert_eq!(read.errors.len(), ERRORS_MAX + 1);
    let last = &read.errors[ERRORS_MAX];
    assert_eq!(last.message, format!("and {} further faults, which are not listed", 5_000 * 6 - ERRORS_MAX));
}

#[test]
fn pay_02_too_many_transfers_are_told_before_what_is_wrong_with_each() {
    let mut payload = payload();
    payload["transfers"] = json!(vec![json!([]); 10_001]);
    let read = read(json!({ "payload": payload }).to_string().as_bytes()).unwrap();
    assert_eq!(read.errors[0].message, "transfers must have from 1 to 10000 items, not 10001");
    assert_eq!(read.errors[1].message, "transfers[0] must be an object");
    let more = 10_001 - ERRORS_MAX;
    assert_eq!(read.errors.len(), ERRORS_MAX + 1);
    assert_eq!(read.errors[ERRORS_MAX].message, format!("and {more} further faults, which are not listed"));
}

/// Any JSON, often close to what is expected.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,30}".prop_map(Value::from),
        Just(json!("USD")),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        let name = prop_oneof![Just("percent".to_owned()), Just("currency".to_owned()), "\\PC{0,6}"];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(name, inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

const FIELDS: [&str; 13] = [
    "externalId",
    "account",
    "transfersCount",
    "totalAmount",
    "date",
    "number",
    "conversionRates",
    "enrollmentCode",
    "incomeCode",
    "purpose",
    "responsiblePerson",
    "reportingPeriod",
    "transfers",
];

proptest! {
    #[test]
    fn pay_02_whatever_stands_in_a_field_only_that_field_is_blamed(index in 0..FIELDS.len(), value in anything()) {
        let (mut payload, field) = (payload(), FIELDS[index]);
        payload[field] = value;
        let read = read(json!({ "payload": payload }).to_string().as_bytes()).unwrap();
        for fault in &read.errors {
            prop_assert_eq!(fault.field, field);
            prop_assert!(fault.message.starts_with(field), "{}", fault.message);
        }
        prop_assert_eq!(read.errors.is_empty(), read.into_submission().is_ok());
    }

    #[test]
    fn pay_02_whatever_stands_in_a_transfer_the_path_names_it(value in anything(), name in "[a-zA-Z]{1,12}") {
        let mut payload = payload();
        payload["transfers"][0][&name] = value;
        let read = read(json!({ "payload": payload }).to_string().as_bytes()).unwrap();
        for fault in &read.errors {
            prop_assert_eq!(fault.field, "transfers");
            let path = format!("transfers[0].{name}");
            prop_assert!(fault.message.starts_with(&path), "{}", fault.message);
        }
    }

    #[test]
    fn pay_02_no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
    }
}
