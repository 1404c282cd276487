//! Entries and rates without a database.

use kernel::{Currency, Instant, Money};
use proptest::prelude::*;
use uuid::Uuid;

use super::*;

fn draft() -> Draft {
    Draft::new(EntryHeader {
        entry_id: Uuid::nil(),
        idempotency_key: IdempotencyKey::try_from("key".to_owned()).unwrap(),
        kind: EntryKind::Transfer,
        posted_at: Instant::from_unix_seconds(0),
        value_date: jiff::civil::date(2026, 11, 20),
        description: "Test".to_owned(),
        document: None,
        authors: Authors::default(),
    })
}

fn account(purpose: InternalAccount) -> LedgerAccountId {
    purpose.in_currency(Currency::RUR)
}

fn amounts() -> impl Strategy<Value = Vec<(bool, i64, bool)>> {
    prop::collection::vec((any::<bool>(), -2_i64..1_000, any::<bool>()), 0..8)
}

proptest! {
    /// Whatever is drafted: an entry comes out only when it adds up to zero in every currency.
    #[test]
    fn an_entry_is_balanced_or_is_not(lines in amounts(), balance_it in any::<bool>()) {
        let mut drafted = draft();
        let mut sums = [0_i64, 0];
        let (cash, equity) = (account(InternalAccount::Cash), account(InternalAccount::OpeningEquity));
        for (is_credit, minor, is_dollar) in &lines {
            let currency = if *is_dollar { Currency::USD } else { Currency::RUR };
            let money = Money::from_minor(*minor);
            sums[usize::from(*is_dollar)] += if *is_credit { *minor } else { -minor };
            drafted = if *is_credit {
                drafted.credit(cash.clone(), currency, money)
            } else {
                drafted.debit(cash.clone(), currency, money)
            };
        }
        if balance_it && sums[1] == 0 && sums[0] > 0 {
            drafted = drafted.debit(equity, Currency::RUR, Money::from_minor(sums[0]));
        }
        if let Ok(entry) = drafted.balanced() {
            prop_assert!(lines.iter().all(|(_, minor, _)| *minor > 0));
            for currency in [Currency::RUR, Currency::USD] {
                let lines = entry.postings().iter().filter(|posting| posting.currency == currency);
                prop_assert_eq!(lines.map(|posting| posting.amount.minor()).sum::<i64>(), 0);
            }
        }
    }

    /// Rounding is that of exact arithmetic with a half away from zero.
    #[test]
    fn a_rate_rounds_half_away_from_zero(minor in -1_000_000_000_i64..1_000_000_000, units in 1_i64..1000,
        rate in 1_i64..200_000_000) {
        let national = Rate::new(units, rate).unwrap().national(Money::from_minor(minor)).unwrap();
        let (exact, scale) = (i128::from(minor) * i128::from(rate), i128::from(units) * 1_000_000);
        let twice_off = 2 * (i128::from(national.minor()) * scale - exact).abs();
        prop_assert!(twice_off <= scale);
        if twice_off == scale {
            prop_assert!(i128::from(national.minor()).abs() * scale > exact.abs());
        }
        prop_assert_eq!(
            Rate::new(units, rate).unwrap().national(Money::from_minor(-minor)).unwrap().minor(),
            -national.minor()
        );
    }
}

#[test]
fn unbalanced_drafts_are_refused_with_the_reason() {
    let (cash, equity) = (account(InternalAccount::Cash), account(InternalAccount::OpeningEquity));
    let one = Money::from_minor(100);
    let rur = Currency::RUR;
    assert_eq!(draft().balanced(), Err(EntryError::PostingsCount(0)));
    let refused =
        draft().credit(cash.clone(), rur, one).debit(equity.clone(), rur, Money::from_minor(99)).balanced();
    assert_eq!(refused, Err(EntryError::Unbalanced { currency: rur, difference_minor: 1 }));
    for wrong in [Money::ZERO, Money::from_minor(-1), Money::from_minor(POSTING_MINOR_MAX + 1)] {
        let refused = draft().credit(cash.clone(), rur, wrong).debit(equity.clone(), rur, wrong).balanced();
        assert_eq!(refused, Err(EntryError::Amount));
    }
    let mixed = draft()
        .credit(cash.clone(), rur, one)
        .debit(equity.clone(), rur, one)
        .credit(cash.clone(), Currency::USD, one)
        .debit(equity.clone(), Currency::USD, one);
    assert_eq!(mixed.balanced(), Err(EntryError::NationalMissing));
    let off = draft()
        .credit(cash.clone(), rur, one)
        .valued(one)
        .debit(equity.clone(), rur, one)
        .valued(Money::from_minor(101))
        .credit(cash, Currency::USD, one)
        .valued(one)
        .debit(equity, Currency::USD, one)
        .valued(one);
    assert_eq!(off.balanced(), Err(EntryError::NationalUnbalanced(-1)));
}

#[test]
fn a_fingerprint_tells_what_is_moved() {
    let (cash, equity) = (account(InternalAccount::Cash), account(InternalAccount::OpeningEquity));
    let entry = |minor| {
        let amount = Money::from_minor(minor);
        let draft =
            draft().credit(cash.clone(), Currency::RUR, amount).debit(equity.clone(), Currency::RUR, amount);
        draft.balanced().unwrap().fingerprint()
    };
    assert_eq!(entry(5), entry(5));
    assert_ne!(entry(5), entry(6));
}

#[test]
fn rates_are_read_exactly() {
    let micro = |text: &str| text.parse::<RateMicro>().map(|RateMicro(micro)| micro);
    assert_eq!(micro("92.3411"), Ok(92_341_100));
    assert_eq!(micro("0.000001"), Ok(1));
    assert_eq!(micro("100"), Ok(100_000_000));
    for wrong in ["", "0", "-1", "1,5", "1.", ".5", "1.0000001", "1e2", "٣", "9999999999"] {
        assert_eq!(micro(wrong), Err(RateError::Form), "{wrong}");
    }
    assert_eq!(Rate::new(0, 1), Err(RateError::Units));
}

#[test]
fn a_half_is_rounded_away_from_zero() {
    // Two units cost one rouble.
    let rate = Rate::new(2, 1_000_000).unwrap();
    let national = |minor| rate.national(Money::from_minor(minor)).unwrap().minor();
    assert_eq!([1, 2, 3, 5].map(national), [1, 1, 2, 3]);
    assert_eq!([-1, -2, -3, -5].map(national), [-1, -1, -2, -3]);
    assert_eq!(Rate::new(1, 9_000_000_000_000_000).unwrap().national(Money::from_minor(i64::MAX)), None);
}

#[test]
fn keys_are_printable_and_short() {
    assert!(IdempotencyKey::try_from("x".repeat(128)).is_ok());
    for wrong in [String::new(), "x".repeat(129), "a b".to_owned(), "é".to_owned(), "a\0".to_owned()] {
        assert!(IdempotencyKey::try_from(wrong).is_err());
    }
}
