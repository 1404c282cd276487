//! Random payouts, entries, holds and limits with values from the edges, on accounts that are nearly full: whatever is
//! refused and whatever is done, the ledger stays exact and `check` answers.

use accounts::ledger::{
    self, Credit, Draft, InternalAccount, LedgerAccountId, LedgerError, POSTING_MINOR_MAX, Payout,
};
use kernel::{Clock, Currency, Money};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use store::Tx;
use testkit::{Bench, on_both_engines};

use super::{assert_exact, fill_up, sell_out};
use crate::bank::{ABSENT, Bank, CARD, CLOSED, KOLOS, SETTLEMENT, TRANSIT_USD, VASILEK};
use crate::ledger::id;
use crate::payout::{HOLD, header, hold, paid_from_hold};

/// Events that are tried on each engine, and how often everything is added up.
const EVENTS: usize = 120;
const EXACT_EVERY: usize = 10;
const ACCOUNTS: [&str; 7] = [SETTLEMENT, VASILEK, KOLOS, CARD, CLOSED, TRANSIT_USD, ABSENT];

#[derive(Clone, Debug)]
struct Line {
    payee: u32,
    account: usize,
    currency: Currency,
    amount: i64,
    cost: Option<i64>,
}

#[derive(Clone, Debug)]
enum Event {
    Payout(Vec<Line>),
    Entry { from: usize, to: usize, currency: Currency, minor: i64 },
    Hold { account: usize, minor: i64 },
    Release,
    Limit { account: usize, minor: i64 },
    Clock(i64),
}

fn minor() -> impl Strategy<Value = i64> {
    let edges = vec![
        i64::MIN,
        -POSTING_MINOR_MAX,
        -1,
        0,
        1,
        2,
        99,
        100,
        POSTING_MINOR_MAX - 1,
        POSTING_MINOR_MAX,
        POSTING_MINOR_MAX + 1,
        4_000_000_000_000_000_000,
        i64::MAX - 1,
        i64::MAX,
    ];
    prop_oneof![
        3 => prop::sample::select(edges),
        6 => 1..1_000_000_i64,
        2 => 1..=POSTING_MINOR_MAX,
        1 => any::<i64>(),
    ]
}

fn currency() -> impl Strategy<Value = Currency> {
    prop::sample::select(vec![Currency::RUR, Currency::RUR, Currency::USD, Currency::RUB])
}

fn event() -> impl Strategy<Value = Event> {
    let account = || 0..ACCOUNTS.len();
    let line = (1..6_u32, account(), currency(), minor(), prop::option::of(minor()))
        .prop_map(|(payee, account, currency, amount, cost)| Line { payee, account, currency, amount, cost });
    // Salaries that fit, so that payouts are not refused for one of their lines each time.
    let fitting = (
        1..6_u32,
        account(),
        prop::sample::select(vec![Currency::RUR, Currency::USD]),
        1..2_000_i64,
        1..2_000_i64,
    )
        .prop_map(|(payee, account, currency, amount, cost)| Line {
            payee,
            account,
            currency,
            amount,
            cost: Some(cost),
        });
    // A rate that makes enormous amounts out of little money.
    let cheap = (1..6_u32, 0..400_i64).prop_map(|(payee, off)| Line {
        payee,
        account: 5,
        currency: Currency::USD,
        amount: POSTING_MINOR_MAX - off,
        cost: Some(1),
    });
    prop_oneof![
        2 => prop::collection::vec(line, 1..4).prop_map(Event::Payout),
        12 => prop::collection::vec(prop_oneof![8 => fitting, 1 => cheap.clone()], 1..12).prop_map(Event::Payout),
        1 => prop::collection::vec(cheap, 1_500..2_200).prop_map(Event::Payout),
        2 => (account(), account(), currency(), minor())
            .prop_map(|(from, to, currency, minor)| Event::Entry { from, to, currency, minor }),
        2 => (account(), minor()).prop_map(|(account, minor)| Event::Hold { account, minor }),
        1 => Just(Event::Release),
        1 => (account(), minor()).prop_map(|(account, minor)| Event::Limit { account, minor }),
        1 => (-20..100_i64).prop_map(Event::Clock),
    ]
}

/// Plays an event; nothing when the types refused it before the ledger was asked.
type Outcome = Option<Result<bool, LedgerError>>;

async fn payout(bank: &Bank, key: &str, mut lines: Vec<Line>) -> Outcome {
    lines.sort_by_key(|line| line.payee);
    let credit = |line: &Line| {
        let amount = Money::from_minor(line.amount);
        let cost = if line.currency == Currency::RUR {
            amount
        } else {
            Money::from_minor(line.cost.unwrap_or(line.amount))
        };
        Credit {
            payee: line.payee,
            account: id(ACCOUNTS[line.account]),
            currency: line.currency,
            amount,
            cost,
        }
    };
    let credits: Vec<Credit> = lines.iter().map(credit).collect();
    let payout = Payout::new(header(bank, key), id(SETTLEMENT), HOLD.to_owned(), credits).ok()?;
    let paid = bank.bench.store.write("test.pay", move |tx| paid_from_hold(tx, &payout)).await;
    Some(paid.map(|paid| paid.sum.is_positive()))
}

async fn entry(
    bank: &Bank,
    key: &str,
    from: LedgerAccountId,
    to: LedgerAccountId,
    currency: Currency,
    minor: i64,
) -> Outcome {
    let amount = Money::from_minor(minor);
    let draft = Draft::new(header(bank, key)).debit(from, currency, amount).credit(to, currency, amount);
    let entry = draft.balanced().ok()?;
    Some(bank.post(entry).await.map(|_| true))
}

async fn happen(bank: &Bank, number: usize, event: Event) -> Outcome {
    let (key, now) = (format!("e-{number}"), bank.bench.clock.now());
    let store = &bank.bench.store;
    match event {
        Event::Payout(lines) => payout(bank, &key, lines).await,
        Event::Entry { from, to, currency, minor } => {
            // Money that the bank pays in comes over the counter.
            let from =
                if from == to { InternalAccount::Cash.in_currency(currency) } else { id(ACCOUNTS[from]) };
            entry(bank, &key, from, id(ACCOUNTS[to]), currency, minor).await
        }
        Event::Hold { account, minor } => {
            if minor <= 0 {
                // The import refuses it.
                return None;
            }
            Some(bank.hold(&key, ACCOUNTS[account], minor).await.map(|_| true))
        }
        Event::Release => {
            let name = format!("e-{}", number / 2);
            let release = move |tx: &mut Tx| ledger::release_hold_if_placed(tx, &name, now);
            Some(
                store
                    .write("test.release", release)
                    .await
                    .map(|outcome| outcome.is_some())
                    .map_err(LedgerError::from),
            )
        }
        Event::Limit { account, minor } => {
            if minor < 0 {
                return None;
            }
            let account = ACCOUNTS[account];
            Some(bank.lend(&format!("L-{account}"), account, minor).await.map(|_| true))
        }
        Event::Clock(seconds) => {
            bank.bench.clock.advance_seconds(seconds);
            None
        }
    }
}

on_both_engines! {
    async fn acc_06_nothing_that_is_hostile_takes_the_ledger_out_of_balance(bench: Bench) {
        let bank = Bank::demo(bench).await;
        fill_up(&bank, 3_000_000).await;
        sell_out(&bank, 2 * POSTING_MINOR_MAX).await;
        hold(&bank, 400_000_000_000).await;
        let event = event();
        let mut runner = TestRunner::deterministic();
        let (mut done, mut refused) = (0, 0);
        for number in 0..EVENTS {
            let event = event.new_tree(&mut runner).unwrap().current();
            match happen(&bank, number, event.clone()).await {
                Some(Ok(true)) => done += 1,
                Some(Ok(false)) | None => {}
                Some(Err(LedgerError::Store(error))) => panic!("{event:?}: {error}"),
                Some(Err(_)) => refused += 1,
            }
            if number % EXACT_EVERY == 0 {
                assert_exact(&bank).await;
            }
        }
        assert_exact(&bank).await;
        assert!(done > EVENTS / 5 && refused > 5, "{done} done, {refused} refused: the test has to see both");
    }
}
