use kernel::{Bic, ClientId, Cnum, Kpp, UserId};

#[test]
fn a_bic_is_nine_digits() {
    assert_eq!("044525999".parse::<Bic>().unwrap().last_three_digits(), "999");
    for text in ["", "04452599", "0445259990", "04452599x", "０44525999"] {
        assert!(text.parse::<Bic>().is_err(), "{text:?}");
    }
}

#[test]
fn a_kpp_may_have_letters_in_its_reason_only() {
    for text in ["770701001", "7707AZ001"] {
        assert_eq!(text.parse::<Kpp>().unwrap().as_str(), text);
    }
    for text in ["", "77070100", "7707010011", "770A01001", "7707az001", "770701O01", "7707Ф1001"] {
        assert!(text.parse::<Kpp>().is_err(), "{text:?}");
    }
}

#[test]
fn a_cnum_is_capital_letters_and_digits() {
    for text in ["C00001", "1", "ABCDEFGHIJ0123456789"] {
        assert_eq!(text.parse::<Cnum>().unwrap().as_str(), text);
    }
    for text in ["", "c00001", "ABCDEFGHIJ01234567890", "C-1", "С00001", "C00001\n"] {
        assert!(text.parse::<Cnum>().is_err(), "{text:?}");
    }
}

#[test]
fn identifiers_are_short_and_plain() {
    assert!("demo-erp".parse::<ClientId>().is_ok());
    assert!("U00001".parse::<UserId>().is_ok());
    for text in ["", "a b", "a/b", "ключ", "a\0", &"x".repeat(65)] {
        assert!(text.parse::<UserId>().is_err(), "{text:?}");
    }
}
