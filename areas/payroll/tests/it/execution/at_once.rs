//! Several processes that move money at once, on the same accounts.

use accounts::ledger::{InternalAccount, LedgerAccountId, LedgerError, Refusal, set_open};
use store::{Store, StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use super::house::*;

/// Statements at once: enough for each process to have several.
const STATEMENTS: usize = 24;
/// Attempts at closing an account while it is paid.
const CLOSINGS: u32 = 12;

/// Looks at the server's locks.
const LOOKS_MAX: u32 = 100_000;

store::queries! {
    /// Holds the row of an account until the unit of work ends.
    HOLD_ACCOUNT = "update ledger_accounts set is_open = is_open where ledger_account_id = $1";
    /// Sells 90 dollars on the day that has begun, as long as 100 are not exceeded.
    SELL = "update payroll_conversion_days set sold_minor = sold_minor + 9000
        where currency = 'USD' and sold_minor + 9000 <= 10000";
    /// Lists the sessions that wait for a row in a statement like this.
    WAITING = "select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and a.datname = current_database() and a.query like $1";
}

/// Waits until somebody waits for a row of the table, or this is over, where units are written beside each other.
async fn until_waited_for(store: &Store, table: &str, is_over: impl Fn() -> bool) {
    let like = format!("update {table}%");
    let mut looks = 0;
    while store.writes_at_once()
        && !is_over()
        && store.query(&WAITING, params![like.as_str()]).await.unwrap().is_empty()
    {
        looks += 1;
        assert!(looks < LOOKS_MAX, "nobody waits for {table}");
    }
}

on_both_engines! {
    async fn pay_09_two_processes_that_pay_the_same_people_lose_and_double_nothing(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let correspondent = house.internal(InternalAccount::Correspondent).await;
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
        let (second, theirs) = house.second_process().await;
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
        assert_eq!(house.internal(InternalAccount::OutgoingPayments).await, 0);
        let settled = house.internal(InternalAccount::Correspondent).await - correspondent;
        assert_eq!(settled, count * 3);
        house.assert_at_rest().await;
        second.close().await;
    }

    async fn pay_10_what_another_process_sells_meanwhile_counts(bench: Bench) {
        let house = House::new(bench).await;
        house.add("conversion_terms.csv", "currency,day_limit\nUSD,100.00\n").await;
        let buying = |serial, cents: i64| Line {
            conversion: Some(r#"[[100,"USD"]]"#.to_owned()),
            ..to(serial, cents * 80)
        };
        let draft = |lines| Draft { rates: Some("USD=80"), ..Draft::of(lines) };
        house.put(&draft(vec![buying(1, 100)])).await;
        house.work().await;
        let id = house.put(&draft(vec![buying(2, 5_000), to(8, 1)])).await;
        let (second, _) = house.second_process().await;
        // Another unit keeps the account of a payee, so that ours waits between its look at the day and its sale.
        let (told, begun) = tokio::sync::oneshot::channel();
        let (release, released) = std::sync::mpsc::channel();
        let mut parts = Some((told, released));
        let payee = LedgerAccountId::from(&employee(8));
        let theirs = second.write_guarded("test.hold", move |tx: &mut Tx| {
            tx.execute_one(&HOLD_ACCOUNT, params![payee.as_str()])?;
            if let Some((told, released)) = parts.take() {
                told.send(()).unwrap();
                released.recv().unwrap();
            }
            Ok::<_, StoreError>(())
        });
        let runner = house.runner();
        let third = house.bench.open_again(Bench::limits()).await;
        let ours = async {
            begun.await.unwrap();
            let sell = async {
                let store = &house.bench.store;
                until_waited_for(store, "ledger_accounts", || false).await;
                let third = third.clone();
                let sale = tokio::spawn(async move {
                    third.write_guarded("test.sell", |tx: &mut Tx| tx.execute(&SELL, params![])).await
                });
                until_waited_for(store, "payroll_conversion_days", || sale.is_finished()).await;
                release.send(()).unwrap();
                sale.await.unwrap()
            };
            tokio::join!(runner.drain(), sell)
        };
        let (theirs, (ours, sold)) = tokio::join!(theirs, ours);
        assert!(theirs.is_ok() && ours.is_ok(), "{theirs:?} {ours:?}");
        // A unit that found itself overtaken is tried again.
        later(&house.bench, 31);
        house.work().await;
        let (sold, state) = (sold.unwrap(), house.seen(id).await.state);
        let expected = if sold == 1 { ("PARTLY_EXECUTED", 9_100) } else { ("EXECUTED", 5_100) };
        assert_eq!((state.as_str(), house.sold("USD").await.0), expected);
        house.assert_idle().await;
        second.close().await;
        third.close().await;
    }

    async fn pay_09_an_account_that_is_closed_while_it_is_paid_is_paid_or_closed(bench: Bench) {
        let house = House::new(bench).await;
        let (second, _) = house.second_process().await;
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
        house.assert_at_rest().await;
        second.close().await;
    }
}

#[test]
fn lif_05_two_processes_pay_the_same_people_through_a_pooler() {
    testkit::run_pooled(pay_09_two_processes_that_pay_the_same_people_lose_and_double_nothing);
}

#[test]
fn lif_05_what_another_process_sells_through_a_pooler_counts() {
    testkit::run_pooled(pay_10_what_another_process_sells_meanwhile_counts);
}
