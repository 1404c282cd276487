use std::collections::BTreeMap;

use accounts::ledger::{Credit, InternalAccount, POSTING_MINOR_MAX, Rate};
use proptest::prelude::*;

use super::*;

fn tolerance(percent: &str) -> Tolerance {
    percent.parse().unwrap()
}

fn is_within(sent: &str, units: i64, rate_micro: i64, percent: &str) -> bool {
    let band = RateBand { above: tolerance(percent), below: tolerance(percent) };
    band.outside(sent.parse().unwrap(), Rate::new(units, rate_micro).unwrap()).is_none()
}

#[test]
fn pay_10_the_edges_of_the_tolerance_belong_to_it() {
    for (sent, expected) in [
        ("78.4245", true),
        ("78.4244", false),
        ("78.42449999999999999999999999", false),
        ("83.2755", true),
        ("83.2756", false),
        ("83.27550000000000000000000001", false),
        ("80.85", true),
        ("0.0001", false),
        ("0.000000001", false),
        ("0.0000000000000000000000000001", false),
        ("999999999.9999999999999999999", false),
        ("79228162514264337593543950335", false),
        ("0", false),
        ("-80.85", false),
    ] {
        assert_eq!(is_within(sent, 1, 80_850_000, "3"), expected, "{sent}");
    }
    // A rate for several units, and none of tolerance at all.
    assert!(is_within("11.2", 10, 112_000_000, "0") && !is_within("11.20001", 10, 112_000_000, "0"));
    assert!(is_within("0.000000000001", 1_000_000, 1, "0"));
    assert!(is_within("0.0000000000015", 1_000_000, 1, "50"));
    assert!(!is_within("0.0000000000015000000000000001", 1_000_000, 1, "50"));
    assert!(is_within("9000000000", 1, 9_000_000_000_000_000, "0"));
    // A third of a rouble has no end in decimals.
    assert!(!is_within("0.3333333333333333333333333333", 3, 1_000_000, "0"));
    assert!(is_within("0.3333333333333333333333333333", 3, 1_000_000, "0.01"));
}

#[test]
fn money_h08_a_rate_below_the_banks_is_outside_by_its_own_tolerance() {
    let day_rate = Rate::new(1, 80_850_000).unwrap();
    for (sent, below, expected) in [
        ("80.85", "0", None),
        ("80.8499999999999999999999999", "0", Some(Outside::Below)),
        ("78.4245", "0", Some(Outside::Below)),
        ("83.2755", "0", None),
        ("83.2755000000000000000000001", "0", Some(Outside::Above)),
        ("78.4245", "3", None),
        ("78.4244999999999999999999999", "3", Some(Outside::Below)),
        ("40.425", "50", None),
        ("0", "50", Some(Outside::Below)),
    ] {
        let band = RateBand { above: tolerance("3"), below: tolerance(below) };
        assert_eq!(band.outside(sent.parse().unwrap(), day_rate), expected, "{sent} {below}");
    }
}

#[test]
fn pay_10_a_tolerance_is_a_percent() {
    for (text, basis_points) in [("0", 0), ("3", 300), ("3.0", 300), ("0.05", 5), ("2.5", 250), ("50", 5_000)]
    {
        assert_eq!(tolerance(text).basis_points(), basis_points);
    }
    for text in ["", "-1", "50.01", "51", "100", "3,5", "3.001", ".5", "3.", "1e1", "+3", "٣", "3 "] {
        assert_eq!(text.parse::<Tolerance>(), Err(ToleranceError), "{text}");
    }
    assert_eq!([tolerance("3.00"), tolerance("0.5")].map(|one| one.to_string()), ["3", "0.5"]);
    for other in [-1, 5_001, i64::MIN, i64::MAX] {
        assert_eq!(Tolerance::from_basis_points(other), Err(ToleranceError));
    }
}

#[test]
fn pay_10_a_refused_rate_names_what_the_bank_says() {
    let rates = ["CNY", "USD"]
        .map(|code| ConversionRate { currency: code.parse().unwrap(), rate: "12.50".parse().unwrap() });
    let day_rate = Some(Rate::new(10, 112_000_000).unwrap());
    let band = RateBand { above: tolerance("3"), below: tolerance("0") };
    let quote = Quote { currency: Currency::CNY, day_rate, band };
    let reasons: Vec<Reason> = refused_rates(&rates, &[quote]).iter().map(RefusedRate::finding).collect();
    let expected = [Reason::with(Code::P30, ["CNY", "12.5", "11.2", "3"]), Reason::with(Code::P31, ["USD"])];
    assert_eq!(reasons, expected);
    let codes: Vec<Code> = refused_rates(&rates, &[quote]).iter().map(|rate| rate.refusal().code).collect();
    assert_eq!(codes, [Code::D20, Code::D21]);
}

fn bought(payee: u32, currency: Currency, amount: i64, cost: i64) -> Credit {
    let account = InternalAccount::Position.in_currency(currency);
    let [amount, cost] = [amount, cost].map(Money::from_minor);
    Credit { payee, account, currency, amount, cost }
}

fn sales(sold: i64, price: i64, limit: DayLimit) -> DaySales {
    let [sold, price] = [sold, price].map(Money::from_minor);
    DaySales { sold, price, limit }
}

#[test]
fn pay_10_who_does_not_fit_takes_no_room() {
    let limit = |minor| DayLimit::Currency(Money::from_minor(minor));
    let day = BTreeMap::from([
        (Currency::USD, sales(90, 9_000, limit(100))),
        (Currency::EUR, sales(0, 0, DayLimit::Roubles(Money::from_minor(50)))),
    ]);
    let credits = [
        bought(1, Currency::RUR, POSTING_MINOR_MAX, POSTING_MINOR_MAX),
        bought(1, Currency::USD, 11, 1_100),
        // The euros fit and the dollars do not: neither is sold.
        bought(2, Currency::EUR, 1, 50),
        bought(2, Currency::USD, 11, 1_100),
        bought(3, Currency::EUR, 1, 50),
        bought(4, Currency::EUR, 1, 1),
        bought(5, Currency::USD, 10, 1_000),
        bought(6, Currency::USD, 1, 1),
        bought(7, Currency::CNY, 1, 1),
        bought(8, Currency::RUR, 1, 1),
    ];
    let expected =
        [(1, Currency::USD), (2, Currency::USD), (4, Currency::EUR), (6, Currency::USD), (7, Currency::CNY)];
    assert_eq!(beyond_limits(&credits, &day), BTreeMap::from(expected));
}

#[test]
fn pay_10_no_limit_lets_a_sum_leave_the_ledgers_range() {
    for limit in
        [DayLimit::Currency(Money::from_minor(i64::MAX)), DayLimit::Roubles(Money::from_minor(i64::MAX))]
    {
        let day = BTreeMap::from([(Currency::USD, sales(0, 0, limit))]);
        let credits =
            [1, 2, 3].map(|payee| bought(payee, Currency::USD, POSTING_MINOR_MAX, POSTING_MINOR_MAX));
        let expected = BTreeMap::from([(2, Currency::USD), (3, Currency::USD)]);
        assert_eq!(beyond_limits(&credits, &day), expected);
    }
}

proptest! {
    /// The comparison is that of the products, where products of 128 bits suffice.
    #[test]
    fn pay_10_rates_are_compared_exactly(
        mantissa in 1_i64..=2_000_000_000_000,
        scale in 0_u32..=9,
        units in 1_i64..=1_000_000,
        rate_micro in 1_i64..=2_000_000_000_000,
        basis_points in 0_i64..=TOLERANCE_BASIS_POINTS_MAX,
    ) {
        let sent = Decimal::new(mantissa, scale);
        let tolerance = Tolerance::from_basis_points(basis_points).unwrap();
        let [mantissa, units, micro] = [mantissa, units, rate_micro].map(i128::from);
        let left = mantissa * units * 10_000_000_000;
        let bank = micro * 10_i128.pow(scale);
        let (least, most) = (bank * i128::from(10_000 - basis_points), bank * i128::from(10_000 + basis_points));
        let expected = (least..=most).contains(&left);
        let band = RateBand { above: tolerance, below: tolerance };
        let outside = band.outside(sent, Rate::new(i64::try_from(units).unwrap(), rate_micro).unwrap());
        prop_assert_eq!(outside.is_none(), expected);
    }

    /// At the edge itself and a hair beyond it, whatever the bank's rate is.
    #[test]
    fn pay_10_a_hair_beyond_the_edge_is_beyond(
        rate_micro in 1_i64..=9_000_000_000_000_000,
        tens in 0_u32..=6,
        basis_points in 0_i64..=TOLERANCE_BASIS_POINTS_MAX,
    ) {
        let tolerance = Tolerance::from_basis_points(basis_points).unwrap();
        let rate = Rate::new(10_i64.pow(tens), rate_micro).unwrap();
        let edge = |share: i64| i128::from(rate_micro) * i128::from(share);
        let at = |mantissa: i128| Decimal::try_from_i128_with_scale(mantissa * 10, 11 + tens).unwrap();
        let hair = Decimal::try_from_i128_with_scale(1, 11 + tens).unwrap();
        let (least, most) = (at(edge(10_000 - basis_points)), at(edge(10_000 + basis_points)));
        let band = RateBand { above: tolerance, below: tolerance };
        prop_assert_eq!([least, most].map(|sent| band.outside(sent, rate)), [None, None]);
        prop_assert_eq!(band.outside(least - hair, rate), Some(Outside::Below));
        prop_assert_eq!(band.outside(most + hair, rate), Some(Outside::Above));
    }
}
