//! Statements that no check has looked at, with values from the edges of their types: each comes to an end, and the
//! money of the bank stays exact. What the checks refuse can come here by a fault of theirs, or from a table that
//! somebody changed.

use accounts::ledger::{
    self, Draft as Entry, EntryHeader, EntryKind, IdempotencyKey, InternalAccount, LedgerAccountId,
    POSTING_MINOR_MAX,
};
use kernel::{AccountNumber, Clock, Currency, Money, Randomness};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use testkit::{Bench, on_both_engines};

use super::house::*;

/// Statements that are tried on each engine.
const STATEMENTS: usize = 30;
const RATES: [&str; 9] = [
    "USD=92.5",
    "USD=80.85,EUR=94.125",
    "USD=0.0001",
    "USD=0.000000001",
    "USD=0.0000000001",
    "USD=79228162514264337593543950335",
    "USD=0,EUR=-1",
    "RUR=1,USD=80",
    "EUR=100",
];

fn minor() -> impl Strategy<Value = i64> {
    prop_oneof![
        40 => 1..2_000_000_i64,
        2 => prop::sample::select(vec![1, 2, 99, POSTING_MINOR_MAX - 1, POSTING_MINOR_MAX, POSTING_MINOR_MAX + 1,
            i64::MAX]),
        1 => 1..=i64::MAX,
    ]
}

fn line() -> impl Strategy<Value = Line> {
    let conversion = || {
        let percent =
            prop_oneof![20 => 1..=50_i64, 1 => prop::sample::select(vec![i64::MIN, -1, 0, 101, i64::MAX])];
        let currency = prop::sample::select(vec!["USD", "USD", "USD", "USD", "USD", "EUR", "RUR", "XXX", ""]);
        let one = (percent, currency).prop_map(|(percent, currency)| format!(r#"[{percent},"{currency}"]"#));
        prop::collection::vec(one, 1..3).prop_map(|all| format!("[{}]", all.join(",")))
    };
    let serial = || 1..=EMPLOYEES + 2;
    prop_oneof![
        5 => (serial(), minor()).prop_map(|(serial, minor)| to(serial, minor)),
        1 => (serial(), minor(), prop::sample::select(vec![OTHER_BIC, UNKNOWN_BIC]))
            .prop_map(|(serial, minor, bic)| to_other(bic, serial, minor)),
        4 => (1..12_u32, minor(), conversion())
            .prop_map(|(serial, minor, conversion)| Line { conversion: Some(conversion), ..to(serial, minor) }),
        // The account that pays.
        1 => minor().prop_map(|minor| Line { account: SETTLEMENT.to_owned(), ..to(1, minor) }),
    ]
}

/// Gives the payer as much as one hold can keep.
async fn enrich(house: &House) {
    let account = LedgerAccountId::from(&SETTLEMENT.parse::<AccountNumber>().unwrap());
    pay_in(house, InternalAccount::Cash, account, POSTING_MINOR_MAX).await;
}

/// Pays money in from an account of the bank.
async fn pay_in(house: &House, from: InternalAccount, account: LedgerAccountId, mut minor: i64) {
    let now = house.bench.clock.now();
    let header = EntryHeader {
        entry_id: house.bench.randomness.uuid(now),
        idempotency_key: IdempotencyKey::try_from(format!("pay-in:{account}")).unwrap(),
        kind: EntryKind::Transfer,
        posted_at: now,
        value_date: jiff::civil::date(2026, 11, 20),
        description: "Cash".to_owned(),
        document: None,
        authors: accounts::ledger::Authors::default(),
    };
    let rur = Currency::RUR;
    let from = from.in_currency(rur);
    let mut entry = Entry::new(header);
    while minor > 0 {
        let part = Money::from_minor(minor.min(POSTING_MINOR_MAX));
        entry = entry.debit(from.clone(), rur, part).credit(account.clone(), rur, part);
        minor -= part.minor();
    }
    let entry = entry.balanced().unwrap();
    house.bench.store.write("test.enrich", move |tx| ledger::post(tx, &entry)).await.unwrap();
}

on_both_engines! {
    async fn pay_09_an_account_that_is_full_takes_nothing_and_the_rest_is_paid(bench: Bench) {
        let house = House::new(bench).await;
        let most = 4_000_000_000_000_000_000;
        let outgoing = InternalAccount::OutgoingPayments.in_currency(Currency::RUR);
        // Room for 9 on the account of employee 1, and for nothing on that of outgoing payments.
        pay_in(&house, InternalAccount::Cash, LedgerAccountId::from(&employee(1)), most - 9).await;
        pay_in(&house, InternalAccount::Unclaimed, outgoing, most).await;
        let before = house.money(SETTLEMENT).await;
        let draft = Draft::of(vec![to(1, 10), to(2, 7), to_other(OTHER_BIC, 1, 5), to(3, 2)]);
        let (id, seen) = house.execute(&draft).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 9, 2));
        let declined = |line| (line, "DECLINED".to_owned(), Some("D09".to_owned()));
        assert_eq!(house.outcomes(id).await, [declined(1), declined(3)]);
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 9, before.1));
        assert_eq!(house.execute(&Draft::of(vec![to(1, 9)])).await.1.state, "EXECUTED");
        house.assert_sound_but("the balance differs from the payments on the rail").await;
        house.assert_idle().await;
    }

    async fn pay_09_pay_10_no_hostile_statement_takes_the_bank_out_of_balance(bench: Bench) {
        let house = House::new(bench).await;
        enrich(&house).await;
        let held = house.money(SETTLEMENT).await.1;
        let statement = (prop::collection::vec(line(), 1..8),
            prop_oneof![2 => 0..3_usize, 1 => 0..RATES.len()].prop_map(|index| RATES[index]), any::<bool>());
        let mut runner = TestRunner::deterministic();
        let mut ends = std::collections::BTreeMap::<String, usize>::new();
        for number in 0..STATEMENTS {
            let (lines, rates, is_behind) = statement.new_tree(&mut runner).unwrap().current();
            let draft = Draft { rates: Some(rates), ..Draft::of(lines) };
            let payer = house.money(SETTLEMENT).await.0;
            let id = house.put(&draft).await;
            if is_behind {
                later(&house.bench, -100);
                house.enqueue(id).await;
            }
            house.work().await;
            for _ in 0..jobs::ATTEMPTS_MAX {
                if house.seen(id).await.state != "PROCESSING" {
                    break;
                }
                later(&house.bench, 400);
                house.work().await;
            }
            let (seen, after) = (house.seen(id).await, house.money(SETTLEMENT).await);
            *ends.entry(seen.state.clone()).or_default() += 1;
            let own: i64 = if seen.executed > 0 { paid_to_the_payer(&house, id, &draft).await } else { 0 };
            assert_eq!(payer - after.0, seen.executed - own, "{number}: {draft:?}");
            assert_eq!(after.1, held, "{number}: nothing stays held of {draft:?}");
            assert_eq!(house.internal(InternalAccount::OutgoingPayments).await, 0, "{number}");
            house.assert_sound().await;
        }
        let of = |state: &str| ends.get(state).copied().unwrap_or(0);
        let seen_ends = (of("EXECUTED") + of("PARTLY_EXECUTED"), of("DECLINED"));
        assert_eq!(seen_ends.0 + seen_ends.1, STATEMENTS, "{ends:?}");
        assert!(seen_ends.0 > 3 && seen_ends.1 > 3, "{ends:?}: the test has to see all ends");
    }
}

/// Returns the sum that the lines to the payer's own account brought back.
async fn paid_to_the_payer(house: &House, id: payroll::StatementId, draft: &Draft) -> i64 {
    let declined: Vec<i64> = house.outcomes(id).await.into_iter().map(|(line, _, _)| line).collect();
    let own = (1_i64..)
        .zip(&draft.lines)
        .filter(|(line, one)| one.account == SETTLEMENT && !declined.contains(line));
    own.map(|(_, line)| line.minor).sum()
}
