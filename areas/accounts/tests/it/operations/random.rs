//! Random ledgers: the balance after each operation equals a sum that this test makes by itself.

use accounts::ledger::{Draft, InternalAccount, POSTING_MINOR_MAX};
use kernel::{Currency, Money};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use testkit::{Bench, TestCaller, on_both_engines};

use super::{amounts, text};
use crate::bank::{Bank, CARD, KOLOS, SETTLEMENT, VASILEK, ivanova, sidorov};
use crate::ledger::{header, id, state};
use crate::payout::{self, credit};

/// Entries that are tried on each engine.
const EVENTS: usize = 60;
const ACCOUNTS: [&str; 4] = [SETTLEMENT, VASILEK, KOLOS, CARD];

#[derive(Clone, Debug)]
enum Event {
    /// Lines of accounts and signed amounts; the bank's side is what is left.
    Entry(Vec<(usize, i64)>),
    Payout(Vec<(usize, i64)>),
    Clock(i64),
}

fn event() -> impl Strategy<Value = Event> {
    let amount = prop_oneof![
        4 => -1_000_i64..100_000,
        1 => Just(POSTING_MINOR_MAX),
        1 => Just(-POSTING_MINOR_MAX),
        1 => Just(1),
    ];
    let lines = prop::collection::vec((0..ACCOUNTS.len(), amount), 1..6);
    let paid = prop::collection::vec((1..ACCOUNTS.len(), 1_i64..500), 1..5);
    prop_oneof![6 => lines.prop_map(Event::Entry), 2 => paid.prop_map(Event::Payout),
        1 => (-100_i64..300_000).prop_map(Event::Clock)]
}

/// The amounts of each account in the order of their posting.
type Model = [Vec<i64>; 4];

async fn happen(bank: &Bank, key: &str, event: Event, model: &mut Model) -> bool {
    match event {
        Event::Entry(lines) => entry(bank, key, &lines, model).await,
        Event::Payout(lines) => {
            let credits = (1_u32..)
                .zip(&lines)
                .map(|(payee, (account, minor))| credit(payee, ACCOUNTS[*account], *minor));
            if payout::pay(bank, key, credits.collect()).await.is_err() {
                return false;
            }
            model[0].push(-lines.iter().map(|(_, minor)| minor).sum::<i64>());
            for (account, minor) in lines {
                model[account].push(minor);
            }
            true
        }
        Event::Clock(seconds) => {
            bank.bench.clock.advance_seconds(seconds);
            false
        }
    }
}

async fn entry(bank: &Bank, key: &str, lines: &[(usize, i64)], model: &mut Model) -> bool {
    let (rur, cash) = (Currency::RUR, InternalAccount::Cash.in_currency(Currency::RUR));
    let mut draft = Draft::new(header(bank, key));
    for (account, minor) in lines {
        let amount = Money::from_minor(*minor);
        let opposite = Money::from_minor(-minor);
        draft = draft.moved(id(ACCOUNTS[*account]), rur, amount).moved(cash.clone(), rur, opposite);
    }
    let Ok(entry) = draft.balanced() else { return false };
    if bank.post(entry).await.is_err() {
        return false;
    }
    for (account, minor) in lines {
        model[*account].push(*minor);
    }
    true
}

/// Every page of the account is what the model says, whatever the length of a page.
async fn compare(
    bank: &Bank,
    caller: &TestCaller,
    number: &str,
    brought: i128,
    amounts_in_order: &[i64],
    size: usize,
) {
    let mut shown = (Vec::new(), Vec::new());
    let mut cursor = String::new();
    loop {
        let written = text(bank, caller, number, &format!("?limit={size}{cursor}")).await;
        let page: serde_json::Value = serde_json::from_str(&written).unwrap();
        let sides: Vec<i128> = page["operations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| if one["side"] == "DEBIT" { -1 } else { 1 })
            .collect();
        shown
            .0
            .extend(amounts(&written, "amount").into_iter().zip(sides).map(|(amount, sign)| amount * sign));
        shown.1.extend(amounts(&written, "balance"));
        let Some(next) = page["nextCursor"].as_str() else {
            let debits: i128 =
                amounts_in_order.iter().filter(|minor| **minor < 0).map(|minor| -i128::from(*minor)).sum();
            assert_eq!(amounts(&written, "debits"), [debits]);
            break;
        };
        cursor = format!("&cursor={next}");
    }
    let mut balance = 0;
    let posted = std::iter::once(brought).chain(amounts_in_order.iter().map(|minor| i128::from(*minor)));
    let expected: Vec<(i128, i128)> = posted
        .map(|minor| {
            balance += minor;
            (minor, balance)
        })
        .collect();
    let shown: Vec<(i128, i128)> = shown.0.into_iter().zip(shown.1).rev().collect();
    assert_eq!(shown, expected, "{number}");
}

on_both_engines! {
    async fn onl_01_the_balance_after_each_posting_of_random_ledgers_is_the_sum(bench: Bench) {
        let bank = Bank::demo(bench).await;
        payout::hold(&bank, 1_000_000).await;
        let mut brought = [0; 4];
        for (place, number) in ACCOUNTS.iter().enumerate() {
            brought[place] = state(&bank, id(number)).await.0.into();
        }
        let (event, mut runner) = (event(), TestRunner::deterministic());
        let (mut model, mut posted) = (Model::default(), 0);
        for number in 0..EVENTS {
            let event = event.new_tree(&mut runner).unwrap().current();
            posted += usize::from(happen(&bank, &format!("e-{number}"), event, &mut model).await);
        }
        assert!(posted > EVENTS / 3, "{posted}");
        for size in [1, 7, 1000] {
            compare(&bank, &ivanova(), SETTLEMENT, brought[0], &model[0], size).await;
            compare(&bank, &ivanova(), VASILEK, brought[1], &model[1], size).await;
            compare(&bank, &sidorov(), KOLOS, brought[2], &model[2], size).await;
            compare(&bank, &sidorov(), CARD, brought[3], &model[3], size).await;
        }
        bank.assert_sound().await;
    }
}
