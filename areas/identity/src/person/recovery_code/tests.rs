use std::collections::HashSet;

use aws_lc_rs::hmac;
use kernel::{SeededRandomness, UserId};

use super::{RECOVERY_CODES, RecoveryCode};

#[test]
fn a_set_has_ten_codes_and_each_comes_back_however_it_is_typed() {
    let codes = RecoveryCode::mint_set(&SeededRandomness::new(1));
    let texts: HashSet<String> = codes.iter().map(RecoveryCode::text).collect();
    assert_eq!(texts.len(), RECOVERY_CODES);
    for code in codes {
        let text = code.text();
        assert_eq!((text.len(), text.matches('-').count()), (19, 3), "{text}");
        for typed in [
            text.clone(),
            text.to_lowercase(),
            text.replace('-', " "),
            format!("  {} ", text.replace('-', "")),
            text.replace('O', "0").replace('I', "1"),
        ] {
            assert_eq!(RecoveryCode::read(&typed), Some(code.clone()), "{typed}");
        }
    }
}

#[test]
fn other_texts_are_no_codes() {
    let long = format!("ABCD-EFGH-IJKL-MNOP{}", " ".repeat(64));
    for typed in [
        "",
        "123456",
        "ABCD-EFGH-IJKL-MNO",
        "ABCD-EFGH-IJKL-MNOPQ",
        "ABCD-EFGH-IJKL-MN8P",
        &long,
        "АBCDEFGHIJKLMNOP",
    ] {
        assert_eq!(RecoveryCode::read(typed), None, "{typed}");
    }
}

#[test]
fn what_is_stored_is_bound_to_the_user_and_the_key() {
    let [first, second]: [UserId; 2] = ["U1".parse().unwrap(), "U2".parse().unwrap()];
    let key = |byte| hmac::Key::new(hmac::HMAC_SHA256, &[byte; 32]);
    let code = RecoveryCode::read("ABCD-EFGH-IJKL-MNOP").unwrap();
    let stored = code.hmac(&key(1), &first);
    assert_eq!(stored, code.hmac(&key(1), &first));
    assert_ne!(stored, code.hmac(&key(1), &second));
    assert_ne!(stored, code.hmac(&key(2), &first));
}
