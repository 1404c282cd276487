use std::collections::HashSet;

use accounts::ledger::Rate;
use jiff::civil::date;
use kernel::{Bic, Currency, Money};
use proptest::prelude::*;

use super::{CheckFacts, Checked, Checker, Reach};
use crate::catalogue::{Code, Finding};
use crate::conversion_terms::{Quote, RateBand};
use crate::execution::Timing;
use crate::income::{EnrollmentKind, Income};
use crate::lifecycle::StatementKind;
use crate::statement::{ConversionRate, StatementTerms};
use crate::transfer::example::transfer;
use crate::transfer::{Conversion, SentAmount, Transfer};

const OWN: &str = "044525999";
const OTHER: &str = "044525998";

fn bic(text: &str) -> Bic {
    text.parse().unwrap()
}

fn facts() -> CheckFacts {
    CheckFacts {
        today: date(2026, 11, 20),
        timing: Timing::default(),
        own_bic: bic(OWN),
        other_banks: vec![bic(OTHER)],
        reach: Reach::EveryBank,
        debit_account_is_open: true,
        enrollment: Some(EnrollmentKind {
            name_ru: "Заработная плата".to_owned(),
            name_en: "Salary".to_owned(),
            income_codes: "1".to_owned(),
            is_open: true,
        }),
        number_is_taken: false,
        quotes: [(Currency::USD, 80_850_000), (Currency::EUR, 94_125_000), (Currency::CNY, 11_200_000)]
            .map(|(currency, rate_micro)| Quote {
                currency,
                day_rate: Some(Rate::new(1, rate_micro).unwrap()),
                band: band("3", "0"),
            })
            .to_vec(),
        unattached_lines: HashSet::new(),
    }
}

fn band(above: &str, below: &str) -> RateBand {
    RateBand { above: above.parse().unwrap(), below: below.parse().unwrap() }
}

fn rate(currency: Currency, rate: &str) -> ConversionRate {
    ConversionRate { currency, rate: rate.parse().unwrap() }
}

/// Every rate that a transfer may need, each as the bank has it.
fn rates() -> Vec<ConversionRate> {
    vec![rate(Currency::USD, "80.85"), rate(Currency::EUR, "94.125"), rate(Currency::CNY, "11.2")]
}

fn terms(count: i64, total: i64) -> StatementTerms {
    StatementTerms {
        external_id: "salary-1".parse().unwrap(),
        account: "40702810600000000001".parse().unwrap(),
        transfers_count: count,
        total: Money::from_minor(total),
        conversion_rates: Vec::new(),
        income: Income { enrollment_code: "01".to_owned(), code: Some(1) },
        responsible: None,
        period: None,
    }
}

fn findings(terms: &StatementTerms, transfers: &[Transfer], facts: &CheckFacts) -> Vec<Finding> {
    let statement = Checked { kind: StatementKind::Unsigned, terms, date: date(2026, 11, 20), number: 1 };
    let mut checker = Checker::new(statement, facts);
    for transfer in transfers {
        checker.transfer(transfer);
    }
    checker.finish()
}

/// The codes found at a transfer that is changed by `change`, in a statement that is right otherwise.
fn codes_of(change: impl Fn(&mut Transfer), facts: &CheckFacts) -> Vec<Code> {
    let mut changed = transfer(1);
    change(&mut changed);
    let terms = StatementTerms { conversion_rates: rates(), ..terms(1, 10_000) };
    let found = findings(&terms, &[changed], facts);
    found.into_iter().filter(|finding| finding.line == 1).map(|finding| finding.what.code).collect()
}

#[test]
fn pay_03_a_right_statement_has_no_findings() {
    assert_eq!(findings(&terms(2, 20_000), &[transfer(1), transfer(2)], &facts()), []);
}

#[test]
fn pay_03_each_rule_of_a_transfer_has_its_code() {
    type ChangeOf = fn(&mut Transfer);
    let facts = facts();
    let long = |length: usize| "я".repeat(length);
    let cases: &[(ChangeOf, Code)] = &[
        (|t| t.last_name = " ".to_owned(), Code::T01),
        (|t| t.last_name = "Смир\tнова".to_owned(), Code::T01),
        (|t| t.first_name = "Анна\r".to_owned(), Code::T02),
        (|t| t.middle_name = Some("Иго\u{85}ревна".to_owned()), Code::T03),
        (|t| t.personnel_number = Some("\u{1b}[2J7".to_owned()), Code::T10),
        (|t| t.first_name = String::new(), Code::T02),
        (|t| t.order_number = 0, Code::T04),
        (|t| t.account = String::new(), Code::T06),
        (|t| t.account = "4081781000000000010".to_owned(), Code::T07),
        (|t| t.account = "40817840000000000101".to_owned(), Code::T07),
        (|t| t.amount = SentAmount::from_lexeme("0"), Code::T08),
        (|t| t.amount = SentAmount::from_lexeme("1.001"), Code::T08),
        (|t| t.amount = SentAmount::from_lexeme("-5"), Code::T08),
        (|t| t.currency = "RUB".to_owned(), Code::T09),
        (|t| t.birth_date = Some("2026-02-30".to_owned()), Code::T11),
        (|t| t.birth_date = Some("2026-11-20".to_owned()), Code::T11),
        (|t| t.card_number = Some("123".to_owned()), Code::T12),
        (|t| t.bic = Some("04452599".to_owned()), Code::P20),
        (|t| t.deduction = Some(SentAmount::from_lexeme("0.00")), Code::T17),
        (|t| t.bic = Some("044525225".to_owned()), Code::P22),
    ];
    for (change, code) in cases {
        assert!(codes_of(change, &facts).contains(code), "{code:?}");
    }
    assert_eq!(codes_of(|t| t.last_name = long(50), &facts), []);
    assert_eq!(codes_of(|t| t.last_name = long(51), &facts), [Code::T01]);
    assert_eq!(codes_of(|t| t.middle_name = Some(long(51)), &facts), [Code::T03]);
    assert_eq!(codes_of(|t| t.first_name = long(51), &facts), [Code::T02]);
    assert_eq!(codes_of(|t| t.personnel_number = Some(long(60)), &facts), []);
    assert_eq!(codes_of(|t| t.personnel_number = Some(long(61)), &facts), [Code::T10]);
    for (digits, codes) in [(13, vec![Code::T12]), (14, vec![]), (20, vec![]), (21, vec![Code::T12])] {
        assert_eq!(codes_of(move |t| t.card_number = Some("2".repeat(digits)), &facts), codes);
    }
    assert_eq!(codes_of(|t| t.bic = Some("0445259990".to_owned()), &facts), [Code::P20]);
    assert_eq!(codes_of(|t| t.currency = "rur".to_owned(), &facts), [Code::T09]);
    assert_eq!(codes_of(|t| t.birth_date = Some("1990-02-28".to_owned()), &facts), []);
    assert_eq!(codes_of(|t| t.card_number = Some("2200123412341234".to_owned()), &facts), []);
}

#[test]
fn pay_03_conversions_have_their_codes() {
    let facts = facts();
    let with = |list: &[(i64, &str)]| {
        let list: Vec<Conversion> = list
            .iter()
            .map(|(percent, currency)| Conversion { percent: *percent, currency: (*currency).to_owned() })
            .collect();
        codes_of(move |t| t.conversion.clone_from(&list), &facts)
    };
    assert_eq!(with(&[(30, "USD"), (70, "EUR")]), []);
    assert_eq!(with(&[(0, "USD")]), [Code::T13]);
    assert_eq!(with(&[(10, "GBP")]), [Code::T13]);
    assert_eq!(with(&[(60, "USD"), (41, "EUR")]), [Code::T14]);
    assert_eq!(with(&[(10, "USD"), (10, "USD")]), [Code::T14]);
    assert_eq!(with(&[(10, "USD"), (10, "EUR"), (10, "CNY")]), [Code::T14]);
    let abroad = |t: &mut Transfer| {
        t.bic = Some(OTHER.to_owned());
        t.account = "40817810000000000201"
            .parse::<kernel::AccountNumber>()
            .unwrap()
            .with_control_key(&bic(OTHER))
            .to_string();
        t.conversion = vec![Conversion { percent: 10, currency: "USD".to_owned() }];
    };
    assert_eq!(codes_of(abroad, &facts), [Code::T18]);
    let nobody = CheckFacts { reach: Reach::ThisBank, ..facts.clone() };
    assert_eq!(codes_of(abroad, &nobody), [Code::T22, Code::T18]);
}

#[test]
fn pay_03_accounts_are_looked_for_where_they_should_be() {
    let mut facts = facts();
    facts.unattached_lines.insert(1);
    let own: kernel::AccountNumber = "40817810000000000101".parse().unwrap();
    assert_eq!(codes_of(|_| {}, &facts), [Code::T16]);
    let other = own.with_control_key(&bic(OTHER)).to_string();
    assert_eq!(codes_of(|t| t.account.clone_from(&other), &facts), [Code::P21]);
    // A key that fits no bank that is known is a slip of the pen and not another bank's account.
    let neither = (0..10)
        .map(|key| format!("40817810{key}00000000101"))
        .find(|text| {
            let account: kernel::AccountNumber = text.parse().unwrap();
            !account.control_key_is_valid(&bic(OWN)) && !account.control_key_is_valid(&bic(OTHER))
        })
        .unwrap();
    assert_eq!(codes_of(|t| t.account.clone_from(&neither), &facts), [Code::T15, Code::T16]);
    let abroad = |t: &mut Transfer| t.bic = Some(OTHER.to_owned());
    assert_eq!(codes_of(abroad, &facts), [Code::T15], "the key is that of this bank");
}

#[test]
fn pay_03_each_rule_of_a_statement_has_its_code() {
    let found = |change: &dyn Fn(&mut StatementTerms, &mut CheckFacts)| -> Vec<Code> {
        let (mut terms, mut facts) = (terms(1, 10_000), facts());
        change(&mut terms, &mut facts);
        let found = findings(&terms, &[transfer(1)], &facts);
        found.into_iter().map(|finding| finding.what.code).collect()
    };
    let usd = || rate(Currency::USD, "80.85");
    assert_eq!(found(&|terms, _| terms.transfers_count = 2), [Code::P01]);
    assert_eq!(found(&|terms, _| terms.total = Money::from_minor(1)), [Code::P02]);
    assert_eq!(found(&|_, facts| facts.debit_account_is_open = false), [Code::P04]);
    assert_eq!(found(&|_, facts| facts.enrollment = None), [Code::P05]);
    assert_eq!(found(&|_, facts| facts.today = date(2026, 11, 21)), [Code::P06]);
    assert_eq!(found(&|_, facts| facts.today = date(2025, 11, 18)), [Code::P07]);
    assert_eq!(found(&|terms, _| terms.conversion_rates = vec![usd()]), [Code::P09]);
    assert_eq!(found(&|_, facts| facts.number_is_taken = true), [Code::P10]);
    assert_eq!(found(&|terms, _| terms.income.code = None), [Code::P11]);
    assert_eq!(found(&|terms, _| terms.income.code = Some(5)), [Code::P12]);
    let mut converting = transfer(1);
    converting.conversion = vec![Conversion { percent: 10, currency: "USD".to_owned() }];
    let codes: Vec<(i64, Code)> = findings(&terms(1, 10_000), &[converting], &facts())
        .into_iter()
        .map(|finding| (finding.line, finding.what.code))
        .collect();
    assert_eq!(codes, [(0, Code::P08), (1, Code::P08)]);
}

#[test]
fn pay_10_each_rate_is_compared_with_that_of_the_bank() {
    let found = |rates: &[ConversionRate], facts: &CheckFacts| -> Vec<Code> {
        let converts = |transfer: &mut Transfer| {
            transfer.conversion = ["USD", "EUR"].map(|currency| to(50, currency)).to_vec();
        };
        let mut transfer = transfer(1);
        converts(&mut transfer);
        let terms = StatementTerms { conversion_rates: rates.to_vec(), ..terms(1, 10_000) };
        findings(&terms, &[transfer], facts).into_iter().map(|finding| finding.what.code).collect()
    };
    let with = |usd: &str, eur: &str| [rate(Currency::USD, usd), rate(Currency::EUR, eur)];
    assert_eq!(found(&with("83.2755", "96.94875"), &facts()), []);
    assert_eq!(found(&with("83.2756", "96.94875"), &facts()), [Code::P30]);
    assert_eq!(found(&with("78.4245", "94.12499"), &facts()), [Code::P32, Code::P32]);
    let mut unknown = facts();
    unknown.quotes[0].day_rate = None;
    unknown.quotes[1].band = band("0", "50");
    assert_eq!(found(&with("80.85", "94.1251"), &unknown), [Code::P30, Code::P31]);
    unknown.quotes.clear();
    assert_eq!(found(&with("80.85", "94.125"), &unknown), [Code::P31, Code::P31]);
}

#[test]
fn pay_10_what_a_rate_yields_is_found_at_the_transfer() {
    let found = |usd: &str, lexeme: &str, conversion: &[Conversion]| -> Vec<Code> {
        let transfer = Transfer {
            amount: SentAmount::from_lexeme(lexeme),
            conversion: conversion.to_vec(),
            ..transfer(1)
        };
        let terms = StatementTerms { conversion_rates: vec![rate(Currency::USD, usd)], ..terms(1, 10_000) };
        let found = findings(&terms, &[transfer], &facts());
        found.into_iter().filter(|finding| finding.line == 1).map(|finding| finding.what.code).collect()
    };
    // A cent costs 0.8085 roubles.
    assert_eq!(found("80.85", "0.80", &[to(100, "USD")]), [Code::T19]);
    assert_eq!(found("80.85", "0.81", &[to(100, "USD")]), []);
    assert_eq!(found("80.85", "80.99", &[to(1, "USD")]), [Code::T19]);
    assert_eq!(found("80.85", "81.00", &[to(1, "USD")]), []);
    assert_eq!(found("999999999", "90000000000000.00", &[to(100, "USD")]), []);
    assert_eq!(found("999999999", "92233720368547758.07", &[to(100, "USD")]), [Code::T20]);
    assert_eq!(found("0.0000000001", "100", &[to(1, "USD")]), [Code::T20]);
    // 0.000000001 roubles a dollar: 90,000.00 roubles are the most that the ledger posts.
    assert_eq!(found("0.000000001", "90000.00", &[to(100, "USD")]), []);
    assert_eq!(found("0.000000001", "90000.01", &[to(100, "USD")]), [Code::T20]);
    assert_eq!(found("0.000000001", "92233720368547758.07", &[to(100, "USD")]), [Code::T20]);
    // Each missing currency is told once, and nothing else twice.
    let two = [to(10, "EUR"), to(10, "CNY")];
    assert_eq!(found("80.85", "100", &two), [Code::P08, Code::P08]);
    assert_eq!(found("80.85", "100", &[to(10, "EUR"), to(10, "EUR")]), [Code::T14, Code::P08]);
    assert_eq!(found("80.85", "100", &[to(10, "GBP")]), [Code::T13]);
    assert_eq!(found("80.85", "100", &[to(101, "USD")]), [Code::T13, Code::T14]);
    assert_eq!(found("80.85", "1.001", &[to(100, "USD")]), [Code::T08]);
}

fn to(percent: i64, currency: &str) -> Conversion {
    Conversion { percent, currency: currency.to_owned() }
}

#[test]
fn pay_03_a_signed_statement_is_not_warned_of_a_missing_income_code() {
    let (facts, mut terms) = (facts(), terms(1, 10_000));
    terms.income.code = None;
    let statement =
        Checked { kind: StatementKind::Signed, terms: &terms, date: date(2026, 11, 20), number: 1 };
    let mut checker = Checker::new(statement, &facts);
    checker.transfer(&transfer(1));
    assert_eq!(checker.finish(), []);
}

#[test]
fn pay_03_a_repeated_order_number_names_the_line_that_had_it_first() {
    let mut second = transfer(2);
    second.order_number = 1;
    let found = findings(&terms(2, 20_000), &[transfer(1), second], &facts());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].line, found[0].what.code), (2, Code::T05));
    assert_eq!(found[0].what.parameters, ["1", "1"]);
}

#[test]
fn pay_03_a_sum_out_of_range_is_found_and_not_wrapped() {
    let mut first = transfer(1);
    first.amount = SentAmount::from_lexeme("92233720368547758.07");
    let found = findings(&terms(2, 20_000), &[first, transfer(2)], &facts());
    assert_eq!(found.iter().map(|finding| finding.what.code).collect::<Vec<_>>(), [Code::P03]);
}

proptest! {
    #[test]
    fn pay_03_the_declared_sum_is_right_exactly_when_it_is_the_sum(
        amounts in proptest::collection::vec(1_i64..1_000_000_000, 1..60),
        off in -3_i64..=3,
    ) {
        let total: i64 = amounts.iter().sum();
        prop_assume!(total + off > 0);
        let transfers: Vec<Transfer> = (1..).zip(&amounts).map(|(line, minor)| {
            let amount = SentAmount::Exact(Money::from_minor(*minor));
            Transfer { amount, ..transfer(line) }
        }).collect();
        let count = i64::try_from(transfers.len()).unwrap();
        let found = findings(&terms(count, total + off), &transfers, &facts());
        prop_assert_eq!(found.iter().any(|finding| finding.what.code == Code::P02), off != 0);
        prop_assert_eq!(found.len(), usize::from(off != 0));
    }

    #[test]
    fn pay_03_no_transfer_makes_the_checks_panic(
        account in ".{0,24}", bic in proptest::option::of(".{0,10}"), name in ".{0,60}",
        date in proptest::option::of(".{0,12}"), lexeme in "-?[0-9]{1,20}(\\.[0-9]{1,4})?",
        percent in any::<i64>(), order in any::<i64>(),
    ) {
        let odd = Transfer {
            account, bic, last_name: name, birth_date: date, order_number: order,
            amount: SentAmount::from_lexeme(&lexeme),
            conversion: vec![Conversion { percent, currency: "USD".to_owned() }; 2],
            ..transfer(1)
        };
        let found = findings(&terms(1, 10_000), &[odd], &facts());
        prop_assert!(found.iter().all(|finding| finding.line <= 1));
    }
}
