//! Codes and sentences.

use kernel::Language;

use super::ReasonCode;

/// The longest proprietary status reason of auth.027 (`Max35Text`).
const CODE_CHARACTERS_MAX: usize = 35;

#[test]
fn codes_are_read_back_and_fit_into_a_status_report() {
    for code in ReasonCode::ALL {
        assert_eq!(code.as_str().parse(), Ok(code));
        assert!(code.as_str().len() <= CODE_CHARACTERS_MAX);
    }
    assert!("account_key".parse::<ReasonCode>().is_err());
}

#[test]
fn every_code_has_a_sentence_of_its_own_in_every_language() {
    let sentences = |found: &str| -> Vec<String> {
        let of = |language: &Language| ReasonCode::ALL.map(|code| code.message(found, *language));
        Language::ALL.iter().flat_map(of).collect()
    };
    let mut all = sentences("VALUE");
    // Nothing was found where something is missing, and where the bank itself failed.
    let without_value = all.iter().filter(|sentence| !sentence.contains("VALUE")).count();
    assert_eq!(without_value, 2 * Language::ALL.len());
    for code in ReasonCode::ALL {
        let names = |language: &Language| code.message("VALUE", *language).contains("VALUE");
        assert!(Language::ALL.iter().all(|language| names(language) == code.names_found()), "{code}");
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), ReasonCode::ALL.len() * Language::ALL.len());
}
