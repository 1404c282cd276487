use std::collections::HashSet;

use kernel::Currency;

#[test]
fn every_code_is_found_again_by_either_name() {
    let mut numbers = HashSet::new();
    for currency in Currency::all() {
        assert_eq!(currency.alphabetic().parse(), Ok(currency));
        assert_eq!(Currency::from_numeric(currency.numeric()), Some(currency));
        assert!(numbers.insert(currency.numeric()), "{currency} shares its number");
        assert!((1..=999).contains(&currency.numeric()), "{currency}");
        assert!(currency.minor_digits().is_none_or(|digits| digits <= 4), "{currency}");
        assert!(currency.alphabetic().bytes().all(|byte| byte.is_ascii_uppercase()), "{currency}");
        assert_eq!(currency.alphabetic().len(), 3, "{currency}");
    }
    assert_eq!(Currency::all().len(), 179, "178 codes of ISO 4217 and RUR");
}

#[test]
fn the_rouble_has_two_codes() {
    assert_eq!((Currency::RUR.alphabetic(), Currency::RUR.numeric()), ("RUR", 810));
    assert_eq!((Currency::RUB.alphabetic(), Currency::RUB.numeric()), ("RUB", 643));
    assert!(Currency::RUR.is_national() && Currency::RUB.is_national() && !Currency::USD.is_national());
}

#[test]
fn minor_digits_follow_the_standard() {
    let digits = |code: &str| code.parse::<Currency>().unwrap().minor_digits();
    assert_eq!(digits("USD"), Some(2));
    assert_eq!(digits("JPY"), Some(0));
    assert_eq!(digits("BHD"), Some(3));
    assert_eq!(digits("CLF"), Some(4));
    assert_eq!(digits("XAU"), None);
}

#[test]
fn withdrawn_and_misspelt_codes_are_refused() {
    for text in ["", "usd", "US", "USDD", "HRK", "BGN", "ZWL", "SLL", "ANG", "РУБ", "RU\0"] {
        assert!(text.parse::<Currency>().is_err(), "{text:?}");
    }
    assert_eq!(Currency::from_numeric(0), None);
    assert_eq!(Currency::from_numeric(1000), None);
}
