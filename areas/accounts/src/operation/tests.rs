//! Sums without a database.

use kernel::Money;

use super::*;

#[test]
fn onl_01_a_period_is_the_difference_of_two_standings() {
    let at = |number, balance, debits| Standing {
        number,
        balance: Money::from_minor(balance),
        debits: Total(debits),
    };
    let turnover = Turnover::between(at(2, 500, 100), at(5, 300, 700));
    assert_eq!((turnover.first(), turnover.last(), turnover.count()), (3, 5, 3));
    assert_eq!((turnover.opening(), turnover.closing()), (Money::from_minor(500), Money::from_minor(300)));
    assert_eq!((turnover.debits(), turnover.credits()), (Total(600), Total(400)));
    let nothing = Turnover::between(at(5, 300, 700), at(5, 300, 700));
    assert_eq!((nothing.count(), nothing.debits(), nothing.credits()), (0, Total(0), Total(0)));
}

#[test]
fn onl_01_sums_beyond_an_amount_are_exact() {
    let far =
        Standing { number: 1, balance: Money::from_minor(i64::MIN), debits: Total(i128::from(i64::MAX) * 9) };
    let end = Standing {
        number: 9,
        balance: Money::from_minor(i64::MAX),
        debits: Total(i128::from(i64::MAX) * 99),
    };
    let turnover = Turnover::between(far, end);
    assert_eq!(turnover.debits(), Total(i128::from(i64::MAX) * 90));
    assert_eq!(turnover.credits(), Total(i128::from(i64::MAX) * 92 + 1));
    assert_eq!(Total(i128::from(i64::MAX) * 10).to_string(), "922337203685477580.70");
    assert_eq!([Total(-7), Total(0), Total(-100)].map(|total| total.to_string()), ["-0.07", "0.00", "-1.00"]);
}
