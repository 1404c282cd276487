//! Single values at their borders.

use jiff::civil::date;
use kernel::{AccountNumber, BankZone, Bic, Instant};
use proptest::prelude::{prop_assert_eq, proptest};
use rust_decimal::Decimal;

use super::value::{
    CLOCK_AHEAD_S_MAX, Standing, account_fault, correction_fault, is_account_currency, is_currency,
    is_positive, lies_ahead, moment_lies_ahead,
};
use crate::reason::ReasonCode;

fn bank() -> Bic {
    "044525999".parse().unwrap()
}

#[test]
fn ctc_03_a_date_lies_ahead_from_tomorrow_on() {
    let today = date(2026, 11, 20);
    for past in
        ["2026-11-20", "2026-11-20Z", "2026-11-20-12:00", "2026-11-19+14:00", "-0044-03-15", "0001-01-01"]
    {
        assert!(!lies_ahead(past, today), "{past}");
    }
    for ahead in ["2026-11-21", "2026-11-21Z", "2027-01-01+03:00", "12026-01-01", "99999-12-31Z"] {
        assert!(lies_ahead(ahead, today), "{ahead}");
    }
}

#[test]
fn ctc_03_a_moment_lies_ahead_when_no_clock_can_be_that_wrong() {
    let zone: BankZone = "Europe/Moscow".parse().unwrap();
    // 2026-11-20T21:30:00Z is half past midnight of the 21st at the bank.
    let now = Instant::from_unix_seconds(1_795_210_200);
    let text = |seconds: i64| now.plus_seconds(seconds).to_string();
    assert!(!moment_lies_ahead(&text(0), now, &zone));
    assert!(!moment_lies_ahead(&text(CLOCK_AHEAD_S_MAX), now, &zone));
    assert!(moment_lies_ahead(&text(CLOCK_AHEAD_S_MAX + 1), now, &zone));
    assert!(moment_lies_ahead("2026-11-21T00:36:00+03:00", now, &zone));
    assert!(!moment_lies_ahead("2026-11-21T00:35:00+03:00", now, &zone));
    assert!(!moment_lies_ahead("2026-11-21T23:59:59", now, &zone));
    assert!(!moment_lies_ahead("2026-11-21T24:00:00", now, &zone));
    assert!(moment_lies_ahead("2026-11-22T00:00:00", now, &zone));
    assert!(moment_lies_ahead("12026-11-20T00:00:00Z", now, &zone));
}

#[test]
fn ctc_03_currencies_are_those_of_iso_4217() {
    for code in ["RUB", "USD", "EUR", "CNY", "XAU"] {
        assert!(is_currency(code) && is_account_currency(code), "{code}");
    }
    for code in ["ZZZ", "DEM", "XYZ", "rub", ""] {
        assert!(!is_currency(code) && !is_account_currency(code), "{code}");
    }
    assert!(!is_currency("RUR") && is_account_currency("RUR"));
}

#[test]
fn ctc_03_an_account_at_this_bank_has_its_key() {
    let fault = |number: &str, country| account_fault(number, country, &bank());
    assert_eq!(fault("40702810600000000001", None), None);
    assert_eq!(fault("40702810600000000001", Some("RU")), None);
    assert_eq!(fault("40702810700000000001", None), Some(ReasonCode::AccountKey));
    assert_eq!(fault("40702810700000000001", Some("RU")), Some(ReasonCode::AccountKey));
    for number in [
        "4070281060000000000",
        "407028106000000000011",
        "4070281060000000000a",
        "RU0204452560040702810412345678901",
        "",
    ] {
        assert_eq!(fault(number, None), Some(ReasonCode::AccountNumber), "{number}");
    }
    assert_eq!(fault("DE02120300000000202051", Some("DE")), None);
}

#[test]
fn ctc_03_a_correction_names_an_earlier_certificate_that_was_not_rejected() {
    let original = Some("SPD-1");
    assert_eq!(correction_fault(None, Standing::Accepted), Some(ReasonCode::OriginalMissing));
    assert_eq!(correction_fault(original, Standing::Absent), Some(ReasonCode::OriginalNotFound));
    assert_eq!(correction_fault(original, Standing::Rejected), Some(ReasonCode::OriginalRejected));
    assert_eq!(correction_fault(original, Standing::Undecided), None);
    assert_eq!(correction_fault(original, Standing::Accepted), None);
    let order = [Standing::Absent, Standing::Rejected, Standing::Undecided, Standing::Accepted];
    assert!(order.is_sorted(), "the best standing wins");
}

proptest! {
    #[test]
    fn ctc_03_an_amount_is_positive_as_its_number_is(
        minor in 0_i64..1_000_000_000,
        scale in 0_u32..5,
        sign in "[+-]?",
        zeros in "0{0,4}",
    ) {
        let number = Decimal::new(minor, scale);
        let text = format!("{sign}{zeros}{number}");
        prop_assert_eq!(is_positive(&text), sign != "-" && !number.is_zero(), "{}", text);
    }

    #[test]
    fn ctc_03_of_ten_keys_one_is_right(digits in "[0-9]{20}") {
        let right = digits.parse::<AccountNumber>().unwrap().with_control_key(&bank());
        let wrong = (0..10).filter(|key| {
            let number = format!("{}{key}{}", &digits[..8], &digits[9..]);
            account_fault(&number, None, &bank()) == Some(ReasonCode::AccountKey)
        });
        prop_assert_eq!(wrong.count(), 9);
        prop_assert_eq!(account_fault(right.as_str(), None, &bank()), None);
    }
}
