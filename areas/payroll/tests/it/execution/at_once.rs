//! Several processes that move money at once, on the same accounts.

use std::sync::Arc;

use accounts::ledger::{InternalAccount, LedgerAccountId, LedgerError, Refusal, set_open};
use jobs::Runner;
use kernel::{Currency, SeededRandomness};
use store::{Store, Tx};
use testkit::{Bench, on_both_engines};

use super::house::*;

/// Statements at once: enough for each process to have several.
const STATEMENTS: usize = 24;
/// Attempts at closing an account while it is paid.
const CLOSINGS: u32 = 12;

/// A second process on the database of the first: its connections, and its runner.
async fn second_process(house: &House) -> (Store, Runner) {
    let store = house.bench.open_again(Bench::limits()).await;
    let state = state(&house.bench, store.clone(), Arc::new(SeededRandomness::new(5)));
    let runner = empty_runner(&house.bench, store.clone(), 6).with_workers(payroll::workers(&state));
    (store, runner)
}

on_both_engines! {
    async fn pay_09_two_processes_that_pay_the_same_people_lose_and_double_nothing(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let correspondent = house.internal(InternalAccount::Correspondent, Currency::RUR).await;
        // The same five people and the same two banks, in another order in each statement, out of one account.
        let draft = |number: usize| {
            let mut lines: Vec<Line> = (1..=5).map(|serial| to(serial, 10_i64.pow(serial))).collect();
            lines.push(to_other(OTHER_BIC, 1, 3));
            lines.push(to_other(UNKNOWN_BIC, 1, 4));
            lines.rotate_left(number % 7);
            Draft::of(lines)
        };
        let mut ids = Vec::new();
        for number in 0..STATEMENTS {
            ids.push(house.put(&draft(number)).await);
        }
        let (second, theirs) = second_process(&house).await;
        let ours = house.runner();
        let (ours, theirs) = tokio::join!(ours.drain(), theirs.drain());
        assert!(ours.is_ok() && theirs.is_ok(), "{ours:?} {theirs:?}");
        // Jobs that one process enqueued when the other had looked for the last time.
        house.work().await;
        let count = i64::try_from(STATEMENTS).unwrap();
        for id in ids {
            let seen = house.seen(id).await;
            assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 111_113, 1));
        }
        for serial in 1..=5 {
            let (balance, _) = house.money(employee(serial).as_str()).await;
            assert_eq!(balance, count * 10_i64.pow(serial), "{serial}");
        }
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - count * 111_113, before.1));
        assert_eq!(house.internal(InternalAccount::OutgoingPayments, Currency::RUR).await, 0);
        let settled = house.internal(InternalAccount::Correspondent, Currency::RUR).await - correspondent;
        assert_eq!(settled, count * 3);
        house.assert_sound().await;
        house.assert_idle().await;
        second.close().await;
    }

    async fn pay_09_an_account_that_is_closed_while_it_is_paid_is_paid_or_closed(bench: Bench) {
        let house = House::new(bench).await;
        let (second, _) = second_process(&house).await;
        for serial in (1..=CLOSINGS).filter(|serial| *serial != CLOSED) {
            let account = LedgerAccountId::from(&employee(serial));
            let id = house.put(&Draft::of(vec![to(30, 1), to(serial, 10)])).await;
            let close = move |tx: &mut Tx| set_open(tx, &account, false);
            let runner = house.runner();
            let (closed, attempts) =
                tokio::join!(second.write_guarded("test.close", close), runner.drain());
            assert_eq!(attempts, Ok(1));
            let seen = house.seen(id).await;
            let is_closed = match closed {
                Ok(is_closed) => is_closed,
                Err(LedgerError::Refused { refusal: Refusal::Closed, .. }) => false,
                Err(error) => panic!("{error}"),
            };
            let expected = if is_closed { ("PARTLY_EXECUTED", 1, 0) } else { ("EXECUTED", 11, 10) };
            let (balance, _) = house.money(employee(serial).as_str()).await;
            assert_eq!((seen.state.as_str(), seen.executed, balance), expected, "{serial}");
        }
        house.assert_sound().await;
        house.assert_idle().await;
        second.close().await;
    }
}
