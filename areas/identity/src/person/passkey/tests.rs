use super::*;

#[test]
fn onl_04_a_passkey_has_a_name_that_is_seen() {
    let read = |typed: &str| PasskeyName::read(typed).map(|name| name.as_str().to_owned());
    assert_eq!(read("  Телефон "), Some("Телефон".to_owned()));
    let longest = "я".repeat(NAME_CHARACTERS_MAX);
    assert_eq!(read(&longest), Some(longest.clone()));
    for refused in ["", " ", "a\0", "a\nb", "a\u{202e}b", &format!("{longest}x")] {
        assert_eq!(read(refused), None, "{refused:?}");
    }
}
