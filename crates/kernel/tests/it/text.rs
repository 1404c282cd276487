use kernel::{TextError, checked_text, folded};

#[test]
fn characters_are_counted_not_bytes() {
    assert_eq!(checked_text("Ромашка", 7), Ok("Ромашка"));
    assert_eq!(checked_text("Ромашка", 6), Err(TextError::TooLong { characters_max: 6 }));
}

#[test]
fn texts_are_compared_without_capitals_and_composition() {
    assert_eq!(folded(" Сергей\u{a0} СЕМЁНОВ\n"), "сергей семенов");
    assert_eq!(folded("Сергеи\u{306} Семе\u{308}нов"), "сергей семенов");
    assert_eq!(folded("\u{a0}"), "");
}

#[test]
fn empty_texts_and_nul_are_refused() {
    assert_eq!(checked_text("", 1), Err(TextError::Empty));
    assert_eq!(checked_text("a\0b", 10), Err(TextError::Nul));
}
