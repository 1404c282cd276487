//! The closing of days in a bank with many accounts, beside reads and small changes: time, the longest step, and what
//! the others notice.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Timer};

use kernel::{BankZone, Instant};
use store::{Durability, Store, StoreError, StoreLimits, StoreLocation, Tx, params};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use crate::importing::LASTING;
use crate::probes::{PROBE_PAUSE, between, probe, told};

/// Accounts that one unit of work makes.
const CHUNK: i64 = 50_000;
/// One in so many accounts moves on the last day.
const MOVES_ONE_OF: i64 = 5;
/// 2026-11-20T09:00:00Z.
const NOW_S: i64 = 1_795_165_200;
const DAY_S: i64 = 24 * 3600;

store::queries! {
    /// Accounts $1 to $2 with one posting each, long ago.
    FILL_ACCOUNTS = "insert into ledger_accounts (ledger_account_id, class, currency, is_open, balance_minor,
            changed_at_us, first_posted_at_us, last_posted_at_us)
        with recursive n (i) as (
            select cast($1 as bigint) union all select i + 1 from n where i < cast($2 as bigint))
        select cast(40817810000000 + i as text), 'CUSTOMER', 'RUR', true, i, 1700000000000000, 1700000000000000,
            1700000000000000 from n";
    /// Moves one account of some on a day.
    MOVE_ACCOUNTS = "update ledger_accounts set balance_minor = balance_minor + 1, changed_at_us = $1,
        last_posted_at_us = $1 where balance_minor % $2 = 0 and class = 'CUSTOMER'";
    /// The progress of the days.
    PROGRESS = "select cast(coalesce(sum(accounts_count), 0) as bigint) as accounts from closing_days";
    /// Counts the rows.
    ROWS = "select count(1) as closings from closing_balances";
    /// Reads an account as a page does.
    READ_ACCOUNT = "select l.balance_minor from ledger_accounts l where l.ledger_account_id = $1";
    /// A small change.
    CHANGE_ACCOUNT = "update ledger_accounts set held_minor = 0 where ledger_account_id = $1";
}

/// Prints the closing of a bank with so many accounts, on SQLite and on PostgreSQL.
///
/// # Errors
/// A database fails.
pub(crate) fn run(accounts: i64, on_sqlite: bool, on_postgres: bool) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let folder = std::env::temp_dir().join(format!("clientbank-closing-{}", std::process::id()));
    if on_sqlite {
        std::fs::create_dir_all(&folder)?;
        let location = StoreLocation::Sqlite { path: folder.join("closing.db") };
        let closed = runtime.block_on(closings("SQLite", &location, accounts));
        std::fs::remove_dir_all(&folder)?;
        closed?;
    }
    if on_postgres {
        let cluster = testkit::postgres::Cluster::start_with(LASTING)?;
        let location = StoreLocation::Postgres { url: cluster.url().to_owned(), password_file: None };
        runtime.block_on(closings("PostgreSQL", &location, accounts))?;
    }
    Ok(())
}

async fn closings(engine: &str, location: &StoreLocation, accounts: i64) -> Result<(), Box<dyn Error>> {
    let limits = StoreLimits { durability: Durability::Full, ..StoreLimits::default() };
    let store = Store::open(location, limits).await?;
    store.migrate(&[&accounts::MIGRATIONS]).await?;
    let zone: BankZone = "Europe/Moscow".parse()?;
    let mut first = 1;
    while first <= accounts {
        let last = (first + CHUNK - 1).min(accounts);
        store.write("fill", move |tx: &mut Tx| tx.execute(&FILL_ACCOUNTS, params![first, last])).await?;
        first = last + 1;
    }
    let now = |day: i64| Instant::from_unix_seconds(NOW_S + day * DAY_S);
    measured(&store, engine, "the first day", now(0), &zone).await?;
    measured(&store, engine, "a day on which nothing moved", now(1), &zone).await?;
    let moved_at = now(1).microseconds();
    let moved = move |tx: &mut Tx| {
        tx.survey()?;
        tx.execute(&MOVE_ACCOUNTS, params![moved_at, MOVES_ONE_OF])
    };
    store.write("move", moved).await?;
    measured(&store, engine, "a day on which every fifth moved", now(2), &zone).await?;
    store.close().await;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
async fn measured(
    store: &Store,
    engine: &str,
    day: &str,
    now: Instant,
    zone: &BankZone,
) -> Result<(), Box<dyn Error>> {
    let stop = Arc::new(AtomicBool::new(false));
    let reads = probe(store, &stop, |store| async move {
        store.query(&READ_ACCOUNT, params!["40817810000001"]).await.map(drop)
    });
    let changes = probe(store, &stop, |store| async move {
        let change = |tx: &mut Tx| tx.execute(&CHANGE_ACCOUNT, params!["40817810000001"]);
        store.write("probe", change).await.map(drop)
    });
    let steps = longest_step(store, &stop);
    let start = Timer::now();
    let closed = accounts::close_due_day(store, now, zone).await?;
    let took = start.elapsed();
    stop.store(true, Ordering::Relaxed);
    let (reads, changes, longest) = (reads.await??, changes.await??, steps.await??);
    let rows = store.query_optional(&ROWS, params![]).await?;
    let rows = rows.map_or(Ok(0), |row| row.integer("closings"))?;
    println!(
        "{engine}, {closed} accounts, {day}: {:.2} s, longest step {} ms, {rows} rows; \
         reads {}; changes {}",
        took.as_secs_f64(),
        longest.as_millis(),
        told(&between(&reads, start, start + took)),
        told(&between(&changes, start, start + took)),
    );
    Ok(())
}

/// The longest time without progress.
fn longest_step(store: &Store, stop: &Arc<AtomicBool>) -> JoinHandle<Result<Duration, StoreError>> {
    let (store, stop) = (store.clone(), Arc::clone(stop));
    tokio::spawn(async move {
        let (mut known, mut since, mut longest) = (-1, Timer::now(), Duration::ZERO);
        while !stop.load(Ordering::Relaxed) {
            let rows = store.query(&PROGRESS, params![]).await?;
            let accounts = rows.first().map_or(Ok(0), |row| row.integer("accounts"))?;
            if accounts != known {
                if known >= 0 {
                    longest = longest.max(since.elapsed());
                }
                (known, since) = (accounts, Timer::now());
            }
            tokio::time::sleep(PROBE_PAUSE).await;
        }
        Ok(longest)
    })
}
