use kernel::{Money, MoneyError};
use proptest::prelude::*;

fn minor(lexeme: &str) -> Result<i64, MoneyError> {
    Money::from_lexeme(lexeme).map(Money::minor)
}

#[test]
fn lexemes_are_read_exactly() {
    for (lexeme, expected) in [
        ("0", 0),
        ("-0", 0),
        ("-0.00", 0),
        ("0e999999999", 0),
        ("1", 100),
        ("0.1", 10),
        ("0.07", 7),
        ("-0.07", -7),
        ("123.45", 12_345),
        ("5000000000.00", 500_000_000_000),
        ("1.230", 123),
        ("1.5e1", 1_500),
        ("15E-1", 150),
        ("123e-2", 123),
        ("1e+2", 10_000),
        ("90071992547409.93", 9_007_199_254_740_993),
        ("92233720368547758.07", i64::MAX),
        ("-92233720368547758.08", i64::MIN),
    ] {
        assert_eq!(minor(lexeme), Ok(expected), "{lexeme}");
    }
}

#[test]
fn what_is_no_json_number_is_refused() {
    for lexeme in [
        "", "-", "+1", ".5", "5.", "01", "-01", "1.", "1e", "1e+", "1_000", "1,5", " 1", "1 ", "0x1", "NaN",
        "Infinity", "1e1.5", "١", "--1", "1.2.3", "1\0",
    ] {
        assert_eq!(minor(lexeme), Err(MoneyError::Form), "{lexeme:?}");
    }
    assert_eq!(minor(&"1".repeat(65)), Err(MoneyError::Form));
}

#[test]
fn more_than_two_fraction_digits_are_refused_and_never_rounded() {
    for lexeme in
        ["0.001", "1.234", "1e-3", "123456e-5", "0.00000000000000000000000000000000001", "1e-2147483648"]
    {
        assert_eq!(minor(lexeme), Err(MoneyError::FractionDigits), "{lexeme}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    for lexeme in [
        "92233720368547758.08",
        "-92233720368547758.09",
        "1e17",
        "1e2147483647",
        "1e99999999999999999999",
        "99999999999999999999999999999999999999",
    ] {
        assert_eq!(minor(lexeme), Err(MoneyError::Range), "{lexeme}");
    }
}

#[test]
fn amounts_are_written_with_two_fraction_digits() {
    for (minor, text) in [
        (0, "0.00"),
        (5, "0.05"),
        (-7, "-0.07"),
        (12_345, "123.45"),
        (-100, "-1.00"),
        (i64::MAX, "92233720368547758.07"),
        (i64::MIN, "-92233720368547758.08"),
    ] {
        assert_eq!(Money::from_minor(minor).to_string(), text);
        assert_eq!(Money::from_minor(minor).to_json_number(), text);
    }
}

#[test]
fn arithmetic_ends_at_the_range() {
    let (least, most, one) = (Money::from_minor(i64::MIN), Money::from_minor(i64::MAX), Money::from_minor(1));
    assert_eq!(most.checked_add(one), None);
    assert_eq!(least.checked_sub(one), None);
    assert_eq!(least.checked_neg(), None);
    assert_eq!(one.checked_sub(one), Some(Money::ZERO));
    assert_eq!(Money::checked_sum([most, one]), None);
    assert_eq!(Money::checked_sum([most, one, least]), Some(Money::ZERO));
    assert_eq!(Money::checked_sum([]), Some(Money::ZERO));
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(minor in any::<i64>()) {
        let money = Money::from_minor(minor);
        prop_assert_eq!(Money::from_lexeme(&money.to_string()), Ok(money));
        prop_assert_eq!(money.to_json_number(), money.to_string());
    }

    #[test]
    fn the_way_of_writing_does_not_matter(minor in -1_000_000_000_000_i64..1_000_000_000_000, zeros in 0_usize..6) {
        let money = Money::from_minor(minor);
        let padded = format!("{money}{}", "0".repeat(zeros));
        let scientific = format!("{minor}e-2");
        prop_assert_eq!(Money::from_lexeme(&padded), Ok(money));
        prop_assert_eq!(Money::from_lexeme(&scientific), Ok(money));
    }

    #[test]
    fn no_text_makes_the_reader_fail(text in "[-+0-9.eE_ ]{0,70}") {
        let _ = Money::from_lexeme(&text);
    }

    #[test]
    fn sums_of_many_are_exact(parts in prop::collection::vec(any::<i64>(), 0..20)) {
        let exact: i128 = parts.iter().copied().map(i128::from).sum();
        let sum = Money::checked_sum(parts.into_iter().map(Money::from_minor));
        prop_assert_eq!(sum.map(Money::minor), i64::try_from(exact).ok());
    }

    #[test]
    fn sums_are_exact(left in any::<i64>(), right in any::<i64>()) {
        let sum = Money::from_minor(left).checked_add(Money::from_minor(right));
        prop_assert_eq!(sum.map(Money::minor), left.checked_add(right));
    }
}
