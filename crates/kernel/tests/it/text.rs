use kernel::{TextError, checked_text};

#[test]
fn characters_are_counted_not_bytes() {
    assert_eq!(checked_text("Ромашка", 7), Ok("Ромашка"));
    assert_eq!(checked_text("Ромашка", 6), Err(TextError::TooLong { characters_max: 6 }));
}

#[test]
fn empty_texts_and_nul_are_refused() {
    assert_eq!(checked_text("", 1), Err(TextError::Empty));
    assert_eq!(checked_text("a\0b", 10), Err(TextError::Nul));
}
