use super::text_of;

#[test]
fn numbers_are_written_as_they_are_shown() {
    for (number, text) in [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (100.5, "100.5"),
        (-100.5, "-100.5"),
        (0.300_000_000_000_000_04, "0.3"),
        (0.01, "0.01"),
        (12_345_678_901.23, "12345678901.23"),
        (999_999_999_999_999.0, "999999999999999"),
        (1e14, "100000000000000"),
        (1e-7, "0.0000001"),
        (46_341.0, "46341"),
    ] {
        assert_eq!(text_of(number), text);
    }
}

#[test]
fn numbers_that_lost_digits_keep_their_exponent() {
    for (number, text) in [
        (4.081_781e19, "4.08178100000000e19"),
        (1e15, "1.00000000000000e15"),
        (1e-300, "1.00000000000000e-300"),
        (f64::INFINITY, "inf"),
        (f64::NAN, "NaN"),
    ] {
        assert_eq!(text_of(number), text);
    }
}
