//! Units of work beside each other: one is held open, and another meets it.

use std::sync::Arc;

use accounts::ledger::{self, CreditLimit, Entry, Keeper, LedgerError};
use accounts::{Bunch, CoreFact, CoreOperation, close_due_day, take_facts};
use area::Author;
use audit::Actor;
use kernel::{Clock as _, Money, Randomness};
use store::{Store, Tx, params};
use testkit::{Bench, on_both_engines};
use tokio::task::JoinHandle;

use super::days::assert_told;
use super::{account, at, close, closed_days, entry, go_to};
use crate::bank::{Bank, KOLOS, VASILEK, zone};
use crate::ledger::{overdraft_of, roubles};

/// Looks at the server's locks.
const LOOKS_MAX: u32 = 100_000;

store::queries! {
    /// The name of a session.
    SESSION = "select cast(pg_backend_pid() as bigint) as session";
    /// The sessions that wait for one.
    BLOCKED = "select cast(a.pid as bigint) as session from pg_stat_activity a \
        where cast($1 as bigint) = any(cast(pg_blocking_pids(a.pid) as bigint[]))";
    /// Holds the row of an account.
    HOLD_ACCOUNT = "update ledger_accounts set is_open = is_open where ledger_account_id = $1";
    /// A credit limit.
    LIMIT = "select amount_minor from credit_limits where limit_id = $1";
}

/// A unit of work that is held open.
struct Held {
    /// Its session, where units are written beside each other.
    session: i64,
    release: std::sync::mpsc::Sender<()>,
    unit: JoinHandle<Result<(), LedgerError>>,
}

impl Held {
    /// Begins a unit, which does this and stays open.
    async fn open(
        store: &Store,
        change: impl Fn(&mut Tx) -> Result<(), LedgerError> + Send + 'static,
    ) -> Self {
        let (told, begun) = tokio::sync::oneshot::channel();
        let (release, released) = std::sync::mpsc::channel();
        let mut parts = Some((told, released));
        let (store, is_beside) = (store.clone(), store.writes_at_once());
        let work = move |tx: &mut Tx| {
            change(tx)?;
            let session: i64 = if is_beside { tx.select_one(&SESSION, params![])? } else { 0 };
            if let Some((told, released)) = parts.take() {
                told.send(session).unwrap();
                released.recv().unwrap();
            }
            Ok(())
        };
        let unit = tokio::spawn(async move { store.write_guarded("test.held", work).await });
        Self { session: begun.await.unwrap(), release, unit }
    }

    async fn end(self) {
        self.release.send(()).unwrap();
        self.unit.await.unwrap().unwrap();
    }
}

/// Waits until somebody waits for a session, or this is over, where units are written beside each other. Returns the
/// session that waits.
async fn until_blocked(store: &Store, session: i64, is_over: impl Fn() -> bool) -> i64 {
    for _ in 0..LOOKS_MAX {
        if !store.writes_at_once() || is_over() {
            return 0;
        }
        if let Some(waits) = store.query(&BLOCKED, params![session]).await.unwrap().first() {
            return waits.integer("session").unwrap();
        }
    }
    panic!("nobody waits");
}

/// Two processes more.
async fn two_more(bank: &Bank) -> (Store, Store) {
    (bank.bench.open_again(Bench::limits()).await, bank.bench.open_again(Bench::limits()).await)
}

/// An operation of KOLOS in the core.
fn operation(name: &str, posted_at: &str) -> CoreFact {
    CoreFact::Operation(Box::new(CoreOperation {
        id: name.to_owned(),
        account: KOLOS.to_owned().try_into().unwrap(),
        amount: Money::from_minor(700),
        posted_at: at(posted_at),
        value_date: posted_at[..10].parse().unwrap(),
        purpose: "x".to_owned(),
        document: None,
        counterparty: None,
    }))
}

/// Has a system of the core tell its first fact, which is taken.
fn tell(
    bank: &Bank,
    store: &Store,
    system: &str,
    fact: CoreFact,
) -> impl Future<Output = ()> + Send + 'static {
    let by = Author::outside_of_requests(Actor::BankSystem(system.to_owned()));
    let bunch = Bunch { by, first: 1, facts: vec![Ok(fact)] };
    let (store, now) = (store.clone(), bank.bench.clock.now());
    let randomness = Arc::clone(&bank.bench.randomness) as Arc<dyn Randomness>;
    async move {
        let told = take_facts(&store, bunch, now, (&zone(), randomness)).await.unwrap();
        assert_eq!((told.taken, told.differences), (1, vec![]));
    }
}

/// A bank whose core keeps the accounts, in the night after a day that is written down.
async fn of_core(bench: Bench) -> Bank {
    let bank = Bank::demo(bench).await;
    assert_eq!(accounts::settle_keeper(&bank.bench.store, Keeper::Core).await, Ok(Keeper::Core));
    close(&bank).await;
    go_to(&bank, "2026-11-21T02:00:00+03:00");
    bank
}

/// Closes the day while an entry is being posted; returns the session that waits for that, 0 if none.
async fn close_beside(bank: &Bank, posted: Entry) -> i64 {
    let (holder, store) = two_more(bank).await;
    let held = Held::open(&holder, move |tx| ledger::post(tx, &posted).map(drop)).await;
    let (closer, now) = (store.clone(), bank.bench.clock.now());
    let closing = tokio::spawn(async move { close_due_day(&closer, now, &zone()).await.unwrap() });
    let waits = until_blocked(&bank.bench.store, held.session, || closing.is_finished()).await;
    held.end().await;
    assert!(closing.await.unwrap() > 0);
    assert_told(bank).await;
    bank.assert_sound().await;
    holder.close().await;
    store.close().await;
    waits
}

on_both_engines! {
    async fn bnk_05_a_day_is_closed_with_what_a_feed_is_booking_on_it(bench: Bench) {
        let bank = of_core(bench).await;
        let (holder, others) = two_more(&bank).await;
        // The feed has written its entry and waits for the account.
        let held = Held::open(&holder, |tx| Ok(tx.execute_one(&HOLD_ACCOUNT, params![KOLOS])?)).await;
        let told_at = "2026-11-20T23:00:00+03:00";
        let feed = tokio::spawn(tell(&bank, &others, "accounts", operation("IN-1", told_at)));
        let session = until_blocked(&bank.bench.store, held.session, || feed.is_finished()).await;
        // Another system closes the day meanwhile.
        let day = CoreFact::ClosedDay("2026-11-20".parse().unwrap());
        let (closed, store, now) = (tell(&bank, &others, "days", day), others.clone(), bank.bench.clock.now());
        let closing = tokio::spawn(async move {
            closed.await;
            close_due_day(&store, now, &zone()).await.unwrap()
        });
        until_blocked(&bank.bench.store, session, || closing.is_finished()).await;
        held.end().await;
        feed.await.unwrap();
        assert!(closing.await.unwrap() > 0);
        assert_eq!(closed_days(&bank).await, ["2026-11-20"]);
        let (posted_at, core_posted_at, _, _) = entry(&bank, "payment:IN-1").await;
        if bank.bench.store.writes_at_once() {
            assert_eq!((posted_at, core_posted_at), (at(told_at), None), "its day was open");
        }
        assert_told(&bank).await;
        bank.assert_sound().await;
        holder.close().await;
        others.close().await;
    }

    async fn bnk_05_what_is_told_of_a_closed_day_is_of_the_open_one_before_the_closing_too(bench: Bench) {
        let bank = of_core(bench).await;
        let store = &bank.bench.store;
        let (last, next) = ("2026-11-20T23:59:59+03:00", "2026-11-21T00:00:00+03:00");
        tell(&bank, store, "one", operation("IN-1", last)).await;
        tell(&bank, store, "two", CoreFact::ClosedDay("2026-11-20".parse().unwrap())).await;
        tell(&bank, store, "three", operation("IN-2", last)).await;
        tell(&bank, store, "four", operation("IN-3", next)).await;
        let now = bank.bench.clock.now();
        for (key, posted_at, told_at) in
            [("IN-1", at(last), None), ("IN-2", now, Some(at(last))), ("IN-3", at(next), None)]
        {
            let (posted, told, _, _) = entry(&bank, &format!("payment:{key}")).await;
            assert_eq!((posted, told), (posted_at, told_at), "{key}");
        }
        assert!(close(&bank).await > 0);
        assert_told(&bank).await;
        bank.assert_sound().await;
    }

    async fn lif_03_a_day_is_closed_with_what_is_being_posted_on_it(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        let posted = roubles(&bank, "t-1", KOLOS, VASILEK, 100);
        go_to(&bank, "2026-11-21T00:10:00+03:00");
        close_beside(&bank, posted).await;
        assert_eq!(closed_days(&bank).await, ["2026-11-19", "2026-11-20"]);
    }

    async fn lif_03_a_closing_waits_for_nobody_who_posts_on_the_open_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        go_to(&bank, "2026-11-21T00:10:00+03:00");
        let posted = roubles(&bank, "t-1", KOLOS, VASILEK, 100);
        // Days are written down by it, too.
        assert_eq!(close_beside(&bank, posted).await, 0, "a session waits");
    }

    async fn bnk_05_of_a_limit_that_two_tell_at_once_the_account_has_what_the_limit_says(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let now = bank.bench.clock.now();
        let limit = |minor: i64| overdraft_of("L-AT-ONCE", KOLOS, minor, now);
        let set = |tx: &mut Tx, limit: &CreditLimit| ledger::set_credit_limit(tx, limit).map(drop);
        let before = account(&bank, KOLOS).await[2];
        let (one, two) = two_more(&bank).await;
        // A limit that is new to both, and one that both change.
        for (first, second) in [(10_000, 15_000), (17_000, 20_000)] {
            let (first, second) = (limit(first), limit(second));
            let held = Held::open(&one, move |tx| set(tx, &first)).await;
            let (store, wanted) = (two.clone(), second.clone());
            let other = tokio::spawn(async move {
                store.write_guarded("test.limit", move |tx: &mut Tx| set(tx, &wanted)).await
            });
            until_blocked(&bank.bench.store, held.session, || other.is_finished()).await;
            held.end().await;
            other.await.unwrap().unwrap();
            assert_eq!(bank.row::<i64>(&LIMIT, params!["L-AT-ONCE"]).await, second.amount.minor());
            assert_eq!(account(&bank, KOLOS).await[2] - before, second.amount.minor());
        }
        bank.assert_sound().await;
        one.close().await;
        two.close().await;
    }
}
