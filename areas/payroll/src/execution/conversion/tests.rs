use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;

fn rate(currency: &str, rate: &str) -> ConversionRate {
    ConversionRate { currency: currency.parse().unwrap(), rate: rate.parse().unwrap() }
}

fn conversion(percent: i64, currency: &str) -> Conversion {
    Conversion { percent, currency: currency.to_owned() }
}

fn of(minor: i64, conversions: &[Conversion], rates: &[ConversionRate]) -> (i64, Vec<(i64, i64)>) {
    let split = split(Money::from_minor(minor), conversions, rates).unwrap();
    let bought = split.bought.iter().map(|bought| (bought.amount.minor(), bought.cost.minor()));
    (split.roubles.minor(), bought.collect())
}

#[test]
fn pay_10_parts_are_rounded_down_and_prices_up() {
    let rates = [rate("USD", "92.5"), rate("CNY", "12.3457")];
    assert_eq!(of(1_000_000, &[], &rates), (1_000_000, vec![]));
    // 30 % are 3000.00; 32.43 dollars cost 2999.775.
    assert_eq!(of(1_000_000, &[conversion(30, "USD")], &rates), (700_022, vec![(3_243, 299_978)]));
    // The price of everything: 100 % leave what does not buy another cent.
    assert_eq!(of(1_000_000, &[conversion(100, "USD")], &rates), (75, vec![(10_810, 999_925)]));
    let both = of(1_000_000, &[conversion(50, "USD"), conversion(50, "CNY")], &rates);
    assert_eq!(both.0 + both.1.iter().map(|bought| bought.1).sum::<i64>(), 1_000_000);
    assert_eq!(of(9_300, &[conversion(1, "USD")], &rates), (9_207, vec![(1, 93)]));
}

#[test]
fn pay_10_what_buys_nothing_or_too_much_is_told() {
    let at = |usd: &str, minor: i64, percent: i64| {
        split(Money::from_minor(minor), &[conversion(percent, "USD")], &[rate("USD", usd)])
    };
    let (nothing, range) =
        (Err(ConversionError::Nothing(Currency::USD)), Err(ConversionError::Range(Currency::USD)));
    assert_eq!(at("92.5", 924, 10), nothing);
    assert_eq!(at("92.5", 9_299, 1), nothing);
    assert_eq!(at("92.5", 1, 1), nothing);
    assert_eq!(at("999999999.999", POSTING_MINOR_MAX, 1).map(|split| split.bought.len()), Ok(1));
    for usd in ["0.0000000001", "0.0000000000000000000000000001"] {
        assert_eq!(at(usd, 1, 100), range, "{usd}");
    }
    assert_eq!(at("0.000000001", 9_000_000, 100).unwrap().bought[0].amount.minor(), POSTING_MINOR_MAX);
    assert_eq!(at("0.000000001", 9_000_001, 100), range);
    assert_eq!(at("0.000000001", i64::MAX, 100), range);
    assert_eq!(at("1", POSTING_MINOR_MAX + 1, 100), range);
}

#[test]
fn pay_10_what_cannot_be_converted_is_told() {
    let rates = [rate("USD", "92.5")];
    let amount = Money::from_minor(10_000);
    assert_eq!(split(amount, &[conversion(1, "EUR")], &rates), Err(ConversionError::Rate));
    let wrong = [conversion(60, "USD"), conversion(41, "USD")];
    assert_eq!(split(amount, &wrong, &rates), Err(ConversionError::Percents));
    assert_eq!(split(amount, &[conversion(0, "USD")], &rates), Err(ConversionError::Percents));
    let none = [ConversionRate { currency: Currency::USD, rate: Decimal::ZERO }];
    let range = ConversionError::Range(Currency::USD);
    assert_eq!(split(amount, &[conversion(1, "USD")], &none), Err(range));
}

fn conversions() -> impl Strategy<Value = Vec<Conversion>> {
    let two = (1_i64..=100, 0_i64..=100).prop_map(|(first, second)| {
        let mut conversions = vec![conversion(first, "USD")];
        let second = second.min(100 - first);
        if second > 0 {
            conversions.push(conversion(second, "EUR"));
        }
        conversions
    });
    prop_oneof![Just(Vec::new()), two]
}

proptest! {
    /// Money in is money out, nobody pays more than a begun kopeck too much, and not a cent more could have been
    /// bought. What is told to be too little or too much is.
    #[test]
    fn pay_10_money_in_is_money_out(
        minor in 1_i64..=100_000_000_000,
        conversions in conversions(),
        usd in (1_i64..=2_000_000_000, 0_u32..=9),
        eur in (1_i64..=2_000_000_000, 0_u32..=9),
    ) {
        let rates = [
            ConversionRate { currency: Currency::USD, rate: Decimal::new(usd.0, usd.1) },
            ConversionRate { currency: Currency::EUR, rate: Decimal::new(eur.0, eur.1) },
        ];
        let rate_of = |currency: &str| rates.iter().find(|rate| rate.currency.as_str() == currency).unwrap().rate;
        let part_of = |percent: i64| Decimal::from(i128::from(minor) * i128::from(percent) / 100);
        let percent_of = |currency: &str| conversions.iter().find(|one| one.currency == currency).unwrap().percent;
        let split = match split(Money::from_minor(minor), &conversions, &rates) {
            Ok(split) => split,
            Err(ConversionError::Nothing(currency)) => {
                prop_assert!(part_of(percent_of(currency.as_str())) < rate_of(currency.as_str()));
                return Ok(());
            }
            Err(ConversionError::Range(currency)) => {
                let least = rate_of(currency.as_str()) * Decimal::from(POSTING_MINOR_MAX);
                prop_assert!(part_of(percent_of(currency.as_str())) > least);
                return Ok(());
            }
            Err(fault) => return Err(TestCaseError::fail(fault.to_string())),
        };
        let costs: i64 = split.bought.iter().map(|bought| bought.cost.minor()).sum();
        prop_assert_eq!(split.roubles.minor() + costs, minor);
        prop_assert!(!split.roubles.is_negative());
        for bought in &split.bought {
            let (rate, percent) = (rate_of(bought.currency.as_str()), percent_of(bought.currency.as_str()));
            let part = part_of(percent);
            let price = rate * Decimal::from(bought.amount.minor());
            prop_assert!(bought.amount.is_positive() && bought.cost.is_positive());
            prop_assert_eq!(Decimal::from(bought.cost.minor()), price.ceil());
            prop_assert!(Decimal::from(bought.cost.minor()) <= part);
            prop_assert!(price + rate > part);
        }
    }
}
