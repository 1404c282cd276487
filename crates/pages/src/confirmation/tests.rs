//! Sentences about confirmations.

use kernel::Language;

use super::{too_many_attempts, used_code};

#[test]
fn onl_08_a_used_code_is_told_with_the_seconds_that_are_left() {
    for (next_in_s, russian, english) in [
        (-5, "Введите тот, что показан сейчас.", "Enter the one shown now."),
        (0, "Введите тот, что показан сейчас.", "Enter the one shown now."),
        (1, "через 1\u{a0}секунду.", "in 1\u{a0}second."),
        (22, "через 22\u{a0}секунды.", "in 22\u{a0}seconds."),
        (30, "через 30\u{a0}секунд.", "in 30\u{a0}seconds."),
    ] {
        assert!(used_code(Language::Russian, next_in_s).ends_with(russian), "{next_in_s}");
        assert!(used_code(Language::English, next_in_s).ends_with(english), "{next_in_s}");
    }
}

#[test]
fn onl_08_a_wait_is_told_in_seconds_or_whole_minutes() {
    for (seconds, russian, english) in [
        (1, "1\u{a0}секунду", "1\u{a0}second"),
        (59, "59\u{a0}секунд", "59\u{a0}seconds"),
        (60, "1\u{a0}минуту", "1\u{a0}minute"),
        (61, "2\u{a0}минуты", "2\u{a0}minutes"),
        (900, "15\u{a0}минут", "15\u{a0}minutes"),
    ] {
        assert_eq!(
            too_many_attempts(Language::Russian, seconds),
            format!("Слишком много попыток. Повторите через {russian}.")
        );
        assert_eq!(
            too_many_attempts(Language::English, seconds),
            format!("Too many attempts. Try again in {english}.")
        );
    }
}
