//! Twenty differences of every kind are planted into the balances of the bank's core, and each is named, none besides
//! (BNK-06).

use std::collections::{BTreeMap, BTreeSet};

use accounts::{Break, Reconciled};
use kernel::{AccountNumber, BankZone, Money};
use store::params;
use testkit::{Bench, on_both_engines};

use crate::core_balances::brought;
use crate::journal::{DAY_S, close_day, read, salaries, today};
use crate::orders::System;
use crate::triggers::Stage;

store::queries! {
    BALANCES = "select ledger_account_id, balance_minor from ledger_accounts where class = 'CUSTOMER' \
        order by ledger_account_id limit 400";
    /// The balance of an account of the bank's own.
    OWN = "select balance_minor from ledger_accounts where ledger_account_id = $1";
}

const PAYER: &str = "40702810600000000001";
const USD: &str = "40702840200000000002";
const DEPOSIT: &str = "42102810400000000003";
const EMPTY: &str = "40702810500000000004";
const VASILEK: &str = "40702810700000000011";
const LARGEST: &str = "40702810800000000021";
const CARDS: &str = "40702810100000000022";
const EQUAL: [&str; 3] = ["40702810900000000031", "40702810200000000032", "40702810500000000033"];
const TRUST: &str = "40701810500000000034";
/// Numbers that the bank gives to its own accounts.
const NUMBERED: [(&str, &str); 3] = [
    ("CORRESPONDENT.RUR", "30102810400000000225"),
    ("OPENING-EQUITY.RUR", "10207810000000000001"),
    ("OPENING-EQUITY.USD", "10207840000000000001"),
];

type Balances = BTreeMap<String, i64>;

fn employee(number: u32) -> String {
    let bic = "044525999".parse().expect("a BIC");
    clientbank::demo::employees::account_number(number, &bic).expect("a number").to_string()
}

fn zone() -> BankZone {
    "Europe/Moscow".parse().expect("a zone")
}

/// The balances of customers, and of the bank's own accounts under the numbers that it gives them.
async fn balances_here(bench: &Bench) -> Balances {
    let rows = bench.store.query(&BALANCES, params![]).await.expect("accounts");
    let balance = |row: &store::Row| row.integer("balance_minor").expect("a balance");
    let number = |row: &store::Row| row.text("ledger_account_id").expect("a number").to_owned();
    let mut told: Balances = rows.iter().map(|row| (number(row), balance(row))).collect();
    for (name, number) in NUMBERED {
        let row = bench.store.query_optional(&OWN, params![name]).await.expect("read").expect("an account");
        told.insert(number.to_owned(), balance(&row));
    }
    told
}

/// Plants what a core gets wrong; returns the accounts that it has lost besides.
fn plant(there: &mut Balances, before: &Balances) -> BTreeSet<String> {
    let dollars = there[USD];
    for (account, minor) in [
        (PAYER, there[PAYER] + 1),
        // The balance in roubles of an account in dollars.
        (USD, dollars * 80),
        (DEPOSIT, -there[DEPOSIT]),
        // Nothing here, and the least that there is.
        (EMPTY, 1),
        (VASILEK, i64::MIN),
        (LARGEST, i64::MAX),
        (CARDS, 0),
        (EQUAL[0], there[EQUAL[0]] * 10),
        (EQUAL[1], there[EQUAL[1]] - 1),
    ] {
        there.insert(account.to_owned(), minor);
    }
    // The employees are paid on this day: one of them has the balance of the day before, two have each other's.
    let [first, second, third] = [employee(101), employee(102), employee(103)];
    let (one, two) = (there[&first], there[&second]);
    assert_ne!((one, two), (0, 0));
    there.insert(first, two);
    there.insert(second, one);
    let third_before = before[&third];
    assert_ne!(third_before, there[&third]);
    there.insert(third, third_before);
    for (account, minor) in [(900_001, 1), (900_002, -1), (900_003, i64::MAX)] {
        there.insert(employee(account), minor);
    }
    for (place, minor) in [-1, 100, i64::MAX].into_iter().enumerate() {
        let account = NUMBERED[place].1.to_owned();
        let here = there[&account];
        there.insert(account, if minor == i64::MAX { -here } else { here + minor });
    }
    let lost = [EQUAL[2], TRUST].map(str::to_owned);
    there.retain(|account, _| !lost.contains(account));
    lost.into()
}

/// Imports the balances that the core had on a day.
async fn bring(bench: &Bench, day: &str, told: &Balances) {
    let row = |(account, minor): (&String, &i64)| format!("{account},{day},{}\n", Money::from_minor(*minor));
    let rows: Vec<String> = told.iter().map(row).collect();
    let text = format!("account,day,balance\n{}", rows.concat());
    brought(bench, "core_balances", &text).await.expect("they are taken");
}

/// Compares them as a file of a night is.
async fn reconciled(bench: &Bench, day: &str, told: &Balances) -> Reconciled {
    let told = told.iter().map(|(account, minor)| {
        (account.parse::<AccountNumber>().expect("a number"), Money::from_minor(*minor))
    });
    let day = day.parse().expect("a day");
    accounts::reconcile(&bench.store, &zone(), day, told.collect()).await.expect("compared")
}

on_both_engines! {
    async fn bnk_06_twenty_planted_breaks_are_named_and_none_besides(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let rows: Vec<String> = NUMBERED.iter().map(|(name, number)| format!("{name},{number}\n")).collect();
        let numbers = format!("account,number\n{}", rows.concat());
        brought(&bench, "internal_accounts", &numbers).await.expect("they are taken");
        let before = balances_here(&bench).await;
        let mut paid = salaries();
        paid.lines.push(crate::triggers::Line::own("7.77", 103));
        assert_eq!(stage.statement("salary-1", &paid).await, "EXECUTED");
        let (day, here) = (today(&bench), balances_here(&bench).await);
        bench.clock.advance_seconds(DAY_S);
        close_day(&bench).await;
        // An entry of the next day makes no difference on this day.
        assert_eq!(stage.statement("salary-2", &salaries()).await, "EXECUTED");
        assert_eq!(reconciled(&bench, &day, &here).await.breaks, BTreeMap::new(), "the books agree");
        let mut there = here.clone();
        let lost = plant(&mut there, &before);
        let wrong: BTreeMap<_, _> = there
            .iter()
            .filter(|(account, minor)| here.get(*account) != Some(*minor))
            .map(|(account, minor)| (account.clone(), (*minor, here.get(account).copied())))
            .collect();
        assert_eq!((wrong.len(), lost.len()), (18, 2));
        // The file of a night names all twenty.
        let done = reconciled(&bench, &day, &there).await;
        let expected = wrong.iter().map(|(account, (there, here))| {
            let there = Money::from_minor(*there);
            let other = |here: i64| Break::OtherBalance(there, Money::from_minor(here));
            (account.clone(), here.map_or(Break::MissingHere(there), other))
        });
        let missing = |account: &String| Break::MissingThere(Money::from_minor(here[account]));
        let missing = lost.iter().map(|account| (account.clone(), missing(account)));
        assert_eq!(done.breaks, expected.chain(missing).collect());
        assert_eq!(done.agree, here.len() - 17);
        // So do the balances that are kept: those that differ as breaks, the others as not told.
        bring(&bench, &day, &there).await;
        let token = core.token(&stage).await;
        let told = read(&stage, &token, "/bank/v1/breaks").await;
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        let named: BTreeMap<_, _> = told["breaks"].as_array().expect("breaks").iter().map(|one| {
            assert_eq!((text(&one["since"]), text(&one["day"])), (day.clone(), day.clone()));
            (text(&one["account"]), (text(&one["there"]), one["here"].as_str().map(str::to_owned)))
        }).collect();
        let shown = |minor: i64| Money::from_minor(minor).to_string();
        let expected = |(there, here): &(i64, Option<i64>)| (shown(*there), here.map(shown));
        let expected = wrong.iter().map(|(account, sums)| (account.clone(), expected(sums)));
        assert_eq!(named, expected.collect());
        let told = read(&stage, &token, "/bank/v1/breaks/not-told").await;
        let named: BTreeMap<_, _> = told["accounts"].as_array().expect("accounts").iter()
            .map(|one| (text(&one["account"]), text(&one["here"]))).collect();
        let expected = lost.iter().map(|account| (account.clone(), shown(here[account])));
        assert_eq!((named, text(&told["day"])), (expected.collect(), day.clone()));
        // The true balances of the same day end all of them.
        bring(&bench, &day, &here).await;
        let told = read(&stage, &token, "/bank/v1/breaks").await;
        let left = told["breaks"].as_array().expect("breaks").iter();
        let named: BTreeSet<_> = left.map(|one| text(&one["account"])).collect();
        let unknown: BTreeSet<_> = [900_001, 900_002, 900_003].map(employee).into();
        assert_eq!(named, unknown, "what is no account here stays until the core tells that it is empty");
        assert_eq!(read(&stage, &token, "/bank/v1/breaks/not-told").await["count"], serde_json::json!(0));
    }
}
