//! Values at the borders of what the schema allows.

use kernel::Language::{English, Russian};

use super::{amount, day, moment};

#[test]
fn amounts_are_grouped_and_odd_ones_left_alone() {
    assert_eq!(amount("12500.00", "USD", Russian), "12\u{a0}500,00\u{a0}$");
    assert_eq!(amount("+1.5", "EUR", English), "1.50\u{a0}€");
    assert_eq!(amount("0.00001", "USD", Russian), "0.00001 USD");
    assert_eq!(amount("123456789012345678", "USD", Russian), "123456789012345678 USD");
    assert_eq!(amount(".5", "USD", English), ".5 USD");
}

#[test]
fn days_and_moments_are_written_out() {
    let zone = "Europe/Moscow".parse().unwrap();
    assert_eq!(day("2026-02-16", Russian), "16\u{a0}февраля\u{a0}2026");
    assert_eq!(day("2026-02-16+03:00", English), "16\u{a0}February\u{a0}2026");
    assert_eq!(day("12026-01-01", English), "12026-01-01");
    assert_eq!(moment("2026-02-16T07:15:00Z", &zone, English), "16\u{a0}February\u{a0}2026, 10:15");
    assert_eq!(moment("2026-02-16T07:15:00", &zone, English), "2026-02-16T07:15:00");
}
