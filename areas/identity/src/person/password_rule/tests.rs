//! Passwords that are taken, and those that are not.

use super::{COMMON, PASSWORD_CHARACTERS, PasswordRuleError, check};

#[test]
fn a_password_is_neither_too_short_nor_too_long() {
    let long = |characters: usize| "ж7".chars().cycle().take(characters).collect::<String>();
    for characters in [0, 1, 7, 257, 10_000] {
        assert_eq!(check(&long(characters), "ivanova"), Err(PasswordRuleError::Length), "{characters}");
    }
    for characters in [*PASSWORD_CHARACTERS.start(), 64, *PASSWORD_CHARACTERS.end()] {
        assert_eq!(check(&long(characters), "ivanova"), Ok(()), "{characters}");
    }
}

#[test]
fn what_everybody_tries_first_is_refused() {
    for common in [
        "password",
        "Password",
        "PASSWORD",
        "password1",
        "Password123!",
        "P@ssw0rd",
        "12345678",
        "87654321",
        "00000000",
        "qwertyui",
        "Qwerty12345",
        "1q2w3e4r",
        "gfhjkm123",
        "Пароль2026",
        "zarplata2026",
        "  password ",
        "aaaaaaaa",
        "abcdefgh",
    ] {
        assert_eq!(check(common, "ivanova"), Err(PasswordRuleError::Common), "{common}");
    }
    assert_eq!(check("ivanova1", "ivanova"), Err(PasswordRuleError::LoginName));
    assert_eq!(check("Ivanova2026", "ivanova"), Err(PasswordRuleError::LoginName));
    assert_eq!(check("tab\tinside", "ivanova"), Err(PasswordRuleError::ControlCharacter));
    assert_eq!(check("nul\0inside", "ivanova"), Err(PasswordRuleError::ControlCharacter));
}

#[test]
fn other_passwords_are_taken() {
    for good in
        ["demo-ivanova", "correct horse battery staple", "первый пароль", "x7!kQ0p_", "password of the day"]
    {
        assert_eq!(check(good, "ivanova"), Ok(()), "{good}");
    }
}

#[test]
fn the_list_is_in_small_letters_and_modest() {
    assert!((200..2_000).contains(&COMMON.len()), "{}", COMMON.len());
    assert!(COMMON.iter().all(|word| *word == word.to_lowercase() && !word.contains(' ')));
}
