//! Units of work beside each other: one is held open, and another meets it.

use accounts::ledger::{self, CreditLimit, CreditLimitKind, LedgerError};
use kernel::{Clock as _, Money};
use store::{Store, Tx, params};
use testkit::{Bench, on_both_engines};
use tokio::task::JoinHandle;

use super::account;
use crate::bank::{Bank, KOLOS};
use crate::ledger::id;

/// Looks at the server's locks.
const LOOKS_MAX: u32 = 100_000;

store::queries! {
    /// The name of a session.
    SESSION = "select cast(pg_backend_pid() as bigint) as session";
    /// The sessions that wait for one.
    BLOCKED = "select cast(a.pid as bigint) as session from pg_stat_activity a \
        where cast($1 as bigint) = any(cast(pg_blocking_pids(a.pid) as bigint[]))";
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

/// Waits until somebody waits for a session, or this is over, where units are written beside each other; the session that
/// waits.
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

on_both_engines! {
    async fn bnk_05_of_a_limit_that_two_tell_at_once_the_account_has_what_the_limit_says(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let now = bank.bench.clock.now();
        let limit = |minor: i64| CreditLimit {
            limit_id: "L-AT-ONCE".to_owned(),
            account: id(KOLOS),
            kind: CreditLimitKind::Overdraft,
            amount: Money::from_minor(minor),
            granted_at: now,
        };
        let set = |tx: &mut Tx, limit: &CreditLimit| ledger::set_credit_limit(tx, limit).map(drop);
        let before = account(&bank, KOLOS).await[2];
        let (one, two) = (bank.bench.open_again(Bench::limits()).await, bank.bench.open_again(Bench::limits()).await);
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
            let row = bank.bench.store.query_optional(&LIMIT, params!["L-AT-ONCE"]).await.unwrap().unwrap();
            assert_eq!(row.integer("amount_minor").unwrap(), second.amount.minor());
            assert_eq!(account(&bank, KOLOS).await[2] - before, second.amount.minor());
        }
        bank.assert_sound().await;
        one.close().await;
        two.close().await;
    }
}
