use kernel::{AccountNumber, Bic, Currency};
use proptest::prelude::*;

/// The accounts of the demo data at the bank 044525999, whose keys are known to be right.
const RIGHT: [&str; 10] = [
    "40702810600000000001",
    "40702840200000000002",
    "42102810400000000003",
    "40702810500000000004",
    "40702810700000000011",
    "40702810800000000021",
    "40817810000000000101",
    "40817810300000000102",
    "40817810600000000103",
    "40817810800000000107",
];

fn bic(text: &str) -> Bic {
    text.parse().unwrap()
}

fn number(text: &str) -> AccountNumber {
    text.parse().unwrap()
}

#[test]
fn known_control_keys_are_valid_and_are_found_again() {
    let bank = bic("044525999");
    for text in RIGHT {
        assert!(number(text).control_key_is_valid(&bank), "{text}");
        let keyless = format!("{}0{}", &text[..8], &text[9..]);
        assert_eq!(number(&keyless).with_control_key(&bank).as_str(), text);
    }
    assert!(number("40817810000000000201").control_key_is_valid(&bic("044525998")));
    assert!(!number("40817810000000000201").control_key_is_valid(&bank));
}

#[test]
fn parts_of_a_number() {
    let account = number("40702840200000000002");
    assert_eq!(account.currency_digits(), "840");
    assert_eq!(account.currency(), Some(Currency::USD));
    assert_eq!(number("40702810600000000001").currency(), Some(Currency::RUR));
    assert_eq!(number("40702000600000000001").currency(), None);
}

#[test]
fn only_twenty_ascii_digits_are_a_number() {
    for text in [
        "",
        "4070281060000000000",
        "407028106000000000011",
        "4070281060000000000a",
        " 4070281060000000000",
        "4070281060000000000\0",
        "٤٠٧٠٢٨١٠٦٠",
    ] {
        assert!(text.parse::<AccountNumber>().is_err(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn exactly_one_key_is_valid(digits in "[0-9]{20}", bank in "[0-9]{9}") {
        let bank = bic(&bank);
        let valid: Vec<String> = (0..10)
            .map(|key| format!("{}{key}{}", &digits[..8], &digits[9..]))
            .filter(|text| number(text).control_key_is_valid(&bank))
            .collect();
        prop_assert_eq!(valid, vec![number(&digits).with_control_key(&bank).as_str().to_owned()]);
    }

    #[test]
    fn one_mistyped_digit_is_noticed(digits in "[0-9]{20}", bank in "[0-9]{9}", at in 0_usize..20, by in 1_u8..10) {
        let bank = bic(&bank);
        let right = number(&digits).with_control_key(&bank);
        let mut bytes = right.as_str().as_bytes().to_vec();
        bytes[at] = b'0' + (bytes[at] - b'0' + by) % 10;
        let wrong = number(std::str::from_utf8(&bytes).unwrap());
        prop_assert!(!wrong.control_key_is_valid(&bank));
    }
}
