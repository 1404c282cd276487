use kernel::{Inn, InnError};
use proptest::prelude::*;

#[test]
fn right_numbers_are_taken() {
    for text in ["7707123458", "7707654321", "770712345633", "7707083893", "500100732259"] {
        assert_eq!(text.parse::<Inn>().map(String::from).as_deref(), Ok(text));
    }
}

#[test]
fn the_form_is_told_from_the_check_digits() {
    for text in ["", "770712345", "77071234581", "7707123456330", "770712345x", "٧٧٠٧١٢٣٤٥٨"] {
        assert_eq!(text.parse::<Inn>(), Err(InnError::Form), "{text:?}");
    }
    for text in ["7707123459", "770712345634", "770712345643"] {
        assert_eq!(text.parse::<Inn>(), Err(InnError::Checksum), "{text}");
    }
}

proptest! {
    #[test]
    fn a_company_number_has_one_right_check_digit(digits in "[0-9]{9}") {
        let right = (0..10).filter(|check| format!("{digits}{check}").parse::<Inn>().is_ok()).count();
        prop_assert_eq!(right, 1);
    }

    #[test]
    fn a_person_number_has_one_right_pair_of_check_digits(digits in "[0-9]{10}") {
        let right = (0..100).filter(|check| format!("{digits}{check:02}").parse::<Inn>().is_ok()).count();
        prop_assert_eq!(right, 1);
    }
}
