//! Statements that no check has looked at, with values from the edges of their types: each comes to an end, and the money of
//! the bank stays exact. What the checks refuse can come here by a fault of theirs, or from a table that somebody changed.

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
        6 => 1..2_000_000_i64,
        2 => prop::sample::select(vec![1, 2, 99, POSTING_MINOR_MAX - 1, POSTING_MINOR_MAX, POSTING_MINOR_MAX + 1, i64::MAX]),
        1 => 1..=i64::MAX,
    ]
}

fn line() -> impl Strategy<Value = Line> {
    let conversion = || {
        let percent =
            prop_oneof![5 => 1..=100_i64, 1 => prop::sample::select(vec![i64::MIN, -1, 0, 101, i64::MAX])];
        let currency = prop::sample::select(vec!["USD", "USD", "USD", "EUR", "RUR", "XXX", ""]);
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
    let now = house.bench.clock.now();
    let header = EntryHeader {
        entry_id: house.bench.randomness.uuid(now),
        idempotency_key: IdempotencyKey::try_from("enrich".to_owned()).unwrap(),
        kind: EntryKind::Transfer,
        posted_at: now,
        value_date: jiff::civil::date(2026, 11, 20),
        description: "Cash".to_owned(),
    };
    let (rur, amount) = (Currency::RUR, Money::from_minor(POSTING_MINOR_MAX));
    let cash = InternalAccount::Cash.in_currency(rur);
    let entry = Entry::new(header).debit(cash, rur, amount).credit(account, rur, amount).balanced().unwrap();
    house.bench.store.write("test.enrich", move |tx| ledger::post(tx, &entry)).await.unwrap();
}

on_both_engines! {
    async fn pay_09_pay_10_no_hostile_statement_takes_the_bank_out_of_balance(bench: Bench) {
        let house = House::new(bench).await;
        enrich(&house).await;
        let held = house.money(SETTLEMENT).await.1;
        let statement = (prop::collection::vec(line(), 1..8), prop::sample::select(RATES.to_vec()), any::<bool>());
        let mut runner = TestRunner::deterministic();
        let mut ends = std::collections::BTreeMap::<String, usize>::new();
        for number in 0..STATEMENTS {
            let (lines, rates, is_behind) = statement.new_tree(&mut runner).unwrap().current();
            let draft = Draft { rates: Some(rates), ..Draft::of(lines) };
            let payer = house.money(SETTLEMENT).await.0;
            let id = house.put(&draft).await;
            if is_behind {
                let now = later(&house.bench, -100);
                let again = move |tx: &mut store::Tx| jobs::enqueue(tx, payroll::EXECUTE, &id.to_string(), now);
                house.bench.store.write("test.again", again).await.unwrap();
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
            assert_eq!(house.internal(InternalAccount::OutgoingPayments, Currency::RUR).await, 0, "{number}");
            house.assert_sound().await;
        }
        let of = |state: &str| ends.get(state).copied().unwrap_or(0);
        let seen_ends = (of("EXECUTED") + of("PARTLY_EXECUTED"), of("DECLINED"));
        assert_eq!(seen_ends.0 + seen_ends.1, STATEMENTS, "{ends:?}");
        assert!(seen_ends.0 > 3 && seen_ends.1 > 3, "{ends:?}: the test has to see all ends");
    }
}

/// What the lines to the payer's own account brought back.
async fn paid_to_the_payer(house: &House, id: payroll::StatementId, draft: &Draft) -> i64 {
    let declined: Vec<i64> = house.outcomes(id).await.into_iter().map(|(line, _, _)| line).collect();
    let own = (1_i64..)
        .zip(&draft.lines)
        .filter(|(line, one)| one.account == SETTLEMENT && !declined.contains(line));
    own.map(|(_, line)| line.minor).sum()
}
