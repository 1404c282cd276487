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
    // Not a cent can be bought.
    assert_eq!(of(924, &[conversion(10, "USD")], &rates), (924, vec![]));
    assert_eq!(of(9_299, &[conversion(1, "USD")], &rates), (9_299, vec![]));
    assert_eq!(of(9_300, &[conversion(1, "USD")], &rates), (9_207, vec![(1, 93)]));
}

#[test]
fn pay_10_what_cannot_be_converted_is_told() {
    let rates = [rate("USD", "92.5")];
    let amount = Money::from_minor(10_000);
    assert_eq!(split(amount, &[conversion(1, "EUR")], &rates), Err(ConversionFault::Rate));
    let wrong = [conversion(60, "USD"), conversion(41, "USD")];
    assert_eq!(split(amount, &wrong, &rates), Err(ConversionFault::Range));
    assert_eq!(split(amount, &[conversion(0, "USD")], &rates), Err(ConversionFault::Range));
    let none = [ConversionRate { currency: Currency::USD, rate: Decimal::ZERO }];
    assert_eq!(split(amount, &[conversion(1, "USD")], &none), Err(ConversionFault::Rate));
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
    /// Money in is money out, nobody pays more than a begun kopeck too much, and not a cent more could have been bought.
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
        let split = split(Money::from_minor(minor), &conversions, &rates).unwrap();
        let costs: i64 = split.bought.iter().map(|bought| bought.cost.minor()).sum();
        prop_assert_eq!(split.roubles.minor() + costs, minor);
        prop_assert!(!split.roubles.is_negative());
        for bought in &split.bought {
            let rate = rates.iter().find(|rate| rate.currency == bought.currency).unwrap().rate;
            let percent = conversions.iter().find(|one| one.currency == bought.currency.as_str()).unwrap().percent;
            let part = Decimal::from(i128::from(minor) * i128::from(percent) / 100);
            let price = rate * Decimal::from(bought.amount.minor());
            prop_assert!(bought.amount.is_positive() && bought.cost.is_positive());
            prop_assert_eq!(Decimal::from(bought.cost.minor()), price.ceil());
            prop_assert!(Decimal::from(bought.cost.minor()) <= part);
            prop_assert!(price + rate > part);
        }
    }
}
